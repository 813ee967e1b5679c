import { Button } from '@mantine/core'
import { webhooks, type WebhookDeliveryCard } from '#contract/webhook/webhooks.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '../card/section.tsx'
import rows from '../rows.module.css'
import styles from '../service/service.module.css'
import { answerText, DELIVERY_STATUSES, eventTitle } from './delivery-words.ts'

const POLL_MS = 3000

/** One delivery: what was sent, what was answered, and the button that sends it again. */
export function openDelivery(id: string): Promise<void> {
  return openDialog({ title: 'Доставка события', width: 640 }, () => <Delivery id={id} />)
}

function Delivery({ id }: { id: string }) {
  const read = useCall(
    webhooks.superGetWebhookDelivery,
    { query: { id } },
    { quiet: true, every: POLL_MS },
  )
  return (
    <Section read={{ ...read, data: read.data && [read.data] }} empty="">
      {([card]) => card && <DeliveryFacts card={card} />}
    </Section>
  )
}

function DeliveryFacts({ card }: { card: WebhookDeliveryCard }) {
  const { id, status, last_at, next_at, body, last_answer } = card
  const resend = useSend(webhooks.superResendWebhookDelivery, {
    refreshes: [webhooks.superGetWebhookDelivery, webhooks.superGetWebhookDeliveries],
  })
  const mayManage = useMay('user.manage')
  const sendAgain = async () => {
    if (await resend.send({ body: { id } })) toast.success('Событие отправляется ещё раз')
  }
  return (
    <div className={styles['once']}>
      <Facts
        facts={[
          { label: 'Событие', value: `${eventTitle(card.type)} (${card.type})` },
          { label: 'webhook-id', value: card.event_id },
          { label: 'Состояние', value: DELIVERY_STATUSES[status].label },
          { label: 'Произошло', value: dateTime(card.created_at) },
          { label: 'Попыток', value: String(card.attempts) },
          ...(last_at ? [{ label: 'Последняя', value: dateTime(last_at) }] : []),
          ...(next_at ? [{ label: 'Следующая', value: dateTime(next_at) }] : []),
          { label: 'Ответ', value: answerText(card) || 'ещё не было' },
        ]}
      />
      <h3 className={styles['title']}>Тело</h3>
      <pre className={styles['text']} tabIndex={0} aria-label="Тело">
        {readableJson(body)}
      </pre>
      {last_answer !== null && last_answer !== '' && (
        <>
          <h3 className={styles['title']}>Начало ответа</h3>
          <pre className={styles['text']} tabIndex={0} aria-label="Начало ответа">
            {last_answer}
          </pre>
        </>
      )}
      {mayManage && status !== 'waiting' && (
        <div className={rows['buttons']}>
          <Button loading={resend.sending} onClick={() => void sendAgain()}>
            Отправить ещё раз
          </Button>
        </div>
      )}
    </div>
  )
}

/** As the product wrote it, with line breaks for people; the signed bytes have none. */
function readableJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2)
}
