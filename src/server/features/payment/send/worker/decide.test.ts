import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { BankAnswer, BankPayout } from '../../../bank/providers/provider.ts'
import { decide, plan, type Decision, type PaymentFacts, type Question } from './decide.ts'

/** A payment whose one send was left without an answer an hour ago, at a bank that shows a send at once. */
const DOUBTFUL: PaymentFacts = {
  status: 'unknown',
  providerRef: null,
  sends: [{ outcome: 'ambiguous' }],
  sentHours: 1,
  calmSeconds: null,
  lastSentSeconds: 3600,
  told: [],
  polls: 0,
  denials: 0,
  sameBody: true,
  keyLifetimeHours: 24,
  shownAfterSeconds: 0,
  reasons: {},
}
const FRESH: PaymentFacts = {
  ...DOUBTFUL,
  status: 'registering',
  sends: [],
  sentHours: null,
  lastSentSeconds: null,
}
const CLEAN = ['not_sent', 'throttled', 'config', 'refused']
const DIRTY = [null, 'ambiguous', 'accepted']
const told = (...ends: ToldEnd['end'][]): ToldEnd[] =>
  ends.map((end) => ({ end, by: 'notice', words: end }))

/** payments.md 3.5, the first table. */
const PLANS: [what: string, facts: PaymentFacts, kind: Question['kind']][] = [
  ['nothing was sent', FRESH, 'send'],
  ['a reference of the bank', { ...FRESH, providerRef: 'po-1' }, 'status'],
  ['a reference of an unknown one', { ...DOUBTFUL, providerRef: 'po-1' }, 'status'],
  ...CLEAN.map((outcome): [string, PaymentFacts, 'send'] => [
    `a send that ended ${outcome}`,
    { ...FRESH, sends: [{ outcome }], sentHours: 1 },
    'send',
  ]),
  ...DIRTY.map((outcome): [string, PaymentFacts, 'search'] => [
    `a send that ended ${outcome}`,
    { ...FRESH, sends: [{ outcome: 'not_sent' }, { outcome }], sentHours: 1 },
    'search',
  ]),
  ['another state', { ...FRESH, status: 'unknown' }, 'search'],
  [
    'a clean send just within the key',
    { ...FRESH, sends: [{ outcome: 'throttled' }], sentHours: 19.9 },
    'send',
  ],
  [
    'a clean send four hours before the key ends',
    { ...FRESH, sends: [{ outcome: 'throttled' }], sentHours: 20 },
    'search',
  ],
  ['the bank has told an end', { ...FRESH, told: told('paid') }, 'search'],
]

for (const [what, facts, kind] of PLANS)
  test(`with ${what}, ${facts.status}: ${kind}`, () => assert.equal(plan(facts).kind, kind))

const NOT_FOUND: BankAnswer = { outcome: 'not_found', payouts: [] }
const SEARCH: Question = { kind: 'search' }

/** payments.md 3.5, the second table: whether a search that found nothing lets the same bytes go again. */
const REPEATS: [what: string, facts: PaymentFacts, repeats: boolean][] = [
  ['nothing that may have moved money', FRESH, true],
  ['a doubtful send', DOUBTFUL, true],
  [
    'a doubtful send of a payment that still registers',
    { ...DOUBTFUL, status: 'registering' },
    true,
  ],
  ['one just within the life of the key less four hours', { ...DOUBTFUL, sentHours: 19.9 }, true],
  ['one of the last four hours of the key', { ...DOUBTFUL, sentHours: 20 }, false],
  ['one whose key has ended', { ...DOUBTFUL, sentHours: 25 }, false],
  ['other bytes', { ...DOUBTFUL, sameBody: false }, false],
  [
    'a refused repeat',
    { ...DOUBTFUL, sends: [{ outcome: 'ambiguous' }, { outcome: 'refused' }] },
    false,
  ],
  ['a send that the bank would show already', { ...DOUBTFUL, shownAfterSeconds: 3600 }, true],
  ['a send that the bank may not show yet', { ...DOUBTFUL, shownAfterSeconds: 3601 }, false],
  ['one that the bank has taken', { ...DOUBTFUL, status: 'registered' }, false],
  ['one that it executes', { ...DOUBTFUL, status: 'processing' }, false],
  ['one that it has called executed', { ...DOUBTFUL, told: told('paid') }, false],
  ['one that it has called executed before it was sent', { ...FRESH, told: told('paid') }, false],
]

for (const [what, facts, repeats] of REPEATS)
  test(`${what}, ${facts.status}, is ${repeats ? '' : 'not '}sent again when the bank finds nothing`, () => {
    const decision = decide(facts, SEARCH, NOT_FOUND)
    assert.equal(decision.repeat, repeats)
    // What may not go again has left «registering», where nobody could end it.
    if (!repeats) assert.notEqual(decision.status ?? facts.status, 'registering')
  })

test('a bank that denies what it has numbered lets nothing go again', () => {
  const facts = { ...DOUBTFUL, status: 'processing', providerRef: 'po-1' } as const
  const decision = decide(facts, { kind: 'status', ref: 'po-1' }, NOT_FOUND)
  assert.deepEqual([decision.repeat, decision.status], [false, null])
})

const payout = (status: BankPayout['status'], ref = 'po-1'): BankPayout => ({
  ref,
  status,
  bankStatus: status,
  known: true,
  reason: null,
})
const accepted = (...payouts: BankPayout[]): BankAnswer => ({ outcome: 'accepted', payouts })
const RUNNING = ['registering', 'registered', 'processing', 'unknown'] as const

/** payments.md 3.4: whatever the state, what two ends, two objects and answers about others make of it. */
const ANSWERS: [
  what: string,
  before: ToldEnd[],
  answer: BankAnswer,
  becomes: Decision['status'] | 'held',
  opens: Decision['discrepancy'],
  ends: ToldEnd['end'][],
][] = [
  ['executed', [], accepted(payout('paid')), 'paid', null, ['paid']],
  ['executed once more', told('paid'), accepted(payout('paid')), 'paid', null, ['paid']],
  ['refused', [], accepted(payout('rejected')), 'rejected', null, ['refused']],
  [
    'refused in another word',
    told('refused'),
    accepted(payout('cancelled')),
    'cancelled',
    null,
    ['refused'],
  ],
  [
    'refused after executed',
    told('paid'),
    accepted(payout('rejected')),
    'held',
    'contradicting_ends',
    ['refused'],
  ],
  [
    'executed after refused',
    told('refused'),
    accepted(payout('paid')),
    'held',
    'contradicting_ends',
    ['paid'],
  ],
  [
    'in work after both',
    told('paid', 'refused'),
    accepted(payout('processing')),
    'held',
    'contradicting_ends',
    [],
  ],
  ['silence after both', told('paid', 'refused'), NOT_FOUND, 'held', 'contradicting_ends', []],
  [
    'both of one object',
    [],
    accepted(payout('rejected'), payout('paid')),
    'held',
    'contradicting_ends',
    ['refused', 'paid'],
  ],
  [
    'two objects',
    [],
    accepted(payout('processing'), payout('processing', 'po-2')),
    'held',
    'duplicate_payout',
    [],
  ],
  [
    'two objects, one executed',
    [],
    accepted(payout('rejected'), payout('paid', 'po-2')),
    'held',
    'duplicate_payout',
    ['paid'],
  ],
]

/** Held where it stands; what still registers is known to be more than that. */
const heldIn = (status: Decision['status']) => (status === 'registering' ? 'unknown' : status)

for (const [what, before, answer, becomes, opens, ends] of ANSWERS)
  test(`${what}: ${becomes} from every running state`, () => {
    for (const status of RUNNING) {
      const decision = decide({ ...DOUBTFUL, status, told: before }, SEARCH, answer)
      assert.deepEqual(
        [decision.status ?? status, decision.discrepancy, decision.ends.map(({ end }) => end)],
        [becomes === 'held' ? heldIn(status) : becomes, opens, ends],
        status,
      )
      assert.deepEqual([decision.repeat, decision.clean, decision.stop], [false, false, null])
    }
  })

for (const errorCode of ['foreign_answer', 'amount_mismatch'] as const)
  test(`${errorCode} opens what it says, and remembers an execution under our name`, () => {
    const answer: BankAnswer = {
      outcome: 'ambiguous',
      payouts: [],
      errorCode,
      errorText: 'номер po-2',
    }
    const plain = decide(DOUBTFUL, SEARCH, answer)
    assert.deepEqual(
      [plain.status, plain.discrepancy, plain.said, plain.ends],
      [null, errorCode, 'номер po-2', []],
    )
    const paid = decide(DOUBTFUL, SEARCH, { ...answer, paidOtherwise: true })
    assert.deepEqual(paid.ends, [{ end: 'paid', by: 'answer', words: 'номер po-2' }])
    assert.equal(decide({ ...DOUBTFUL, status: 'registering' }, SEARCH, answer).status, 'unknown')
  })

test('a refused send rejects only what nothing else may have moved, and what the bank has not called executed', () => {
  const answer: BankAnswer = { outcome: 'refused', payouts: [], errorCode: 'invalid_request' }
  const after = (facts: PaymentFacts) =>
    decide(facts, { kind: 'send' }, answer).status ?? facts.status
  assert.equal(after(FRESH), 'rejected')
  for (const outcome of DIRTY) assert.equal(after({ ...FRESH, sends: [{ outcome }] }), 'unknown')
  assert.equal(after({ ...FRESH, told: told('paid') }), 'unknown')
})

test('a send that never left is called untouched only while nothing else may have moved money', () => {
  const answer: BankAnswer = { outcome: 'not_sent', payouts: [] }
  const isClean = (facts: PaymentFacts, question: Question = { kind: 'send' }) =>
    decide(facts, question, answer).clean
  assert.equal(isClean(FRESH), true)
  assert.equal(isClean(FRESH, SEARCH), false)
  for (const outcome of DIRTY) assert.equal(isClean({ ...FRESH, sends: [{ outcome }] }), false)
  assert.equal(isClean({ ...FRESH, told: told('paid') }), false)
})
