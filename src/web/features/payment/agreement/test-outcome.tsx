import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { runningStatuses, type PaymentCard } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { money } from '#web/ui/format.ts'
import styles from '../payment.module.css'
import { useStatusAsked } from './use-status-asked.ts'

/** How a test payment ends, in words, while the bank decides and afterwards. */
export function TestOutcome({ id, close }: { id: string; close: () => void }) {
  const one = useCall(payment.get, { query: { id } }, { keepPrevious: true })
  const status = one.data?.status
  useStatusAsked(id, status !== undefined && runningStatuses.includes(status))
  if (one.error) return <p role="alert">{one.error.message}</p>
  if (!one.data) return <Waiting />
  const card = one.data
  return (
    <div className={styles['stack']}>
      <div className={styles['head']}>
        <StatusBadge kind="payment" status={card.status} />
        <strong>{money(card.amount_kop)}</strong> {card.method_label}
      </div>
      <p className={styles['notice']} data-tone={toneOf(card)} role="status">
        {describeOutcome(card)}
      </p>
      <div className={styles['buttons']}>
        <Button
          component={Link}
          to={`${paths.payments}?id=${card.id}`}
          variant="default"
          onClick={() => close()}
        >
          Открыть выплату
        </Button>
        <Button onClick={() => close()}>Закрыть</Button>
      </div>
    </div>
  )
}

function toneOf({ status }: PaymentCard): string | undefined {
  if (status === 'rejected' || status === 'cancelled') return 'red'
  return status === 'unknown' ? 'orange' : undefined
}

function describeOutcome(card: PaymentCard): string {
  const through = `счёт ${quote(card.bank_config_title)}`
  if (card.status === 'paid')
    return `Деньги дошли: ${through} проверен. Администратор платформы может разрешить с него выплаты.`
  if (card.status === 'unknown')
    return 'Ясного ответа банка нет. Не повторяйте платёж: система спрашивает банк.'
  if (card.status === 'rejected' || card.status === 'cancelled') {
    const why = [card.reason_text, card.advice].filter(Boolean).join('. ')
    return `Деньги не дошли, ${through} не проверена.${why ? ` ${why}.` : ''}`
  }
  return 'Платёж ушёл в банк. Окно можно закрыть: чем он кончится, покажет список выплат.'
}
