import { Link } from '#web/router/link.tsx'
import type { PaymentCard as Card } from '#contract/payment/payment-entities.ts'
import { paths } from '#contract/screen-paths.ts'
import { money, unbroken } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'

/** Beside the state: what ended is over only once it was paid again. */
export function RepeatBadges({ card }: { card: Card }) {
  return (
    <>
      {(card.retry_of || card.retries.length > 0) && (
        <Badge tone="blue" label="Повтор" icon="arrow" />
      )}
      {card.retried_by && <Badge tone="gray" label="Повторена" icon="arrow" />}
    </>
  )
}

/** Each ended payment that this one pays again: what became of it leads to its card. */
export function Repeats({ card: { retry_of: named, retries } }: { card: Card }) {
  if (named && !retries.some((one) => one.payment_id === named))
    return <PaymentLink id={named} text="прежней выплаты" />
  return (
    <>
      {retries.map(({ payment_id: id, words }) => (
        <div key={id}>
          <PaymentLink id={id} text={unbroken(words)} />
        </div>
      ))}
    </>
  )
}

export function RepeatedIn({
  card: { retried_by: latest, repeated_in: payments },
}: {
  card: Card
}) {
  if (payments.length === 0) return <PaymentLink id={latest!} text="новой выплатой" />
  return (
    <>
      {payments.map(({ payment_id: id, amount_kop: kop }) => (
        <div key={id}>
          <PaymentLink id={id} text={`новой выплатой, ${money(kop)}`} />
        </div>
      ))}
    </>
  )
}

export function PaymentLink({ id, text }: { id: string; text: string }) {
  return <Link to={`${paths.payments}?id=${id}`}>{text}</Link>
}
