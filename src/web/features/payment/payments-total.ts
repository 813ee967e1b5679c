import { deadPaymentStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import { money } from '#web/ui/format.ts'

interface Totals {
  amount_kop?: number
  by_status?: readonly { status: PaymentStatus; amount_kop: number }[]
}

/** The sum of the payments; if only failed or cancelled payments are found, the sum that was not paid. */
export function describePaymentsTotal(totals: Totals): string {
  const { amount_kop, by_status = [] } = totals
  const alone = by_status.every(({ status }) => deadPaymentStatuses.includes(status))
  if (by_status.length === 0 || !alone) return money(amount_kop)
  return `Не ушло ${money(by_status.reduce((sum, row) => sum + row.amount_kop, 0))}`
}
