import { useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { TEST_PAYMENT } from '#contract/lists/payment-columns.ts'
import {
  paymentStatuses,
  shownStatus,
  type PaymentStatus,
} from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { useCall } from '#web/api/use-call.ts'
import { count, money } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
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
    { keepPrevious: true, quiet: true },
  )
  const {
    by_status: sums = [],
    test_count: tests = 0,
    test_kop: testKop = 0,
  } = (totals.data?.totals as Totals | undefined) ?? {}
  const linkTo = (own: Record<string, string>) =>
    `?${new URLSearchParams({ ...own, ...(from && { from }), ...(to && { to }) })}`
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
        const shown = shownStatus(sum)
        const file = shown === 'in_file' ? 'yes' : 'no'
        return (
          <Link
            key={shown}
            to={linkTo({
              status: sum.status,
              test: 'no',
              ...(sum.status === 'registering' && { file }),
            })}
          >
            <StatusBadge kind="payment" status={shown} /> {count(sum.count)} ·{' '}
            {money(sum.amount_kop)}
          </Link>
        )
      })}
      {tests > 0 && (
        <Link to={linkTo({ test: 'only' })}>
          <Badge tone="gray" label={TEST_PAYMENT} icon="question" /> {count(tests)} ·{' '}
          {money(testKop)}
        </Link>
      )}
    </div>
  )
}

/** As a payment goes through them, not by the names of the codes. */
const byCourse = (a: StatusSum, b: StatusSum) =>
  paymentStatuses.indexOf(a.status) - paymentStatuses.indexOf(b.status)

interface Totals {
  by_status?: StatusSum[]
  test_count?: number
  test_kop?: number
}

interface StatusSum {
  status: PaymentStatus
  waits_for_file: boolean
  count: number
  amount_kop: number
}
