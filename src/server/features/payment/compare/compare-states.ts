import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { BankAnswer, BankPayout, ListedPayout } from '../../bank/providers/provider.ts'

/** A payment of the last days, as we know it. */
export interface ComparedPayment {
  readonly id: string
  readonly status: PaymentStatus
  readonly amount_kop: number
  readonly returned_kop: number
}

/** `agrees`, a kind of discrepancy with what the bank said, `asks` the worker to look, or nothing can be said. */
export type Comparison =
  | { readonly is: 'agrees' | 'unanswered' | 'asks' }
  | { readonly is: 'differs'; readonly kind: string; readonly told: string }

const AGREES: Comparison = { is: 'agrees' }

/** Whether the bank's list says the same of a payment; anything else is asked about before it is believed. */
export function listAgrees(ours: ComparedPayment, listed: readonly ListedPayout[]): boolean {
  const [one] = listed
  if (listed.length !== 1 || one!.amountKop !== ours.amount_kop) return false
  return compareState(ours, one!.status, '').is === 'agrees'
}

/** What the bank's answer about one payment means beside our own state (payments.md 3.13). */
export function compareAnswer(ours: ComparedPayment, answer: BankAnswer): Comparison {
  const { outcome, payouts, errorCode } = answer
  if (outcome === 'not_found')
    return ours.status === 'paid'
      ? { is: 'differs', kind: 'paid_not_found', told: 'не найдена' }
      : AGREES
  if (outcome === 'ambiguous' && errorCode === 'amount_mismatch')
    return { is: 'differs', kind: 'amount_mismatch', told: 'другая сумма' }
  if (outcome !== 'accepted') return { is: 'unanswered' }
  if (payouts.length > 1)
    return { is: 'differs', kind: 'duplicate_payout', told: String(payouts.length) }
  const [payout] = payouts
  if (!payout) return { is: 'unanswered' }
  return compareState(ours, payout.status, payout.bankStatus)
}

function compareState(
  ours: ComparedPayment,
  theirs: BankPayout['status'],
  told: string,
): Comparison {
  const isOver = theirs === 'rejected' || theirs === 'cancelled'
  // A running payment is the worker's: it asks by itself and decides.
  if (runningStatuses.includes(ours.status))
    return isOver || theirs === 'paid' ? { is: 'asks' } : AGREES
  if (ours.status !== 'paid')
    return isOver ? AGREES : { is: 'differs', kind: 'accept_of_final', told }
  if (theirs === 'paid') return AGREES
  if (!isOver) return { is: 'differs', kind: 'pending_of_paid', told }
  // Money that came back and was recorded is no news.
  return ours.returned_kop === ours.amount_kop
    ? AGREES
    : { is: 'differs', kind: 'reject_of_paid', told }
}
