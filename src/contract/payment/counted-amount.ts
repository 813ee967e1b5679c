import { deadPaymentStatuses, type PaymentStatus } from './payment-entities.ts'

/** What a payment adds to the sum of payments: nothing when no money leaves by it. */
export function countedAmount(payment: { status: PaymentStatus; amount_kop: number }): number {
  return deadPaymentStatuses.includes(payment.status) ? 0 : payment.amount_kop
}
