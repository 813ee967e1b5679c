import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BankState } from './bank-state.ts'
import { type CallFacts, type FaultName, type Operation, quirksOf, type Strike } from './faults.ts'
import type { DialectCode, Payout } from './payout.ts'
import { triggerOf } from './triggers.ts'
import { type Answer, parseJson, readText, send } from './wire.ts'

/** One routed call, after its authorisation. */
export type Call = {
  operation: Operation
  id: string | null
  query: URLSearchParams
  key: string | undefined
  text: string
  /** The parsed body, undefined when it is no JSON. */
  body: unknown
}

/** What one provider's protocol says in its own way; the rest of a call is the same for all. */
export type Dialect = {
  code: DialectCode
  authorised: (desk: BankState, request: IncomingMessage) => boolean
  failure: (status: RefusedStatus, text: string) => Answer
  /** Which call a method and a path mean, or the error to answer. */
  route: (method: string, path: string) => Pick<Call, 'operation' | 'id'> | Answer
  factsOf: (desk: BankState, call: Call) => Omit<CallFacts, 'dialect'>
  /** Carries a call out and answers it as a healthy provider would; `quirks` stay with a payout made here. */
  carryOut: (
    desk: BankState,
    call: Call,
    quirks: string[],
  ) => { answer: Answer; made?: Payout | null }
  /** A healthy answer as a fault shows it; undefined for a fault that changes no words. */
  distort: (name: FaultName, healthy: Answer) => Answer | undefined
  refuseRepeat: () => Answer
}
type RefusedStatus = 401 | 403 | 413 | 415 | 429 | 500

/** A provider's port: log, authorisation, rate, route, then the call with at most one fault. */
export function dialectListener(desk: BankState, dialect: Dialect) {
  const overRate = rateCounter(desk)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://bank')
    const text = await readText(request)
    const { method = '', headers } = request
    const entry = desk.requests.add({
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      body: text ?? '',
    })
    response.on('close', () => {
      entry.status = response.headersSent ? response.statusCode : null
    })
    desk.payouts.settleDue()
    if (text === null) return send(response, dialect.failure(413, 'the body is too long'))
    const refused = gate(desk, dialect, request) ?? (overRate() ? tooMany(dialect, 1) : null)
    if (refused !== null) return send(response, refused)
    const routed = dialect.route(method, url.pathname)
    if ('status' in routed) return send(response, routed)
    if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? '')) {
      return send(response, dialect.failure(415, 'application/json is expected'))
    }
    const key = headers['idempotence-key'] as string | undefined
    const call: Call = { ...routed, query: url.searchParams, key, text, body: parseJson(text) }
    const facts = { ...dialect.factsOf(desk, call), dialect: dialect.code }
    desk.counts.add(facts)
    const strike = desk.faults.strike(facts)
    entry.fault = strike?.name ?? null
    answer({ desk, dialect, response }, call, facts, strike)
  }
}

function gate(desk: BankState, dialect: Dialect, request: IncomingMessage): Answer | null {
  const stopped = desk.faults.stopped(dialect.code)
  if (stopped !== null) return dialect.failure(stopped, 'access is closed')
  return dialect.authorised(desk, request) ? null : dialect.failure(401, 'wrong credentials')
}

function tooMany(dialect: Dialect, wait?: number): Answer {
  const refusal = dialect.failure(429, 'too many calls')
  return wait === undefined ? refusal : { ...refusal, headers: { 'retry-after': String(wait) } }
}

function rateCounter(desk: BankState): () => boolean {
  let second = 0
  let calls = 0
  return () => {
    const current = Math.floor(desk.now() / 1000)
    calls = current === second ? calls + 1 : 1
    second = current
    return calls > (desk.settings().rate_per_second ?? Infinity)
  }
}

type Serving = { desk: BankState; dialect: Dialect; response: ServerResponse }

function answer(to: Serving, call: Call, facts: CallFacts, strike: Strike | null): void {
  const { desk, dialect, response } = to
  const instead = strike && insteadOfWork(dialect, strike)
  if (instead === 'hold') return hold(to)
  if (instead) return send(response, instead)
  const { answer: healthy, made } = dialect.carryOut(desk, call, quirksOf(strike))
  const payout = facts.repeat ? null : (made ?? null)
  if (strike === null) {
    const trigger = payout && triggerOf({ type: payout.destination.type, digits: payout.tail })
    return trigger === 'timeout_after_accept' ? hold(to) : send(response, healthy)
  }
  if (strike.name === 'webhook_before_response' && payout?.status === 'pending') {
    desk.payouts.settle(payout)
  }
  spoil(to, strike, healthy)
}

// Faults that keep the work from being done at all.
function insteadOfWork(dialect: Dialect, { name, rule }: Strike): Answer | 'hold' | null {
  switch (name) {
    case 'timeout_before':
      return 'hold'
    case '500_before':
      return dialect.failure(500, 'result unknown')
    case '429':
      return tooMany(dialect, rule.retry_after)
    case '401_from_now':
      return dialect.failure(401, 'wrong credentials')
    case '403_from_now':
      return dialect.failure(403, 'access is closed')
    case '4xx_on_repeat':
      return dialect.refuseRepeat()
    default:
      return null
  }
}

// Faults that strike after the work is done.
function spoil(to: Serving, { name, rule }: Strike, healthy: Answer): void {
  const { desk, dialect, response } = to
  switch (name) {
    case 'timeout_after_accept':
      return hold(to)
    case 'reset_after_accept':
      response.socket?.resetAndDestroy()
      return
    case '500_after_accept':
      return send(response, dialect.failure(500, 'result unknown'))
    case 'garbage_json':
      return send(response, {
        status: 200,
        text: `${JSON.stringify(healthy.body ?? {})}`.slice(0, -7) || '{',
      })
    case '200_empty':
      return send(response, { status: 200, text: '' })
    case 'slow':
      return sendLater(response, healthy, rule.delay_ms ?? desk.settings().slow_ms)
    case 'webhook_before_response':
      // Long enough for a notification on loopback to arrive first.
      return sendLater(response, healthy, rule.delay_ms ?? 200)
    default:
      return send(response, dialect.distort(name, healthy) ?? healthy)
  }
}

function hold({ desk, dialect, response }: Serving): void {
  sendLater(response, dialect.failure(500, 'result unknown'), desk.settings().hold_ms)
}

function sendLater(response: ServerResponse, answer: Answer, delay_ms: number): void {
  const timer = setTimeout(() => send(response, answer), delay_ms)
  response.on('close', () => clearTimeout(timer))
}
