import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type {
  BankAnswer,
  BankClaim,
  BankPayout,
  SentPayout,
} from '../../../bank/providers/provider.ts'
import { differingParts } from '../../../bank/providers/verify-answer.ts'
import type { CaseKind } from '../../case-kinds.ts'
import { conflictOf, endOf, joinEnds, toldWords } from '../../send/ends/told-ends.ts'

/** A payment of the last days, as we know it. */
export interface ComparedPayment {
  readonly id: string
  readonly status: PaymentStatus
  readonly amount_kop: number
  readonly returned_kop: number
  readonly provider_ref: string | null
  readonly told_ends: readonly ToldEnd[]
  /** What was sent, against which the bank's words are held. */
  readonly sent: SentPayout
  /** By our records nothing of it has reached the bank. */
  readonly is_unsent: boolean
}

/**
 * `agrees`, a kind of discrepancy with what the bank said, `asks` the worker to look, `known` though we hold it for not sent, or nothing
 * can be said.
 */
export type Comparison =
  | { readonly is: 'agrees' | 'unanswered' | 'asks' | 'known' }
  | { readonly is: 'differs'; readonly kind: CaseKind; readonly told: string }

const AGREES: Comparison = { is: 'agrees' }

/** Whether the bank's list says the same of a payment; anything else is asked about before it is believed. */
export function listAgrees(ours: ComparedPayment, listed: readonly BankClaim[]): boolean {
  // A list of some days proves nothing of what is not in it.
  if (ours.is_unsent) return false
  const [one] = listed
  if (listed.length !== 1 || differingParts(one!, ours.sent, ours.provider_ref).length > 0)
    return false
  return compareState(ours, one!.status, '').is === 'agrees'
}

/** The end that an answer tells, which the payment is to hear whatever its own state. */
export function endsOf({ outcome, payouts }: BankAnswer): ToldEnd[] {
  const [payout] = payouts
  const end = outcome === 'accepted' && payout && payouts.length === 1 ? endOf(payout.status) : null
  return end === null ? [] : [{ end, by: 'answer', words: payout!.bankStatus }]
}

/** The meaning of the bank's answer about one payment beside our own state (payments.md 3.13). */
export function compareAnswer(ours: ComparedPayment, answer: BankAnswer): Comparison {
  const { outcome, payouts, errorCode, errorText } = answer
  if (ours.is_unsent) return compareUnsent(ours, answer)
  if (outcome === 'not_found')
    return ours.status === 'paid'
      ? { is: 'differs', kind: 'paid_not_found', told: 'не найдена' }
      : AGREES
  if (errorCode === 'amount_mismatch' || errorCode === 'foreign_answer')
    return { is: 'differs', kind: errorCode, told: errorText ?? 'другая выплата' }
  if (outcome !== 'accepted') return { is: 'unanswered' }
  if (payouts.length > 1)
    return { is: 'differs', kind: 'duplicate_payout', told: String(payouts.length) }
  const [payout] = payouts
  if (!payout) return { is: 'unanswered' }
  return compareState(ours, payout.status, payout.bankStatus)
}

/** What we hold for not sent and the bank has was sent: a restored copy took our rows back. The worker asks about what is handed over. */
function compareUnsent(
  { status }: ComparedPayment,
  { outcome, payouts, errorCode }: BankAnswer,
): Comparison {
  if (outcome === 'not_found') return AGREES
  const isOther = outcome === 'ambiguous' && errorCode === 'amount_mismatch'
  if (!isOther && (outcome !== 'accepted' || payouts.length === 0)) return { is: 'unanswered' }
  if (status === 'registering') return { is: 'known' }
  const told = isOther ? 'другая сумма' : payouts.map(({ bankStatus }) => bankStatus).join(', ')
  return { is: 'differs', kind: 'known_to_bank', told }
}

function compareState(
  ours: ComparedPayment,
  theirs: BankPayout['status'],
  told: string,
): Comparison {
  // A running payment is the worker's: it asks by itself and decides.
  if (runningStatuses.includes(ours.status)) return endOf(theirs) === null ? AGREES : { is: 'asks' }
  const end = endOf(theirs)
  // Money that came back and was recorded is no news.
  if (end === 'refused' && ours.status === 'paid' && ours.returned_kop === ours.amount_kop)
    return AGREES
  if (end === null)
    return {
      is: 'differs',
      kind: ours.status === 'paid' ? 'pending_of_paid' : 'accept_of_final',
      told,
    }
  const all = joinEnds(ours.told_ends, [{ end, by: 'answer', words: told }])
  const kind = conflictOf(ours.status, all, [end])
  if (kind === null) return AGREES
  return { is: 'differs', kind, told: kind === 'contradicting_ends' ? toldWords(all) : told }
}
