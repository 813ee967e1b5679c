import { deadPaymentStatuses, type PaymentStatus } from './payment-entities.ts'

/** What a payment adds to the sum of payments: nothing when no money leaves by it, or it only tries a way to a bank. */
export function countedAmount(payment: {
  status: PaymentStatus
  amount_kop: number
  is_test: boolean
}): number {
  return payment.is_test || deadPaymentStatuses.includes(payment.status) ? 0 : payment.amount_kop
}
