import type { BankState } from '../bank-state.ts'
import { payerOf } from '../files/account-moves.ts'
import { operations, readFaultRules } from '../faults.ts'
import { dialectOf, type DialectCode } from '../payout.ts'
import type { Answer } from '../wire.ts'
import { offerOf, offers, REFUSAL_FAULT } from './offers.ts'
import { isDialect, paymentRows } from './payment-rows.ts'

type Handler = (bank: BankState, body: Record<string, unknown>, query: URLSearchParams) => Answer

/** What the page asks and does, under `/_ctl/` beside the calls of tests. */
export const pageCalls: Record<string, Handler> = {
  'GET /_ctl/payments'(bank, _body, query) {
    const text = (name: string) => query.get(name) ?? ''
    const filter = { dialect: text('dialect'), status: text('status'), text: text('text') }
    return { status: 200, body: paymentRows(bank, filter) }
  },
  'GET /_ctl/offers': (bank) => ({
    status: 200,
    body: offers.map(({ code, answers, reasons }) => ({
      code,
      answers,
      reasons,
      set: rulesOf(bank, code),
    })),
  }),
  'GET /_ctl/accounts': (bank) => ({ status: 200, body: accountsOf(bank) }),
  'PUT /_ctl/fault'(bank, { dialect, fault, times = null, reason, on }) {
    if (!isDialect(dialect)) return wrong('dialect: неизвестный диалект')
    const offered = [REFUSAL_FAULT, ...offerOf(dialect).faults].find((one) => one.fault === fault)
    if (offered === undefined) return wrong('fault: у этого диалекта такой ошибки нет')
    if (fault === REFUSAL_FAULT.fault && times !== 0 && !isReason(dialect, reason))
      return wrong('reason: у этого диалекта такой причины нет')
    return putRule(bank, {
      fault,
      dialect,
      ...(offered.ofLine && isCallKind(on) && { on: [...callKinds[on]] }),
      ...(times !== null && { times }),
      ...(fault === REFUSAL_FAULT.fault && typeof reason === 'string' && { reason }),
    })
  },
  'PUT /_ctl/answer'(bank, { payout_id, fault, times = null }) {
    const payout = payoutOf(bank, payout_id)
    if (payout?.payment_id == null) return wrong('payout_id: такого платежа нет')
    const { payment_id } = payout
    const offer = offerOf(payout.dialect)
    // One answer of a payment is spoilt in one way at a time.
    for (const { fault: other } of offer.answers)
      bank.faults.put({ fault: [other], dialect: offer.code, payment_id, times: 0 })
    if (fault === null) return DONE_ANSWER
    if (!offer.answers.some((one) => one.fault === fault))
      return wrong('fault: у этого диалекта такого ответа нет')
    const rule = { fault, on: 'status', dialect: offer.code, payment_id }
    return putRule(bank, { ...rule, ...(times !== null && { times }) })
  },
  'POST /_ctl/pay': (bank, { payout_id }) => ended(bank, payout_id, null),
  'POST /_ctl/reject'(bank, { payout_id, reason }) {
    const payout = payoutOf(bank, payout_id)
    if (payout === null) return wrong('payout_id: такого платежа нет')
    if (!isReason(payout.dialect, reason))
      return wrong('reason: у этого диалекта такой причины нет')
    return ended(bank, payout_id, reason)
  },
  'POST /_ctl/give-back'(bank, { payout_id, amount_kop = null }) {
    const isSum =
      amount_kop === null || (Number.isSafeInteger(amount_kop) && Number(amount_kop) > 0)
    if (!isSum) return wrong('amount_kop: нужно целое число копеек от 1')
    const isDone = bank.payouts.giveBackOf(String(payout_id), amount_kop as number | null)
    return isDone
      ? DONE_ANSWER
      : conflict('Столько вернуть нельзя: платёж не исполнен или осталось меньше')
  },
}

/** What faults of the line may strike besides sends. */
const callKinds = {
  status: ['status', 'search', 'packs', 'pack'],
  all: operations,
} as const

function isCallKind(text: unknown): text is keyof typeof callKinds {
  return typeof text === 'string' && Object.hasOwn(callKinds, text)
}

const DONE_ANSWER: Answer = { status: 200, body: { done: true } }

function wrong(error: string): Answer {
  return { status: 400, body: { error } }
}

function conflict(error: string): Answer {
  return { status: 409, body: { error } }
}

function ended(bank: BankState, payoutId: unknown, verdict: string | null): Answer {
  if (bank.payouts.decide(String(payoutId), verdict)) return DONE_ANSWER
  return conflict('Платёж уже завершён, или его нет')
}

function putRule(bank: BankState, raw: Record<string, unknown>): Answer {
  const rules = readFaultRules([raw])
  if (typeof rules === 'string') return wrong(rules)
  for (const rule of rules) bank.faults.put(rule)
  return DONE_ANSWER
}

function payoutOf(bank: BankState, id: unknown) {
  const payout = typeof id === 'string' ? bank.store.payout(id) : null
  return payout && { ...payout, dialect: dialectOf(payout) }
}

function isReason(code: DialectCode, reason: unknown): reason is string {
  return typeof reason === 'string' && Object.hasOwn(offerOf(code).reasons, reason)
}

/** Faults that were set for a whole dialect by the page or by a test. */
function rulesOf(bank: BankState, code: DialectCode) {
  return bank.faults
    .rules()
    .filter(({ dialect, payment_id }) => payment_id === undefined && (dialect ?? code) === code)
    .map(({ fault, times, struck, reason }) => ({ fault, times: times ?? null, struck, reason }))
}

/** Accounts that orders were paid from; each has a statement. */
function accountsOf(bank: BankState): string[] {
  const accounts = new Set<string>([bank.settings().transfer_account])
  for (const payout of bank.store.newestPayouts())
    if (payout.destination.type === 'account') accounts.add(payerOf(bank, payout))
  return [...accounts]
}
