import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { BankAnswer, BankPayout, Reasons } from '../../bank/providers/provider.ts'
import { reasonText } from './reasons.ts'

/** What the worker knows of a payment when it chooses the next question. */
export interface PaymentFacts {
  readonly status: PaymentStatus
  readonly providerRef: string | null
  /** Sends so far, oldest first; an open or ambiguous one may have moved money. */
  readonly sends: readonly { readonly outcome: string | null }[]
  /** Hours since the oldest send, null before any. */
  readonly sentHours: number | null
  /** Seconds since the latest send, null before any. */
  readonly lastSentSeconds: number | null
  /** Questions asked after acceptance: they set the pace of polling. */
  readonly polls: number
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

/** A fact of the bank that contradicts ours: it changes no status by itself, and people are notified. */
export type Discrepancy = 'amount_mismatch' | 'duplicate_payout' | 'unknown_status'

/** What an answer changes; `status` null = the payment stays where it is. */
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
  readonly discrepancy: Discrepancy | null
}

const CLEAN = new Set(['not_sent', 'throttled', 'config'])
const DIRTY = new Set([null, 'ambiguous', 'accepted'])
// Four hours short of the key's life: a request under way must still find its key (payments.md 3.5).
const KEY_MARGIN_HOURS = 4

/** payments.md 3.3 step 4: a send only when no earlier one can have moved money, otherwise the bank is asked first. */
export function plan(facts: PaymentFacts): Question {
  if (facts.providerRef !== null) return { kind: 'status', ref: facts.providerRef }
  if (facts.status === 'registering' && !isDirty(facts) && keyHolds(facts)) return { kind: 'send' }
  return { kind: 'search' }
}

function isDirty(facts: PaymentFacts): boolean {
  return facts.sends.some(({ outcome }) => DIRTY.has(outcome))
}

function keyHolds(facts: PaymentFacts): boolean {
  return facts.sentHours === null || facts.sentHours < facts.keyLifetimeHours - KEY_MARGIN_HOURS
}

/** payments.md 3.4: what an answer to a question makes of the payment. */
export function decide(facts: PaymentFacts, question: Question, answer: BankAnswer): Decision {
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
      const discrepancy = answer.errorCode === 'amount_mismatch' ? 'amount_mismatch' : null
      return { ...stays, ...toUnknown(facts), discrepancy }
    }
  }
}

function ofPayouts(facts: PaymentFacts, stays: Decision, payouts: readonly BankPayout[]): Decision {
  const [payout] = payouts
  if (!payout || payouts.length > 1)
    return {
      ...stays,
      ...toUnknown(facts),
      discrepancy: 'duplicate_payout',
      stop: 'Банк показал две выплаты под одним номером',
    }
  const { status, reason } = payout
  const over = status === 'rejected' || status === 'cancelled'
  const code = over ? (reason ?? (status === 'cancelled' ? 'cancelled_by_bank' : 'other')) : null
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
  }
}

/** The bank knows nothing: the same bytes go again while the key holds, otherwise never (payments.md 3.5). */
function notFound(
  facts: PaymentFacts,
  stays: Decision,
  question: Question,
  askedSecondsAgo: number,
): Decision {
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
  return Math.min(5 * 2 ** Math.min(failures, 6), 300)
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
