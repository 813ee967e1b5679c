import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { BankAnswer, BankPayout, Reasons } from '../../../bank/providers/provider.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import { reasonText } from '../../reasons.ts'
import type { CaseKind } from '../../case-kinds.ts'
import { areContradicting, endOf, joinEnds, toldWords } from '../ends/told-ends.ts'

/** The facts of a payment by which the worker chooses the next request. */
export interface PaymentFacts {
  readonly status: PaymentStatus
  readonly providerRef: string | null
  /** Sends so far, oldest first; an open or ambiguous one may have moved money. */
  readonly sends: readonly { readonly outcome: string | null }[]
  /** Hours since the oldest send, null before any. */
  readonly sentHours: number | null
  /** Seconds since the latest send, null before any. */
  readonly lastSentSeconds: number | null
  /** What the bank has told of its end before, by whichever channel. */
  readonly told: readonly ToldEnd[]
  /** Seconds since it was saved or last asked about, of a bank that answers such a question at once; null of any other. */
  readonly calmSeconds: number | null
  /** Questions asked after acceptance: they set the pace of polling. */
  readonly polls: number
  /** How many of the last two questions by its reference were answered "not found". */
  readonly denials: number
  /** False when a repeat would not be the same bytes as the first send. */
  readonly sameBody: boolean
  readonly keyLifetimeHours: number
  /** For so long after a send the bank may not show it yet. */
  readonly shownAfterSeconds: number
  /** The provider's words for its codes. */
  readonly reasons: Reasons
}

export type Question =
  | { readonly kind: 'send' }
  | { readonly kind: 'search' }
  | { readonly kind: 'status'; readonly ref: string }

/** The changes that an answer makes; `status` null: the payment keeps its state. */
export interface Decision {
  readonly status: PaymentStatus | null
  readonly source: 'create' | 'status'
  readonly reasonCode: string | null
  readonly reasonText: string | null
  readonly bankStatus: string | null
  readonly providerRef: string | null
  readonly afterSeconds: number
  /** Proven that nothing has reached the bank: the payment may be withdrawn again. */
  readonly clean: boolean
  /** The bank knows nothing of it and its key still holds: the same bytes may be sent in the same lease. */
  readonly repeat: boolean
  /** Why the whole configuration stops. */
  readonly stop: string | null
  /** A fact of the bank that contradicts ours: it changes no status by itself, and people are notified. */
  readonly discrepancy: CaseKind | null
  /** What the bank said that opens it. */
  readonly said: string | null
  /** The ends that this answer told of the payment. */
  readonly ends: readonly ToldEnd[]
}

const CLEAN = new Set(['not_sent', 'throttled', 'config'])
const DIRTY = new Set([null, 'ambiguous', 'accepted'])
// Four hours short of the key's life: a request under way must still find its key (payments.md 3.5).
const KEY_MARGIN_HOURS = 4

/** payments.md 3.3 step 4: a send only when no earlier one can have moved money, otherwise the bank is asked first. */
export function plan(facts: PaymentFacts): Question {
  if (facts.providerRef !== null) return { kind: 'status', ref: facts.providerRef }
  const isFresh = facts.status === 'registering' && facts.told.length === 0
  if (isFresh && !isDirty(facts) && keyHolds(facts) && !mayBeRestored(facts))
    return { kind: 'send' }
  return { kind: 'search' }
}

// A restored copy is older than a server needs to come up again.
const RESTORED_SECONDS = 900

/** What lay for so long before its first send may have been sent by the rows that a restored copy took back (payments.md 3.5). */
const mayBeRestored = ({ calmSeconds }: PaymentFacts): boolean =>
  calmSeconds !== null && calmSeconds >= RESTORED_SECONDS

function isDirty(facts: PaymentFacts): boolean {
  return facts.sends.some(({ outcome }) => DIRTY.has(outcome))
}

function keyHolds(facts: PaymentFacts): boolean {
  return facts.sentHours === null || facts.sentHours < facts.keyLifetimeHours - KEY_MARGIN_HOURS
}

/** payments.md 3.4: what an answer to a question makes of the payment. */
export function decide(facts: PaymentFacts, question: Question, answer: BankAnswer): Decision {
  return holdBack(facts.status, facts.told, readAnswer(facts, question, answer))
}

/**
 * Limits a decision by everything that the bank has reported: of two contradicting ends neither is believed, and an order that
 * was reported as executed is neither sent again nor called untouched.
 */
export function holdBack(
  status: PaymentStatus,
  before: readonly ToldEnd[],
  decision: Decision,
): Decision {
  const told = joinEnds(before, decision.ends)
  const isLost = decision.repeat && status === 'registering'
  const cautious: Decision =
    told.length === 0
      ? decision
      : { ...decision, repeat: false, clean: false, ...(isLost && { status: 'unknown' }) }
  if (!areContradicting(told)) return cautious
  return {
    ...cautious,
    source: 'status',
    status: status === 'registering' ? 'unknown' : null,
    reasonCode: null,
    reasonText: null,
    discrepancy: 'contradicting_ends',
    said: toldWords(told),
  }
}

function readAnswer(facts: PaymentFacts, question: Question, answer: BankAnswer): Decision {
  const source = question.kind === 'send' ? 'create' : 'status'
  const stays: Decision = {
    status: null,
    source,
    reasonCode: null,
    reasonText: null,
    bankStatus: null,
    providerRef: null,
    afterSeconds: pollAfter(facts.polls),
    clean: false,
    repeat: false,
    stop: null,
    discrepancy: null,
    said: null,
    ends: [],
  }
  switch (answer.outcome) {
    case 'accepted':
      return ofPayouts(facts, stays, answer.payouts)
    case 'refused':
      return decideRefused(facts, stays, answer)
    case 'not_found':
      return notFound(facts, stays, question, answer.askedSecondsAgo ?? 0)
    case 'throttled':
      return { ...stays, ...decideUntouched(facts, question), afterSeconds: answer.retryAfter ?? 5 }
    case 'not_sent':
      return { ...stays, ...decideUntouched(facts, question), afterSeconds: quietPause(facts) }
    case 'config':
      return { ...stays, ...decideUntouched(facts, question), stop: stopReason(answer) }
    default: {
      const other = ofOthers(answer)
      // Nothing was sent, and the bank has not said anything of it either: it is asked again.
      const isUntold = question.kind === 'search' && !other.discrepancy && !isDirty(facts)
      return isUntold ? stays : { ...stays, ...toUnknown(facts), ...other }
    }
  }
}

/** An answer that is not about what was sent: if its object was executed, our money may have moved by it. */
function ofOthers({ errorCode, errorText, paidOtherwise }: BankAnswer): Partial<Decision> {
  if (errorCode !== 'amount_mismatch' && errorCode !== 'foreign_answer') return {}
  const said = errorText ?? null
  return {
    discrepancy: errorCode,
    said,
    ends: paidOtherwise ? [{ end: 'paid', by: 'answer', words: said ?? errorCode }] : [],
  }
}

function ofPayouts(facts: PaymentFacts, stays: Decision, payouts: readonly BankPayout[]): Decision {
  const [payout] = payouts
  const ends = payouts.flatMap((one): ToldEnd[] => {
    const end = endOf(one.status)
    return end === null ? [] : [{ end, by: 'answer', words: one.bankStatus }]
  })
  if (!payout || payouts.some(({ ref }) => ref !== payout.ref))
    return {
      ...stays,
      // Two payouts: that one of them was refused says nothing of the other.
      ...toUnknown(facts),
      discrepancy: 'duplicate_payout',
      said: payouts
        .map(({ ref, bankStatus }) => `${ref} ${bankStatus}`)
        .join('; ')
        .slice(0, 300),
      ends: ends.filter(({ end }) => end === 'paid'),
    }
  const { status, reason } = payout
  const hasEnded = status === 'rejected' || status === 'cancelled'
  const code = hasEnded
    ? (reason ?? (status === 'cancelled' ? 'cancelled_by_bank' : 'other'))
    : null
  return {
    ...stays,
    // The object of the bank decides, whichever request brought it (payments.md 1, steps 6 to 11).
    source: status === 'registered' ? 'create' : 'status',
    status: isForward(facts.status, status) ? status : null,
    reasonCode: code,
    reasonText: code && reasonText(facts.reasons, code, payout.bankText),
    bankStatus: payout.bankStatus,
    providerRef: payout.ref,
    discrepancy: payout.known ? null : 'unknown_status',
    ends: joinEnds([], ends),
  }
}

function isForward(from: PaymentStatus, to: BankPayout['status']): boolean {
  if (to === 'registered') return from === 'registering' || from === 'unknown'
  return from !== to
}

/** A refusal of a repeat proves nothing about the send before it. */
function decideRefused(facts: PaymentFacts, stays: Decision, answer: BankAnswer): Decision {
  if (facts.status !== 'registering' || isDirty(facts)) return { ...stays, ...toUnknown(facts) }
  const code = answer.errorCode ?? 'invalid_request'
  return {
    ...stays,
    status: 'rejected',
    reasonCode: code,
    reasonText: reasonText(facts.reasons, code, answer.errorText),
    ends: [{ end: 'refused', by: 'answer', words: code }],
  }
}

/** The bank knows nothing: the same bytes go again while the key holds, otherwise never (payments.md 3.5). */
function notFound(
  facts: PaymentFacts,
  stays: Decision,
  question: Question,
  askedSecondsAgo: number,
): Decision {
  // Once may be a server of the bank that lags behind; three times in a row contradicts what it has told of it.
  if (question.kind === 'status' && facts.denials >= 2)
    return { ...stays, discrepancy: 'lost_by_bank', said: 'не найдена' }
  if (question.kind !== 'search') return stays
  const refusedOnce = facts.sends.some(({ outcome }) => outcome === 'refused')
  const sendable = facts.status === 'registering' || facts.status === 'unknown'
  const dirty = isDirty(facts)
  if (sendable && !dirty) return { ...stays, repeat: true }
  if (
    sendable &&
    !refusedOnce &&
    wasShown(facts, askedSecondsAgo) &&
    facts.sameBody &&
    keyHolds(facts)
  )
    return { ...stays, repeat: true }
  return { ...stays, ...toUnknown(facts) }
}

/** Whether the bank would have shown the latest send when it was asked. */
function wasShown(
  { lastSentSeconds, shownAfterSeconds }: PaymentFacts,
  askedSecondsAgo: number,
): boolean {
  return lastSentSeconds === null || lastSentSeconds - askedSecondsAgo >= shownAfterSeconds
}

function toUnknown(facts: PaymentFacts): Partial<Decision> {
  return facts.status === 'registering' ? { status: 'unknown' } : {}
}

/** A send that never left clears its flag unless another one may have arrived. */
function decideUntouched(facts: PaymentFacts, question: Question): Partial<Decision> {
  return question.kind === 'send' && !isDirty(facts) ? { clean: true } : {}
}

function quietPause(facts: PaymentFacts): number {
  const failures = facts.sends.filter(({ outcome }) => CLEAN.has(outcome ?? '')).length
  return Math.min(5 * 2 ** failures, 300)
}

function stopReason(answer: BankAnswer): string {
  return `Банк отказал в доступе (${answer.httpStatus ?? answer.errorCode ?? 'нет ключей'}). Проверьте ключи`
}

// payments.md 3.7: Fibonacci for ten questions, then ten minutes for an hour, then hourly, after a week daily.
const FIRST = [5, 8, 13, 21, 34, 55, 89, 144, 233, 377]

/** Seconds until the next question, before jitter. */
function pollAfter(polls: number): number {
  if (polls < FIRST.length) return FIRST[polls]!
  if (polls < FIRST.length + 6) return 600
  return polls < FIRST.length + 6 + 168 ? 3600 : 86_400
}
