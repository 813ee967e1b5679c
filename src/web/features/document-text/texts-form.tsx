import { Button } from '@mantine/core'
import type { Company } from '#contract/company/company-entities.ts'
import { documentTexts, type DocumentTexts } from '#contract/document/document-texts.ts'
import { textProblem } from '#contract/document/text-rule.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { openPublishing } from './publish-texts.tsx'
import { TextInput } from './text-input.tsx'
import { REFRESHES, type TextScope } from './text-scope.ts'
import { TextsPreview } from './texts-preview.tsx'
import styles from './document-text.module.css'

type Values = Record<string, unknown> & {
  texts: Record<string, string>
  own: Record<string, boolean>
}

interface TextsFormProps {
  card: DocumentTexts
  scope: TextScope
  companies: readonly Company[]
  usual: string | undefined
}

/** The draft of the next version: its texts, a preview of them, and the way to publish it. */
export function TextsForm({ card, scope, companies, usual }: TextsFormProps) {
  const may = useMay('document.manage')
  const save = useSend(documentTexts.saveTexts, REFRESHES)
  const { draft } = card
  const fields = card.fields.filter(({ own }) => scope.companyId === undefined || own)
  const chosenTexts = ({ texts, own }: Pick<Values, 'texts' | 'own'>): Record<string, string> => {
    const chosen = fields.filter(({ key }) => scope.companyId === undefined || own[key])
    return Object.fromEntries(chosen.map(({ key }) => [key, texts[key] ?? '']))
  }
  const problemsOf = (values: Values) => {
    const texts = chosenTexts(values)
    const problems = fields.flatMap((field) => {
      const text = texts[field.key]
      const problem = text === undefined ? undefined : textProblem(text, field)
      return problem ? [[`texts.${field.key}`, problem] as const] : []
    })
    return Object.fromEntries(problems)
  }
  const form = useRecordForm({
    schema: documentTexts.saveTexts.body,
    initial: valuesOf(card, fields),
    ...(draft && { version: draft.version }),
    // An empty text is a text: the form leaves out what is empty.
    toBody: ({ texts, own }) => ({
      ...scope,
      ...(draft && { version: draft.version }),
      texts: chosenTexts({ texts, own }),
    }),
    check: problemsOf,
  })
  const problems = problemsOf(form.values)
  const isChanged = form.kit.isDirty()
  return (
    <div className={styles['editor']}>
      <Form
        form={form}
        main="Сохранить черновик"
        sending={save.sending}
        refusal={save.refusal}
        send={() => save.send({ body: form.body() })}
        done={() => toast.success('Черновик сохранён')}
        actions={
          may && (
            <DraftButtons
              card={card}
              scope={scope}
              disabledReason={
                isChanged ? 'Сначала сохраните черновик' : draft ? undefined : 'Черновика ещё нет'
              }
            />
          )
        }
      >
        {draft && (
          <p className={styles['quiet']}>
            Черновик:{' '}
            {[draft.updated_by_name, dateTime(draft.updated_at)].filter(Boolean).join(', ')}
          </p>
        )}
        {fields.map((field) => (
          <TextInput
            key={field.key}
            field={field}
            form={form}
            problem={problems[`texts.${field.key}`]}
            isCommon={scope.companyId === undefined}
          />
        ))}
      </Form>
      <TextsPreview
        scope={scope}
        companies={companies}
        usual={usual}
        texts={chosenTexts(form.values)}
        isPrintable={Object.keys(problems).length === 0}
      />
    </div>
  )
}

function valuesOf({ draft }: DocumentTexts, fields: DocumentTexts['fields']): Values {
  const known = draft?.texts
  return {
    texts: Object.fromEntries(fields.map(({ key, text }) => [key, known?.[key] ?? text])),
    own: Object.fromEntries(
      fields.map(({ key, text, common }) => [key, known ? key in known : text !== common]),
    ),
  }
}

interface DraftButtonsProps {
  card: DocumentTexts
  scope: TextScope
  disabledReason: string | undefined
}

function DraftButtons({ card, scope, disabledReason }: DraftButtonsProps) {
  const remove = useSend(documentTexts.deleteDraft, REFRESHES)
  const { draft } = card
  const drop = async () => {
    const yes = await ask.confirm({
      title: 'Удалить черновик?',
      text: 'Документы останутся с теми текстами, которые действуют.',
      main: 'Удалить',
    })
    if (!yes || !draft) return
    const done = await remove.send({ body: { ...scope, version: draft.version } })
    if (done) toast.success('Черновик удалён')
  }
  return (
    <>
      {draft && (
        <Button variant="default" loading={remove.sending} onClick={() => void drop()}>
          Удалить черновик
        </Button>
      )}
      <ActionButton
        variant="default"
        disabledReason={disabledReason}
        onClick={() => draft && void openPublishing(card, scope, draft.version)}
      >
        Опубликовать…
      </ActionButton>
    </>
  )
}
