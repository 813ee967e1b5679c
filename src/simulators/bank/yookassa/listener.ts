import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BankState } from '../bank-state.ts'
import { type CallFacts, lastingFaults, type Strike } from '../faults.ts'
import { triggerOf } from '../triggers.ts'
import { type Answer, parseJson, readText, send } from '../wire.ts'
import { amountText } from '../payout.ts'
import { failure, type PayoutBody } from './answers.ts'
import { type Call, carryOut, liveKey, route } from './calls.ts'
import { tailOf } from './order.ts'

/** The provider's port: log, authorisation, rate, route, then the call with at most one fault. */
export function yookassaListener(desk: BankState) {
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
    if (text === null) return send(response, failure(413, 'the body is too long'))
    const refused = gate(desk, request, overRate)
    if (refused !== null) return send(response, refused)
    const routed = route(method, url.pathname)
    if ('status' in routed) return send(response, routed)
    if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? '')) {
      return send(response, failure(415, 'application/json is expected'))
    }
    const key = headers['idempotence-key'] as string | undefined
    const call: Call = { ...routed, query: url.searchParams, key, text, body: parseJson(text) }
    const facts = factsOf(desk, call)
    const strike = desk.faults.strike(facts)
    entry.fault = strike?.name ?? null
    answer(desk, call, { facts, strike, response })
  }
}

function gate(desk: BankState, request: IncomingMessage, overRate: () => boolean): Answer | null {
  const stopped = desk.faults.stopped()
  if (stopped !== null) return failure(stopped, 'the shop is closed')
  const { shop_id, secret } = desk.settings()
  const expected = `Basic ${Buffer.from(`${shop_id}:${secret}`).toString('base64')}`
  if (request.headers.authorization !== expected) return failure(401, 'wrong shop id or secret key')
  return overRate() ? { ...failure(429, 'too many calls'), headers: { 'retry-after': '1' } } : null
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

function factsOf(desk: BankState, call: Call): CallFacts {
  const { operation } = call
  if (operation === 'create') {
    const { metadata } = Object(call.body) as { metadata?: unknown }
    const { payment_id } = Object(metadata) as { payment_id?: unknown }
    return {
      operation,
      payment_id: typeof payment_id === 'string' ? payment_id : null,
      tail: tailOf(call.body),
      repeat: liveKey(desk, call) !== null,
      final: false,
    }
  }
  const asked = call.query.get('metadata[payment_id]')
  const payout =
    operation === 'status'
      ? desk.store.payout(call.id ?? '')
      : asked === null
        ? null
        : desk.store.payoutOfPayment(asked)
  return {
    operation,
    payment_id: payout?.payment_id ?? asked,
    tail: payout?.tail ?? null,
    repeat: false,
    final: payout !== null && payout.status !== 'pending',
  }
}

type Circumstances = { facts: CallFacts; strike: Strike | null; response: ServerResponse }

function answer(desk: BankState, call: Call, { facts, strike, response }: Circumstances): void {
  const instead = strike && insteadOfWork(strike)
  if (instead === 'hold') return hold(desk, response)
  if (instead) return send(response, instead)
  const quirks = strike !== null && lastingFaults.has(strike.name) ? [strike.name] : []
  const healthy = carryOut(desk, call, quirks)
  const payout =
    call.operation === 'create' && healthy.status === 200 && !facts.repeat
      ? desk.store.payout((healthy.body as PayoutBody).id)
      : null
  if (strike === null) {
    const trigger = payout && triggerOf({ type: payout.destination.type, digits: payout.tail })
    return trigger === 'timeout_after_accept' ? hold(desk, response) : send(response, healthy)
  }
  if (strike.name === 'webhook_before_response' && payout?.status === 'pending') {
    desk.payouts.settle(payout)
  }
  spoil(desk, { strike, healthy, response })
}

// Faults that keep the work from being done at all.
function insteadOfWork({ name, rule }: Strike): Answer | 'hold' | null {
  switch (name) {
    case 'timeout_before':
      return 'hold'
    case '500_before':
      return failure(500, 'result unknown')
    case '429': {
      const wait = rule.retry_after
      const refusal = failure(429, 'too many calls')
      return wait === undefined ? refusal : { ...refusal, headers: { 'retry-after': String(wait) } }
    }
    case '401_from_now':
      return failure(401, 'wrong shop id or secret key')
    case '403_from_now':
      return failure(403, 'the shop is closed')
    case '4xx_on_repeat':
      return failure(400, 'the request cannot be repeated')
    default:
      return null
  }
}

// Faults that strike after the work is done.
function spoil(
  desk: BankState,
  { strike, healthy, response }: { strike: Strike; healthy: Answer; response: ServerResponse },
): void {
  switch (strike.name) {
    case 'timeout_after_accept':
      return hold(desk, response)
    case 'reset_after_accept':
      response.socket?.resetAndDestroy()
      return
    case '500_after_accept':
      return send(response, failure(500, 'result unknown'))
    case 'garbage_json':
      return send(response, { status: 200, text: JSON.stringify(healthy.body).slice(0, -7) })
    case '200_empty':
      return send(response, { status: 200, text: '' })
    case 'slow':
      return sendLater(response, healthy, strike.rule.delay_ms ?? desk.settings().slow_ms)
    case 'webhook_before_response':
      // Long enough for a notification on loopback to arrive first.
      return sendLater(response, healthy, strike.rule.delay_ms ?? 200)
    case 'search_lag':
      return send(response, { status: 200, body: { type: 'list', items: [] } })
    case 'wrong_amount':
      return send(response, distortAnswer(healthy, withOneRoubleMore))
    case 'unknown_status':
      return send(
        response,
        distortAnswer(healthy, (body) => ({ ...body, status: 'on_review' })),
      )
    case 'status_flap':
      return send(
        response,
        distortAnswer(healthy, (body) => ({ ...body, status: 'pending' })),
      )
    default:
      return send(response, healthy)
  }
}

function hold(desk: BankState, response: ServerResponse): void {
  sendLater(response, failure(500, 'result unknown'), desk.settings().hold_ms)
}

function sendLater(response: ServerResponse, answer: Answer, delay_ms: number): void {
  const timer = setTimeout(() => send(response, answer), delay_ms)
  response.on('close', () => clearTimeout(timer))
}

function distortAnswer(healthy: Answer, change: (body: PayoutBody) => PayoutBody): Answer {
  if (healthy.status !== 200) return healthy
  const body = healthy.body as PayoutBody | { items: PayoutBody[] }
  if ('items' in body && Array.isArray(body.items)) {
    return { ...healthy, body: { ...body, items: (body.items as PayoutBody[]).map(change) } }
  }
  return 'amount' in body ? { ...healthy, body: change(body) } : healthy
}

function withOneRoubleMore(body: PayoutBody): PayoutBody {
  const kop = Number(body.amount.value.replace('.', '')) + 100
  return { ...body, amount: { ...body.amount, value: amountText(kop) } }
}
