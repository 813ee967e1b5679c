import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { BankAnswer, BankPayout } from '../../../bank/providers/provider.ts'
import { decide, holdBack, plan, type PaymentFacts, type Question } from './decide.ts'

// Beside decide.test.ts, which holds what may be sent again: when a bank is asked next, what stays untold, and which words are kept.

const FRESH: PaymentFacts = {
  status: 'registering',
  providerRef: null,
  sends: [],
  sentHours: null,
  calmSeconds: null,
  lastSentSeconds: null,
  told: [],
  polls: 0,
  denials: 0,
  sameBody: true,
  keyLifetimeHours: 24,
  shownAfterSeconds: 0,
  reasons: { no_money: { text: 'Нет денег на счёте', advice: 'Пополните счёт' } },
}
const DOUBTFUL: PaymentFacts = {
  ...FRESH,
  status: 'unknown',
  sends: [{ outcome: 'ambiguous' }],
  sentHours: 1,
  lastSentSeconds: 3600,
}
const SEND: Question = { kind: 'send' }
const SEARCH: Question = { kind: 'search' }
const STATUS: Question = { kind: 'status', ref: 'po-1' }
const NOT_FOUND: BankAnswer = { outcome: 'not_found', payouts: [] }
const told = (end: ToldEnd['end']): ToldEnd[] => [{ end, by: 'notice', words: end }]

const payout = (status: BankPayout['status'], more: Partial<BankPayout> = {}): BankPayout => ({
  ref: 'po-1',
  status,
  bankStatus: status.toUpperCase(),
  known: true,
  reason: null,
  ...more,
})
const accepted = (...payouts: BankPayout[]): BankAnswer => ({ outcome: 'accepted', payouts })

test('what lay for a quarter of an hour before its first send is asked for first: a restored copy may have taken the send back', () => {
  const kindAfter = (calmSeconds: number | null) => plan({ ...FRESH, calmSeconds }).kind
  assert.deepEqual([null, 0, 899, 900, 5000].map(kindAfter), [
    'send',
    'send',
    'send',
    'search',
    'search',
  ])
})

test('before any send no key is too old', () => {
  assert.equal(plan({ ...FRESH, keyLifetimeHours: 4 }).kind, 'send')
  assert.equal(plan({ ...FRESH, keyLifetimeHours: 4, sentHours: 0 }).kind, 'search')
})

test('a bank is asked by Fibonacci ten times, then each ten minutes for an hour, each hour for a week, and daily', () => {
  const after = (polls: number) => decide({ ...DOUBTFUL, polls }, SEARCH, NOT_FOUND).afterSeconds
  const first = [5, 8, 13, 21, 34, 55, 89, 144, 233, 377]
  assert.deepEqual(
    first.map((_, polls) => after(polls)),
    first,
  )
  assert.deepEqual([10, 15, 16, 183, 184, 500].map(after), [600, 600, 3600, 3600, 86_400, 86_400])
})

test('a send that never left waits twice as long each time, to five minutes; a busy bank says itself how long', () => {
  const after = (...outcomes: (string | null)[]) =>
    decide({ ...FRESH, sends: outcomes.map((outcome) => ({ outcome })) }, SEND, {
      outcome: 'not_sent',
      payouts: [],
    }).afterSeconds
  assert.equal(after(), 5)
  assert.equal(after('refused', null, 'accepted'), 5)
  assert.equal(after('not_sent'), 10)
  assert.equal(after('throttled', 'config'), 20)
  assert.equal(after('not_sent', 'not_sent', 'not_sent', 'not_sent', 'not_sent'), 160)
  assert.equal(after(...Array.from({ length: 6 }, () => 'not_sent')), 300)
  assert.equal(after(...Array.from({ length: 9 }, () => 'config')), 300)
  const throttled = { outcome: 'throttled', payouts: [] } as const
  assert.equal(decide(FRESH, SEND, throttled).afterSeconds, 5)
  assert.equal(decide(FRESH, SEND, { ...throttled, retryAfter: 44 }).afterSeconds, 44)
})

test('an answer is of the request that brought it, and the object of the bank decides', () => {
  const sourceOf = (question: Question, answer: BankAnswer) =>
    decide(DOUBTFUL, question, answer).source
  assert.equal(sourceOf(SEND, NOT_FOUND), 'create')
  assert.equal(sourceOf(SEARCH, NOT_FOUND), 'status')
  for (const question of [SEND, SEARCH, STATUS])
    assert.deepEqual(
      (['registered', 'processing', 'paid'] as const).map((status) =>
        sourceOf(question, accepted(payout(status))),
      ),
      ['create', 'status', 'status'],
    )
})

test('no answer to a search keeps what was never sent where it is, and makes unknown what may have left', () => {
  const ambiguous: BankAnswer = { outcome: 'ambiguous', payouts: [] }
  const after = (facts: PaymentFacts, question: Question) =>
    decide(facts, question, ambiguous).status
  assert.equal(after(FRESH, SEARCH), null)
  assert.equal(after(FRESH, SEND), 'unknown')
  assert.equal(after({ ...FRESH, sends: [{ outcome: 'ambiguous' }] }, SEARCH), 'unknown')
  const foreign: BankAnswer = { ...ambiguous, errorCode: 'foreign_answer' }
  assert.equal(decide(FRESH, SEARCH, foreign).status, 'unknown')
  assert.equal(decide(FRESH, SEARCH, foreign).discrepancy, 'foreign_answer')
  const other = decide(FRESH, SEARCH, { ...ambiguous, errorCode: 'timeout', errorText: 'поздно' })
  assert.deepEqual([other.status, other.discrepancy, other.said], [null, null, null])
})

test('an empty list of payouts says nothing of ours', () => {
  const decision = decide(DOUBTFUL, SEARCH, accepted())
  assert.deepEqual(
    [decision.status, decision.discrepancy, decision.ends],
    [null, 'duplicate_payout', []],
  )
})

test('two payouts are told by their numbers, whole and no longer than the record takes', () => {
  const two = decide(DOUBTFUL, SEARCH, accepted(payout('paid'), payout('paid', { ref: 'po-2' })))
  assert.equal(two.said, 'po-1 PAID; po-2 PAID')
  const many = Array.from({ length: 60 }, (_, i) => payout('processing', { ref: `po-${i}` }))
  assert.equal(decide(DOUBTFUL, SEARCH, accepted(...many)).said!.length, 300)
})

test('an end has its reason in words, what goes on has none', () => {
  const reasonOf = (one: BankPayout) => {
    const { reasonCode, reasonText } = decide(DOUBTFUL, STATUS, accepted(one))
    return [reasonCode, reasonText]
  }
  assert.deepEqual(reasonOf(payout('rejected', { reason: 'no_money' })), [
    'no_money',
    'Нет денег на счёте',
  ])
  assert.deepEqual(reasonOf(payout('rejected', { bankText: 'так' })), [
    'other',
    'Банк отклонил: так',
  ])
  assert.deepEqual(reasonOf(payout('cancelled')), ['cancelled_by_bank', 'Отменено банком'])
  for (const status of ['registered', 'processing', 'paid'] as const)
    assert.deepEqual(reasonOf(payout(status, { reason: 'no_money' })), [null, null], status)
})

test('a payment goes forward alone: a bank that names it registered takes nothing back', () => {
  const after = (status: PaymentFacts['status'], to: BankPayout['status']) =>
    decide({ ...DOUBTFUL, status }, STATUS, accepted(payout(to))).status
  assert.equal(after('registering', 'registered'), 'registered')
  assert.equal(after('unknown', 'registered'), 'registered')
  for (const status of ['registered', 'processing', 'paid'] as const)
    assert.equal(after(status, 'registered'), null, status)
  assert.equal(after('processing', 'processing'), null)
  assert.equal(after('unknown', 'processing'), 'processing')
  assert.equal(after('registered', 'processing'), 'processing')
})

test('a word that the bank’s documents do not list is told', () => {
  const decision = decide(DOUBTFUL, STATUS, accepted(payout('processing', { known: false })))
  assert.equal(decision.discrepancy, 'unknown_status')
  assert.equal(decide(DOUBTFUL, STATUS, accepted(payout('processing'))).discrepancy, null)
})

test('a refusal ends only what still registers', () => {
  const refused: BankAnswer = { outcome: 'refused', payouts: [] }
  const rejected = decide(FRESH, SEND, refused)
  assert.deepEqual(
    [rejected.status, rejected.reasonCode, rejected.ends],
    ['rejected', 'invalid_request', [{ end: 'refused', by: 'answer', words: 'invalid_request' }]],
  )
  for (const status of ['unknown', 'registered', 'processing'] as const)
    assert.deepEqual(
      [decide({ ...FRESH, status }, SEND, refused)].map(({ status: to, ends }) => [to, ends]),
      [[null, []]],
      status,
    )
})

test('what a bank has numbered and denies three times is told; twice it may lag behind', () => {
  const known: PaymentFacts = { ...DOUBTFUL, status: 'processing', providerRef: 'po-1' }
  const opens = (denials: number, question: Question = STATUS) => {
    const { discrepancy, said, status, repeat } = decide({ ...known, denials }, question, NOT_FOUND)
    assert.deepEqual([status, repeat], [null, false])
    return [discrepancy, said]
  }
  assert.deepEqual(opens(1), [null, null])
  assert.deepEqual(opens(2), ['lost_by_bank', 'не найдена'])
  assert.deepEqual(opens(3), ['lost_by_bank', 'не найдена'])
  assert.deepEqual(opens(3, SEARCH), [null, null])
})

test('a question by its number that finds nothing changes no state and sends nothing', () => {
  for (const status of ['registering', 'unknown'] as const) {
    const { repeat, status: to } = decide({ ...DOUBTFUL, status }, STATUS, NOT_FOUND)
    assert.deepEqual([repeat, to], [false, null])
  }
})

test('what was never sent, or left without moving money, goes again whatever its key and body', () => {
  for (const sends of [[], [{ outcome: 'throttled' }], [{ outcome: 'refused' }]]) {
    const facts = { ...FRESH, sends, sentHours: 100, sameBody: false }
    assert.equal(decide(facts, SEARCH, NOT_FOUND).repeat, true)
    for (const status of ['registered', 'processing'] as const)
      assert.equal(decide({ ...facts, status }, SEARCH, NOT_FOUND).repeat, false, status)
  }
})

test('a bank that answers later is held to what it could show when it was asked', () => {
  const repeats = (lastSentSeconds: number | null, askedSecondsAgo?: number) =>
    decide({ ...DOUBTFUL, lastSentSeconds, shownAfterSeconds: 600 }, SEARCH, {
      ...NOT_FOUND,
      ...(askedSecondsAgo !== undefined && { askedSecondsAgo }),
    }).repeat
  assert.deepEqual([repeats(600), repeats(599)], [true, false])
  assert.deepEqual([repeats(700, 100), repeats(700, 101), repeats(500, 100)], [true, false, false])
  assert.equal(repeats(null), true)
})

test('what the bank has called executed is not sent again from «registering», and not called unknown for nothing', () => {
  const decision = decide({ ...DOUBTFUL, status: 'registering' }, SEARCH, NOT_FOUND)
  assert.equal(decision.repeat, true)
  const held = (status: PaymentFacts['status'], before: readonly ToldEnd[], repeat = true) => {
    const after = holdBack(status, before, { ...decision, repeat })
    return [after.repeat, after.status]
  }
  assert.deepEqual(held('registering', []), [true, null])
  assert.deepEqual(held('registering', told('paid')), [false, 'unknown'])
  assert.deepEqual(held('processing', told('paid')), [false, null])
  assert.deepEqual(held('registering', told('paid'), false), [false, null])
})
