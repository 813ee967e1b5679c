import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { deadPaymentStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import { money } from '#web/ui/format.ts'
import { describeLeftOut } from '#web/ui/list/describe-left-out.ts'

/** Kinds of payment methods as a choice and in a table of their own. */
export const kindLabels: Record<MethodKind, string> = {
  card: 'Карта',
  sbp: 'СБП',
  account: 'Счёт',
}

interface Totals {
  amount_kop?: number
  test_count?: number
  test_kop?: number
  by_status?: readonly { status: PaymentStatus; count?: number; amount_kop: number }[]
}

/** What the sum leaves out, in its own words. */
export function describeUncounted(totals: object): string | undefined {
  const { by_status = [], test_count, test_kop } = totals as Totals
  const of = (status: PaymentStatus) => by_status.find((row) => row.status === status)
  const [rejected, cancelled] = [of('rejected'), of('cancelled')]
  return describeLeftOut([
    ['отклонённые', rejected?.count, rejected?.amount_kop],
    ['отменённые', cancelled?.count, cancelled?.amount_kop],
    ['проверочные', test_count, test_kop],
  ])
}

/** The sum of the payments; if only failed or cancelled payments are found, the sum that was not paid. */
export function describePaymentsTotal(totals: Totals): string {
  const { amount_kop, by_status = [] } = totals
  const alone = by_status.every(({ status }) => deadPaymentStatuses.includes(status))
  if (by_status.length === 0 || !alone) return money(amount_kop)
  return `Не ушло ${money(by_status.reduce((sum, row) => sum + row.amount_kop, 0))}`
}
