import { deadPaymentStatuses, type PaymentStatus } from '../payment/payment-entities.ts'

/** What each sum of money adds up, told wherever it is shown; the server computes it by `db/query/money-sums.ts`. */
export const sumMeanings = {
  payable:
    'К выплате — остаток выписанных и подписанных актов: сумма без выплаченного и без того, что уже стоит в выплатах. Черновики и аннулированные акты не считаются.',
  unpaidActs: 'Выписанные и подписанные акты, у которых есть остаток к выплате.',
  paid: 'Выплаты, исполненные банком, по дню сохранения.',
  payments:
    'Сумма выплат без отклонённых и отменённых: по ним деньги не уходят. Если найдены только они, сказано, сколько не ушло.',
} as const

/** What a payment adds to the sum of payments: nothing when no money leaves by it. */
export function countedAmount(payment: { status: PaymentStatus; amount_kop: number }): number {
  return deadPaymentStatuses.includes(payment.status) ? 0 : payment.amount_kop
}
