import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BankState } from './bank-state.ts'
import { confirmOrder, ordersToConfirm, refuseOrder } from './directbank/cabinet.ts'
import { readFaultRules } from './faults.ts'
import {
  listFiles,
  MOST_FILE_BYTES,
  payFile,
  putFile,
  reportAnswer,
  statementAnswer,
} from './page/file-calls.ts'
import { pageAnswer } from './page/page.ts'
import { pageCalls } from './page/page-calls.ts'
import { type Answer, parseJson, readBytes, send } from './wire.ts'
import { ownersOf, setOwners } from './yookassa/payee-name.ts'

type Handler = (desk: BankState, body: Record<string, unknown>, query: URLSearchParams) => Answer

/** Other names would let a page of another site reach the bank through a name that resolves to loopback. */
const OWN_NAMES = /^(127\.0\.0\.1|localhost)(:\d+)?$/
// A list of faults for a crash test is the longest body but for a file.
const MOST_BODY_BYTES = 1_000_000

/** The port of people, tests and demos: the page, and `/_ctl/*`; it listens on loopback only and asks for no credentials. */
export function controlListener(desk: BankState) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://bank')
    const call = `${request.method} ${url.pathname}`
    const isFile = call === 'POST /_ctl/files'
    const bytes = await readBytes(request, isFile ? MOST_FILE_BYTES : MOST_BODY_BYTES)
    if (!OWN_NAMES.test(request.headers.host ?? '') || isForeign(request))
      return send(response, { status: 403, body: { error: 'not from here' } })
    const page = pageAnswer(call)
    if (page !== null) return send(response, page)
    const handler = handlers[call]
    if (handler === undefined && !isFile)
      return send(response, { status: 404, body: { error: 'no such call' } })
    if (bytes === null) return send(response, { status: 413, body: { error: 'too long' } })
    desk.payouts.settleDue()
    if (handler === undefined) return send(response, putFile(desk, url.searchParams, bytes))
    const text = bytes.toString('utf8')
    const body = text === '' ? {} : parseJson(text)
    if (typeof body !== 'object' || body === null)
      return send(response, wrong('the body is no JSON'))
    send(response, handler(desk, body as Record<string, unknown>, url.searchParams))
  }
}

/** A browser says whose page asks: a page of another site may only lead here. */
function isForeign({ headers, method, url }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  const isOwn = site === 'same-origin' || site === 'none'
  if (!isOwn) return !(method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate')
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}

const handlers: Record<string, Handler> = {
  ...pageCalls,
  'GET /_ctl/files': (desk) => listFiles(desk),
  'POST /_ctl/pay-file': (desk, body) => payFile(desk, body),
  'GET /_ctl/statement': (desk, _body, query) => statementAnswer(desk, query),
  'GET /_ctl/pain002': (desk, _body, query) => reportAnswer(desk, query),
  'GET /_ctl/ledger': (desk) => ({ status: 200, body: desk.store.ledger() }),
  'GET /_ctl/returns': (desk) => ({ status: 200, body: desk.store.returns() }),
  'GET /_ctl/webhooks': (desk) => ({ status: 200, body: desk.webhooks.deliveries() }),
  'GET /_ctl/settings': (desk) => ({ status: 200, body: desk.settings() }),
  'GET /_ctl/faults': (desk) => ({ status: 200, body: desk.faults.rules() }),
  'GET /_ctl/messages': (desk) => ({ status: 200, body: desk.sessions.messages() }),
  'GET /_ctl/orders': (desk) => ({ status: 200, body: ordersToConfirm(desk) }),
  'GET /_ctl/clock': (desk) => clockAnswer(desk),
  'GET /_ctl/requests'(desk, _body, query) {
    const since = Number(query.get('since') ?? 0)
    if (!Number.isSafeInteger(since) || since < 0)
      return wrong('since: a number from 0 is expected')
    return { status: 200, body: desk.requests.since(since) }
  },
  'PUT /_ctl/settings'(desk, body) {
    const mistake = desk.change(body)
    return mistake === null ? { status: 200, body: desk.settings() } : wrong(mistake)
  },
  'PUT /_ctl/faults'(desk, body) {
    const rules = readFaultRules(body)
    if (typeof rules === 'string') return wrong(rules)
    desk.faults.set(rules)
    return { status: 200, body: desk.faults.rules() }
  },
  'PUT /_ctl/seed'(desk, { seed }) {
    if (!isCount(seed, 4_294_967_295)) return wrong('seed: a number of 32 bits is expected')
    desk.faults.seed(seed)
    return DONE_ANSWER
  },
  'GET /_ctl/owners': (desk) => ({ status: 200, body: ownersOf(desk) }),
  'PUT /_ctl/owners'(desk, body) {
    const mistake = setOwners(desk, body)
    return mistake === null ? DONE_ANSWER : wrong(mistake)
  },
  'POST /_ctl/alter'(desk, { payment_id, status, amount_kop }) {
    if (typeof payment_id !== 'string') return wrong('payment_id: a text is expected')
    const isState = status === undefined || status === 'succeeded' || status === 'canceled'
    const isSum = amount_kop === undefined || (isCount(amount_kop, 50_000_000) && amount_kop > 0)
    if (!isState || !isSum) return wrong('status or amount_kop is wrong')
    return desk.payouts.alter(payment_id, {
      ...(status !== undefined && { status }),
      ...(amount_kop !== undefined && { amount_kop }),
    })
      ? DONE_ANSWER
      : { status: 409, body: { error: 'no such payout' } }
  },
  'POST /_ctl/clock/advance'(desk, { seconds }) {
    // Four years: longer than any rule of the dialect, short enough to stay a date.
    if (!isCount(seconds, 126_230_400)) return wrong('seconds: a whole number from 0 is expected')
    desk.advance(seconds)
    return clockAnswer(desk)
  },
  'POST /_ctl/confirm'(desk, { payment_id }) {
    return confirmOrder(desk, payment_id)
      ? DONE_ANSWER
      : { status: 409, body: { error: 'no order waits' } }
  },
  'POST /_ctl/refuse'(desk, { payment_id }) {
    return refuseOrder(desk, payment_id)
      ? DONE_ANSWER
      : { status: 409, body: { error: 'no order waits' } }
  },
  'POST /_ctl/end-sessions'(desk) {
    desk.sessions.clear()
    return DONE_ANSWER
  },
  'POST /_ctl/reset'(desk) {
    desk.reset()
    return DONE_ANSWER
  },
  'POST /_ctl/return'(desk, { payment_id, amount_kop }) {
    if (typeof payment_id !== 'string') return wrong('payment_id: a text is expected')
    if (!isCount(amount_kop, 50_000_000) || amount_kop === 0) {
      return wrong('amount_kop: a whole number from 1 is expected')
    }
    if (desk.payouts.giveBack(payment_id, amount_kop)) return DONE_ANSWER
    return { status: 409, body: { error: 'no succeeded payout with so much left' } }
  },
}

const DONE_ANSWER: Answer = { status: 200, body: { done: true } }

function clockAnswer(desk: BankState): Answer {
  return { status: 200, body: { now: new Date(desk.now()).toISOString() } }
}

function wrong(error: string): Answer {
  return { status: 400, body: { error } }
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
}
