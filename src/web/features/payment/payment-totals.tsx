import { Link, useSearchParams } from 'react-router'
import { paymentStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { useCall } from '#web/api/use-call.ts'
import { count, money } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import styles from './payment.module.css'

/** Sums by status over the period of the address; each is the link to its rows. */
export function PaymentTotals() {
  const [params] = useSearchParams()
  const from = params.get('from')
  const to = params.get('to')
  const totals = useCall(
    payment.getAll,
    {
      query: {
        filter: { with: ['totals'], ...(from && { date_from: from }), ...(to && { date_to: to }) },
      },
    },
    { keep: true, quiet: true },
  )
  const { by_status: sums = [] } =
    (totals.data?.totals as { by_status?: StatusSum[] } | undefined) ?? {}
  // A sum over too many rows to count is not calculated.
  if (totals.data?.total_capped)
    return (
      <div className={styles['totals']} aria-label="Итоги по статусам">
        Выплат больше 10 000: чтобы увидеть итоги, выберите период
      </div>
    )
  return (
    <div
      className={styles['totals']}
      role="group"
      aria-label="Итоги по статусам"
      aria-busy={totals.loading}
    >
      {sums.toSorted(byCourse).map((sum) => {
        const next = new URLSearchParams({ status: sum.status })
        if (from) next.set('from', from)
        if (to) next.set('to', to)
        return (
          <Link key={sum.status} to={`?${next}`}>
            <StatusBadge kind="payment" status={sum.status} /> {count(sum.count)} ·{' '}
            {money(sum.amount_kop)}
          </Link>
        )
      })}
    </div>
  )
}

/** As a payment goes through them, not by the names of the codes. */
const byCourse = (a: StatusSum, b: StatusSum) =>
  paymentStatuses.indexOf(a.status) - paymentStatuses.indexOf(b.status)

interface StatusSum {
  status: PaymentStatus
  count: number
  amount_kop: number
}
