import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Company } from '#contract/company/company-entities.ts'
import { documentTexts } from '#contract/document/document-texts.ts'
import { useCall } from '#web/api/use-call.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { PrintBody } from '#web/ui/print/print-body.tsx'
import type { TextScope } from './text-scope.ts'
import styles from './document-text.module.css'

type Texts = Readonly<Record<string, string>>
interface NamedRecord {
  companyId: string
  number: string
}

interface TextsPreviewProps {
  scope: TextScope
  companies: readonly Company[]
  /** Whose documents are shown first. */
  usual: string | undefined
  texts: Texts
  isPrintable: boolean
}

/** Long enough not to draw every letter. */
const PAUSE_MS = 600

/** The document as it is printed today, and with the texts of the form. */
export function TextsPreview(props: TextsPreviewProps) {
  const { scope, companies, usual, texts, isPrintable } = props
  const [record, setRecord] = useState<NamedRecord>()
  const [drawn, setDrawn] = useState(texts)
  const now = JSON.stringify(texts)
  const isOld = now !== JSON.stringify(drawn)
  useEffect(() => {
    // Each look at a record is noted in the journal, so it is taken again only when asked for.
    if (!isPrintable || record) return undefined
    const timer = setTimeout(() => setDrawn(JSON.parse(now) as Texts), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now, isPrintable, record])
  const body = { ...scope, texts: drawn, ...(record && { record }) }
  const preview = useCall(
    documentTexts.previewTexts,
    { body },
    { keepPrevious: true, quiet: true, fresh: Infinity },
  )
  const show = (next: NamedRecord | undefined) => {
    setRecord(next)
    if (isPrintable) setDrawn(texts)
  }
  return (
    <section className={`${styles['stack']} ${styles['preview']}`} aria-label="Просмотр">
      <RecordChoice scope={scope} companies={companies} usual={usual} shown={record} show={show} />
      {!isPrintable && <p role="alert">В текстах есть ошибки: просмотр показывает прежние.</p>}
      {isPrintable && record && isOld && (
        <p>Тексты изменились. Нажмите «Показать», чтобы увидеть их в этом документе.</p>
      )}
      {preview.error && <p role="alert">{preview.error.message}</p>}
      {preview.data && !preview.error && (
        <div className={styles['sheets']}>
          <Sheet title="Действует сегодня" html={preview.data.before_html} />
          <Sheet title="С новыми текстами" html={preview.data.after_html} />
        </div>
      )}
    </section>
  )
}

function Sheet({ title, html }: { title: string; html: string }) {
  return (
    <figure className={styles['sheet']} aria-label={title}>
      <figcaption>{title}</figcaption>
      <div tabIndex={0} role="region" aria-label={`${title}: лист`}>
        <PrintBody html={html} />
      </div>
    </figure>
  )
}

const NUMBER_LABELS = {
  psa: 'Номер акта',
  op5: 'Номер акта',
  ownership: 'Номер акта',
  consent: 'Номер акта поставщика',
  weight_act: 'Номер весового акта',
  price_sheet: undefined,
}

interface RecordChoiceProps {
  scope: TextScope
  companies: readonly Company[]
  usual: string | undefined
  shown: NamedRecord | undefined
  show: (record: NamedRecord | undefined) => void
}

/** Whose data are shown: a sample, or a document that was issued. */
function RecordChoice({ scope, companies, usual, shown, show }: RecordChoiceProps) {
  const [number, setNumber] = useState('')
  const [chosen, setChosen] = useState<string>()
  const label = NUMBER_LABELS[scope.kind]
  const companyId = scope.companyId ?? chosen ?? usual
  if (!label) return <p className={styles['quiet']}>Показан образец с вымышленными данными.</p>
  return (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault()
        if (number.trim() && companyId) show({ companyId, number: number.trim() })
      }}
    >
      {scope.companyId === undefined && (
        <SearchSelect
          label="Компания"
          allowDeselect={false}
          data={companies.map(({ id, short_name }) => ({ value: id, label: short_name }))}
          value={companyId ?? null}
          onChange={(id) => id && setChosen(id)}
        />
      )}
      <TextInput
        label={label}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Показать
      </Button>
      {shown ? (
        <Button variant="subtle" onClick={() => show(undefined)}>
          Образец
        </Button>
      ) : (
        <span className={styles['quiet']}>Показан образец с вымышленными данными</span>
      )}
    </form>
  )
}
