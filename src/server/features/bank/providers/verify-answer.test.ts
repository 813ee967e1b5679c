import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  NOT_TOLD,
  type BankClaim,
  type Payee,
  type ReadAnswer,
  type SentPayout,
} from './provider.ts'
import { verifyAnswer } from './verify-answer.ts'

const PAYEES: Record<Payee['kind'], [sent: Payee, others: Payee[]]> = {
  sbp: [
    { kind: 'sbp', phone: '+79170001122', bankId: '100000000111' },
    [
      { kind: 'sbp', phone: '79170001123', bankId: '100000000111' },
      { kind: 'sbp', phone: '79170001122', bankId: '100000000004' },
    ],
  ],
  card: [{ kind: 'card', last4: '2537' }, [{ kind: 'card', last4: '2538' }]],
  account: [
    { kind: 'account', account: '40702810900000000003', bik: '044525974' },
    [
      { kind: 'account', account: '40702810900000000004', bik: '044525974' },
      { kind: 'account', account: '40702810900000000003', bik: '044525225' },
    ],
  ],
}

const REF = 'po-1'
const sentTo = (payee: Payee | null): SentPayout => ({ id: 'ours', amountKop: 23_456, payee })
const claim = (payee: BankClaim['payee'], change: Partial<BankClaim> = {}): BankClaim => ({
  ref: REF,
  ourId: 'ours',
  amountKop: 23_456,
  currency: 'RUB',
  payee,
  status: 'paid',
  bankStatus: 'succeeded',
  known: true,
  reason: null,
  ...change,
})
const answer = (...payouts: BankClaim[]): ReadAnswer => ({ outcome: 'accepted', payouts })

for (const [kind, [payee, others]] of Object.entries(PAYEES))
  test(`an answer about a payout to ${kind} is believed when all that it tells is what was sent, and not otherwise`, () => {
    const sent = sentTo(payee)
    const read = (one: BankClaim) => verifyAnswer(answer(one), sent, REF)
    const ours = read(claim(payee.kind === 'sbp' ? { ...payee, phone: '79170001122' } : payee))
    assert.deepEqual(
      [ours.outcome, Object.keys(ours.payouts[0]!)],
      ['accepted', ['ref', 'status', 'bankStatus', 'known', 'reason']],
      'nothing but the state goes further',
    )
    const untold = { ourId: NOT_TOLD, amountKop: NOT_TOLD, currency: NOT_TOLD } as const
    assert.equal(read(claim(NOT_TOLD, untold)).outcome, 'accepted')
    // Each differs in one thing: what a protocol tells and left out is not what was sent either.
    const foreign = [
      claim(payee, { ref: 'po-2' }),
      claim(payee, { ourId: 'other' }),
      claim(payee, { ourId: null }),
      claim(null),
      ...[...others, ...Object.values(PAYEES).map(([one]) => one)]
        .filter((one) => one !== payee)
        .map((one) => claim(one)),
    ]
    for (const one of foreign) {
      const told = read(one)
      assert.deepEqual(
        [told.outcome, told.errorCode, told.payouts],
        ['ambiguous', 'foreign_answer', []],
      )
      assert.equal(told.paidOtherwise, true, 'it has our number or our mark')
    }
    const sums = [{ amountKop: 1 }, { amountKop: null }, { currency: 'USD' }, { currency: null }]
    for (const change of sums) assert.equal(read(claim(payee, change)).errorCode, 'amount_mismatch')
  })

test('of several one that is not ours makes the whole answer prove nothing', () => {
  const [payee] = PAYEES.sbp
  const ours = claim(payee, { status: 'processing' })
  const told = verifyAnswer(answer(ours, claim(payee, { ourId: 'other' })), sentTo(payee), null)
  assert.deepEqual(
    [told.errorCode, told.payouts, told.paidOtherwise],
    ['foreign_answer', [], undefined],
  )
  assert.match(told.errorText!, /^номер po-1, метка other, 234,56 ₽, телефон …1122, succeeded$/)
  const both = verifyAnswer(answer(ours, claim(payee)), sentTo(payee), null)
  assert.deepEqual([both.outcome, both.payouts.length], ['accepted', 2])
})

test('one that has neither our number nor our mark says nothing of our money', () => {
  const [payee] = PAYEES.sbp
  const told = verifyAnswer(
    answer(claim(payee, { ref: 'po-2', ourId: 'other' })),
    sentTo(payee),
    REF,
  )
  assert.deepEqual([told.errorCode, told.paidOtherwise], ['foreign_answer', undefined])
})

test('a destination that is not known any more is not compared', () => {
  assert.equal(verifyAnswer(answer(claim(PAYEES.sbp[0])), sentTo(null), REF).outcome, 'accepted')
})
