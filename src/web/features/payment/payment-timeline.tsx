import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { dateTime, money, day } from '#web/ui/format.ts'
import timeline from './payment-timeline.module.css'
import styles from './payment.module.css'
import { Button } from '@mantine/core'
import { npdReceipt } from '#contract/payment/npd-receipt.ts'
import { payment } from '#contract/payment/payment.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'

/** Money that came back, each sum with who confirmed it. */
export function Returns({ card }: { card: PaymentCard }) {
  return (
    <>
      <h3>Возвраты</h3>
      <ol className={timeline['timeline']}>
        {card.returns.map((one) => (
          <li key={one.id}>
            <time dateTime={one.at}>{dateTime(one.at)}</time>
            <span>
              {money(one.amount_kop)}. {one.reason}{' '}
              <span className={styles['dimmed']}>{one.confirmed_by_name}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** What happened to it, in order. */
export function Timeline({ card }: { card: PaymentCard }) {
  return (
    <ol className={timeline['timeline']}>
      {card.timeline.map((event, place) => (
        // Events with the same time are distinguished by their position, which never changes.
        <li key={`${event.at} ${place}`}>
          <time dateTime={event.at}>{dateTime(event.at)}</time>
          <span>
            {event.text} <span className={styles['dimmed']}>{event.actor}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The cheque that a self-employed payee owes for a paid payment: its number, or that it is missing. */
export function NpdReceiptFact({ card }: { card: PaymentCard }) {
  const { number = null, at = null, by_name = null } = card.npd_receipt ?? {}
  const save = useSend(npdReceipt.saveNpdReceipt, { refreshes: [payment.get, payment.getAll] })
  const mayType = useMaySend(npdReceipt.saveNpdReceipt)
  const type = async () => {
    const typed = await ask.input({
      title: 'Чек самозанятого',
      label: 'Номер чека',
      hint: 'Стоит на чеке из приложения «Мой налог», например 200hq5cv5u.',
      kind: 'text',
      main: 'Записать',
      ...(number !== null && { value: number }),
      problem: (text) =>
        /^[0-9A-Za-z]{5,40}$/.test(text.trim()) ? undefined : '5–40 латинских букв и цифр',
    })
    if (typed === undefined) return
    if (await save.send({ body: { id: card.id, number: typed.trim() } }))
      toast.success('Чек записан')
  }
  return (
    <>
      {number === null ? (
        <Badge tone="orange" label="Нет чека" icon="question" />
      ) : (
        <>
          {number} <span className={styles['dimmed']}>{`${day(at)}, ${by_name ?? ''}`}</span>
        </>
      )}{' '}
      {card.status === 'paid' && mayType && (
        <Button variant="subtle" loading={save.sending} onClick={() => void type()}>
          {number === null ? 'Вписать номер' : 'Исправить'}
        </Button>
      )}
    </>
  )
}
