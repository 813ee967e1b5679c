import { documentTexts, type DocumentTexts } from '#contract/document/document-texts.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { day } from '#web/ui/format.ts'
import { REFRESHES, type TextScope } from './text-scope.ts'
import styles from './document-text.module.css'

type Values = Record<string, unknown> & { valid_from: string }

/** Asks from which day the draft is in force. */
export function openPublishing(
  card: DocumentTexts,
  scope: TextScope,
  version: number,
): Promise<void> {
  return openDialog({ title: `Опубликовать тексты: ${card.title}`, width: 420 }, (close) => (
    <Publishing card={card} scope={scope} version={version} close={close} />
  ))
}

interface PublishingProps {
  card: DocumentTexts
  scope: TextScope
  version: number
  close: () => void
}

function Publishing({ card, scope, version, close }: PublishingProps) {
  const publish = useSend(documentTexts.publishTexts, REFRESHES)
  const form = useRecordForm({
    schema: documentTexts.publishTexts.body,
    initial: { valid_from: card.today } as Values,
    toBody: ({ valid_from }) => ({ ...scope, version, valid_from }),
    check: ({ valid_from }): Record<string, string> =>
      valid_from && valid_from < card.today
        ? { valid_from: 'Этот день прошёл: выберите сегодня или позже' }
        : {},
  })
  const send = async () => {
    const done = await publish.send({ body: form.body() })
    if (done) close()
    return done
  }
  return (
    <Form
      form={form}
      main="Опубликовать"
      stopsAtButton
      sending={publish.sending}
      refusal={publish.refusal}
      send={send}
      done={() => toast.success(`Опубликовано с ${day(form.values.valid_from)}`)}
    >
      <p className={styles['quiet']}>
        Документы этого дня и позже будут с новыми текстами. Выписанные раньше не изменятся.
        Опубликованную версию исправить нельзя, только выпустить следующую.
      </p>
      <DateInput label="Действует с" required {...form.field('valid_from')} />
    </Form>
  )
}
