import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { HeardNotice } from '../../../bank/providers/bank-exchange.ts'
import { readNotices } from '../../../bank/providers/directbank/read-notices.ts'
import type { BankAnswer, ReadAnswer, SentPayout } from '../../../bank/providers/provider.ts'
import { answerOfStatus } from '../../../bank/providers/tbank/answers.ts'
import { verifyAnswer } from '../../../bank/providers/verify-answer.ts'
import { payoutClaim } from '../../../bank/providers/yookassa/yookassa.ts'
import { compareAnswer, endsOf } from '../../reconcile/compare/compare-states.ts'
import { cellsOf, stateOf, type CaseKind } from '../../case-kinds.ts'
import { classifyReport, endsOfReport } from '../../reconcile/statement/report/classify-report.ts'
import { decide, holdBack, plan, type PaymentFacts, type Question } from '../worker/decide.ts'
import { conflictOf, joinEnds } from './told-ends.ts'

const SENT: SentPayout = {
  id: 'ours',
  amountKop: 23_456,
  payee: { kind: 'sbp', phone: '+79170001122', bankId: '100000000111' },
}
const HOLDS = new Set(cellsOf('holds'))
const OVER: readonly PaymentStatus[] = ['rejected', 'cancelled']

/** What a bank says, and whether by it the money of this payment may have moved. */
interface Said {
  readonly answer: (question: Question) => ReadAnswer
  readonly isPaid: boolean
}

/** One payment as the product keeps it: the state, the words that it has heard, what is open for people. */
class Kept {
  status: PaymentStatus = 'registering'
  told: readonly ToldEnd[] = []
  readonly open = new Set<CaseKind>()
  private ref: string | null = null
  private sends: { outcome: string | null }[] = []

  /** The worker's question, or, of a payment that is over, that of the night. */
  ask({ answer }: Said): void {
    if (this.isOver) return this.compare(answer)
    const facts = this.facts()
    const question = plan(facts)
    const heard = verifyAnswer(answer(question), SENT, refOf(question))
    if (question.kind === 'send') this.sends = [...this.sends, { outcome: heard.outcome }]
    const decided = decide(facts, question, heard)
    this.hear(decided.ends)
    const { status, discrepancy, providerRef } = holdBack(this.status, this.told, decided)
    if (status !== null) this.status = status
    if (discrepancy !== null) this.open.add(discrepancy)
    this.ref ??= providerRef
  }

  compare(answer: Said['answer']): void {
    const question: Question =
      this.ref === null ? { kind: 'search' } : { kind: 'status', ref: this.ref }
    const heard: BankAnswer = verifyAnswer(answer(question), SENT, refOf(question))
    const ours = {
      id: SENT.id,
      status: this.status,
      amount_kop: SENT.amountKop,
      returned_kop: 0,
      is_unsent: false,
      provider_ref: this.ref,
      told_ends: this.told,
      sent: SENT,
    }
    const found = compareAnswer(ours, heard)
    this.told = joinEnds(this.told, endsOf(heard))
    if (found.is === 'differs') this.open.add(found.kind)
  }

  hear(ends: readonly ToldEnd[]): void {
    this.told = joinEnds(this.told, ends)
    const ours = ends.map(({ end }) => end)
    const conflict = ours.length === 0 ? null : conflictOf(this.status, this.told, ours)
    if (conflict !== null) this.open.add(conflict)
  }

  report(code: string): void {
    const said = { code, reasonCode: null, reasonText: null }
    const { move, conflict } = classifyReport(
      { status: this.status, isInFile: true, told: this.told },
      said,
    )
    this.told = joinEnds(this.told, endsOfReport(said))
    if (move !== null) this.status = move
    if (conflict !== null) this.open.add(conflict)
  }

  get isOver(): boolean {
    return this.status === 'paid' || OVER.includes(this.status)
  }

  get isPayable(): boolean {
    const state = stateOf(this.status, 0)
    return state === 'over' && ![...this.open].some((kind) => HOLDS.has(`${kind} ${state}`))
  }

  private facts(): PaymentFacts {
    return {
      status: this.status,
      providerRef: this.ref,
      sends: this.sends,
      sentHours: this.sends.length > 0 ? 1 : null,
      calmSeconds: null,
      lastSentSeconds: this.sends.length > 0 ? 3600 : null,
      told: this.told,
      polls: 0,
      denials: 0,
      sameBody: true,
      keyLifetimeHours: 24,
      shownAfterSeconds: 0,
      reasons: {},
    }
  }
}

const refOf = (question: Question) => (question.kind === 'status' ? question.ref : null)
const word = <const T extends string>(...words: T[]) => fc.constantFrom(...words)
const nothing = word('not_found', 'ambiguous', 'throttled', 'not_sent', 'refused').map(
  (outcome): Said => ({ answer: () => ({ outcome, payouts: [] }), isPaid: false }),
)

/** Objects of YooKassa: ours, another one in any of its parts, several of them. */
const yooObject = fc
  .record({
    id: word('po-1', 'po-1', 'po-1', 'po-2'),
    status: word('pending', 'succeeded', 'canceled', 'on_review'),
    mark: word('ours', 'ours', 'ours', 'other'),
    value: word('234.56', '234.56', '234.56', '90.00'),
    currency: word('RUB', 'RUB', 'USD'),
    phone: word('79170001122', '79170001122', '79170001123'),
  })
  .map(({ id, status, mark, value, currency, phone }) => ({
    body: {
      id,
      status,
      amount: { value, currency },
      metadata: { payment_id: mark },
      payout_destination: { type: 'sbp', phone, bank_id: '100000000111' },
    },
    isPaid: status === 'succeeded',
  }))
const yookassa = fc.oneof(
  nothing,
  fc.array(yooObject, { minLength: 1, maxLength: 2 }).map((objects): Said => ({
    answer: () => ({
      outcome: 'accepted',
      payouts: objects.map(({ body }) => payoutClaim(body)!),
    }),
    isPaid: objects.some(({ isPaid }) => isPaid),
  })),
)

const tbank = fc.oneof(
  nothing,
  fc
    .record({
      status: word('IN_PROGRESS', 'EXECUTED', 'FAILED', 'CANCELLED', 'ODD'),
      paymentId: word('ours', 'ours', 'other'),
      isNamed: fc.boolean(),
    })
    .map(({ status, paymentId, isNamed }): Said => {
      const body = { status, ...(isNamed && { meta: { paymentId } }) }
      return {
        answer: () =>
          answerOfStatus(
            { status: 200, body, text: '', isEmpty: false, retryAfter: undefined },
            'ours',
          ),
        isPaid: status === 'EXECUTED',
      }
    }),
)

/** A mailbox of DirectBank only grows: each answer is made of all notices that have come. */
const notice = fc.record({
  code: word('01', '02', '03', '04', '05', '06', '99', '2205', '2203', '2207', '1010'),
  about: word('ours', 'ours', 'po-1', 'question', 'other'),
})
function mailbox(notices: readonly { code: string; about: string }[]): HeardNotice[] {
  return notices.toReversed().map(({ code, about }) => ({
    isError: code.length === 4,
    code,
    words: null,
    about,
    of: about === 'other' ? 'other' : about === 'question' ? 'question' : 'document',
    askedSecondsAgo: 0,
  }))
}

const other = fc.oneof(
  fc.record({ by: fc.constant('notice' as const), end: word('paid', 'refused') }),
  fc.record({
    by: fc.constant('file' as const),
    code: word('ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'),
  }),
  fc.record({ by: fc.constant('statement' as const) }),
)

/** What comes by other channels; whether it says that the money went. */
function hearOther(kept: Kept, one: Other): boolean {
  if (one.by === 'file') {
    kept.report(one.code)
    return one.code === 'ACSC' || one.code === 'ACCC'
  }
  const end = one.by === 'notice' ? one.end : 'paid'
  kept.hear([{ end, by: one.by, words: end }])
  if (one.by === 'statement' && ['registered', 'processing', 'unknown'].includes(kept.status))
    kept.status = 'paid'
  return end === 'paid'
}
type Other =
  | { by: 'notice'; end: 'paid' | 'refused' }
  | { by: 'file'; code: string }
  | { by: 'statement' }

const HISTORIES = sweepSize(3000, 100_000)

function assertHolds(kept: Kept, hasPaid: boolean): void {
  if (hasPaid)
    assert.equal(
      kept.isPayable,
      false,
      `${kept.status} ${JSON.stringify(kept.told)} ${[...kept.open].join()}`,
    )
}

for (const [name, said] of Object.entries({ yookassa, tbank }))
  test(`whatever ${name} answers, in any order and by any channel, no act is payable once it said executed`, () => {
    let freed = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(said, other), { maxLength: 10 }), (events) => {
        const kept = new Kept()
        let hasPaid = false
        for (const one of events) {
          if ('answer' in one) kept.ask(one)
          const isPaid = 'answer' in one ? one.isPaid : hearOther(kept, one)
          hasPaid ||= isPaid
          assertHolds(kept, hasPaid)
        }
        if (kept.isPayable) freed++
      }),
      { numRuns: HISTORIES },
    )
    // A product that frees nothing would hold it too.
    assert.ok(freed > HISTORIES / 500, `${freed} were payable`)
  })

test('whatever lies in a mailbox of DirectBank, in any order, no act is payable once it said executed', () => {
  let freed = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(notice, other), { maxLength: 10 }), (events) => {
      const kept = new Kept()
      const notices: { code: string; about: string }[] = []
      let hasPaid = false
      for (const one of events) {
        if ('by' in one) {
          if (hearOther(kept, one)) hasPaid = true
        } else {
          notices.push(one)
          // A notice about our question, or about another document, tells nothing of this order.
          if (one.code === '02' && (one.about === 'ours' || one.about === 'po-1')) {
            hasPaid = true
            if (kept.isOver) kept.hear([{ end: 'paid', by: 'notice', words: '02' }])
          }
          const answer = readNotices('po-1', mailbox(notices))
          if (answer && !kept.isOver) kept.ask({ answer: () => answer, isPaid: false })
        }
        assertHolds(kept, hasPaid)
      }
      if (kept.isPayable) freed++
    }),
    { numRuns: HISTORIES },
  )
  assert.ok(freed > HISTORIES / 500, `${freed} were payable`)
})
