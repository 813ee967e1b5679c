import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import type { BankAnswer, BankPayout } from '../../../bank/providers/provider.ts'
import { decide, plan, type PaymentFacts } from './decide.ts'

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  status: fc.constantFrom(...runningStatuses),
  providerRef: fc.constantFrom(null, 'po-1'),
  sends: fc.array(
    fc.record({
      outcome: fc.constantFrom(
        null,
        'accepted',
        'refused',
        'not_found',
        'throttled',
        'not_sent',
        'config',
        'ambiguous',
      ),
    }),
    { maxLength: 4 },
  ),
  sentHours: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
  calmSeconds: fc.option(fc.double({ min: 0, max: 2_000_000, noNaN: true })),
  lastSentSeconds: fc.option(fc.double({ min: 0, max: 2_000_000, noNaN: true })),
  told: fc.constant([]),
  polls: fc.nat(400),
  denials: fc.nat(2),
  sameBody: fc.boolean(),
  keyLifetimeHours: fc.constantFrom(24, Infinity),
  shownAfterSeconds: fc.constantFrom(0, 120),
  reasons: fc.constant({}),
})

const payout = (status: BankPayout['status']): BankAnswer => ({
  outcome: 'accepted',
  payouts: [{ ref: 'po-1', status, bankStatus: status, known: true, reason: null }],
})
const NOT_FOUND: BankAnswer = { outcome: 'not_found', payouts: [] }
const ENDS = ['paid', 'rejected', 'cancelled'] as const

test('whatever has happened, a bank that knows the payment brings it to its end by one answer', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...ENDS), (known, end) => {
      const { status, discrepancy } = decide(known, plan(known), payout(end))
      assert.deepEqual([status, discrepancy], [end, null])
    }),
  )
})

test('one that a bank denies is sent again, is asked again, or waits as unknown, from where two people may end it', () => {
  const ways = new Set<string>()
  fc.assert(
    fc.property(facts, (known) => {
      const question = plan(known)
      const decision = decide(known, question, NOT_FOUND)
      assert.ok(decision.afterSeconds > 0 && decision.afterSeconds <= 86_400, 'it is asked again')
      assert.ok(!ENDS.some((end) => end === decision.status), 'a denial alone ends nothing')
      if (question.kind !== 'search') return void ways.add(decision.discrepancy ?? 'asked')
      ways.add(decision.repeat ? 'sent' : (decision.status ?? 'asked'))
      // What may not be sent again has left «registering»: there nobody could end it.
      const stays = decision.status ?? known.status
      assert.ok(decision.repeat || stays !== 'registering')
    }),
    { numRuns: 500 },
  )
  assert.deepEqual([...ways].toSorted(), ['asked', 'lost_by_bank', 'sent', 'unknown'])
})

test('a denial proves something only when the bank was asked after it would have shown the send', () => {
  const sent: PaymentFacts = {
    status: 'unknown',
    providerRef: null,
    sends: [{ outcome: 'ambiguous' }],
    sentHours: 1,
    calmSeconds: 900,
    lastSentSeconds: 900,
    told: [],
    polls: 0,
    denials: 0,
    sameBody: true,
    keyLifetimeHours: 24,
    shownAfterSeconds: 300,
    reasons: {},
  }
  const repeats = (askedSecondsAgo: number) =>
    decide(sent, { kind: 'search' }, { ...NOT_FOUND, askedSecondsAgo }).repeat
  assert.deepEqual([0, 600, 601, 900].map(repeats), [true, true, false, false])
})
