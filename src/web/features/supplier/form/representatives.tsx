import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { today } from '#web/ui/format.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { DocNumber } from './doc-fields.tsx'
import {
  newRepresentative,
  type RepresentativeValues,
  type SupplierValues,
} from './supplier-values.ts'
import { docFacts } from './kept-document.tsx'
import { useWholeCard } from '../merge/use-whole-card.ts'
import styles from '../supplier.module.css'

// The contract's bound of one supplier.
const MOST = 10

interface Props {
  form: RecordForm<SupplierValues>
  card: SupplierCard | undefined
}

/** Who may hand over products for a business, and by which document; an expired document is marked. */
export function Representatives({ form, card }: Props) {
  const look = useWholeCard(card)
  const list = form.values.representatives
  return (
    <FieldGroup title="Представители">
      <div data-path="representatives" data-label="Представители" className={styles['people']}>
        {list.map((one, place) => (
          // Rows have no id of their own and only the last one is ever added.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className={styles['person']}>
            <TextInput label="ФИО" required {...form.field(`representatives.${place}.full_name`)} />
            <TextInput
              label="Основание"
              required
              placeholder="Доверенность"
              {...form.field(`representatives.${place}.authority`)}
            />
            <TextInput label="Номер" {...form.field(`representatives.${place}.number`)} />
            <DateInput label="От" {...form.field(`representatives.${place}.date`)} />
            <DateInput
              label={one.valid_until && one.valid_until < today() ? 'Истекла' : 'Действует до'}
              {...form.field(`representatives.${place}.valid_until`)}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`Убрать представителя ${one.full_name}`}
              onClick={() => form.kit.removeListItem('representatives', place)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
            <Paper form={form} place={place} one={one} look={look} />
          </div>
        ))}
        {list.length < MOST && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => form.kit.insertListItem('representatives', newRepresentative)}
          >
            Добавить представителя
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

interface PaperProps {
  form: RecordForm<SupplierValues>
  place: number
  one: RepresentativeValues
  look: ReturnType<typeof useWholeCard>
}

/** The representative's identity document: the saved one masked, fields for another when the user asks for them. */
function Paper({ form, place, one, look }: PaperProps) {
  const [asked, setAsked] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked) fields.current?.querySelector('input')?.focus()
  }, [asked])
  const { type: _type, ...typed } = one.doc
  const path = `representatives.${place}.doc`
  // The server stores a document together with the name for which it was given.
  const mask = one.doc_mask && one.doc_mask_name === one.full_name ? one.doc_mask : ''
  if (!asked && !Object.values(typed).some(Boolean))
    return (
      <div className={styles['paper']}>
        {mask ? <KeptPaper name={one.full_name} mask={mask} look={look} /> : 'Документ не внесён.'}
        <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
          {mask ? 'Заменить документ' : 'Внести документ'}
        </Button>
        {one.doc_mask && !mask && 'Прежний записан на другое имя и с ним не сохранится.'}
      </div>
    )
  return (
    <div
      ref={fields}
      className={styles['paperFields']}
      role="group"
      aria-label={`Документ: ${one.full_name}`}
    >
      <Fields columns={4}>
        <DocNumber form={form} path={path} doc={one.doc} />
      </Fields>
      <TextInput label="Кем выдан" {...form.field(`${path}.issued_by`)} />
    </div>
  )
}

function KeptPaper({
  name,
  mask,
  look,
}: { name: string; mask: string } & Pick<PaperProps, 'look'>) {
  const doc = look.whole?.representatives.find((one) => one.full_name === name)?.doc
  if (doc) return docFacts(doc).map(({ label, value }) => `${label}: ${value}. `)
  return (
    <>
      Документ записан: {mask}.
      <Button
        variant="default"
        size="compact-sm"
        loading={look.asking}
        onClick={() => void look.show()}
      >
        Показать
      </Button>
    </>
  )
}
