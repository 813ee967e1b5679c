import { randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import type { Call, Dialect } from '../dialect.ts'
import type { CallFacts, FaultName } from '../faults.ts'
import type { Answer } from '../wire.ts'
import { amountText } from '../payout.ts'
import { failure, type PayoutBody } from './answers.ts'
import { carryOut, liveKey, route } from './calls.ts'
import { tailOf } from './order.ts'
import { cardOfToken } from './widget/card-tokens.ts'

/** Payouts of YooKassa to cards, phones and wallets. */
export const yookassa: Dialect = {
  code: 'yookassa',
  authorised(desk, request) {
    const { shop_id, secret } = desk.settings()
    const expected = `Basic ${Buffer.from(`${shop_id}:${secret}`).toString('base64')}`
    return request.headers.authorization === expected
  },
  failure,
  route,
  factsOf,
  carryOut(desk, call, quirks) {
    const answer = carryOut(desk, call, quirks)
    const isMade = call.operation === 'create' && answer.status === 200
    return { answer, made: isMade ? desk.store.payout((answer.body as PayoutBody).id) : null }
  },
  distort,
  refuseRepeat: () => failure(400, 'the request cannot be repeated'),
}

function factsOf(desk: BankState, call: Call): Omit<CallFacts, 'dialect'> {
  const { operation } = call
  if (operation === 'create') {
    const { metadata } = Object(call.body) as { metadata?: unknown }
    const { payment_id } = Object(metadata) as { payment_id?: unknown }
    return {
      operation,
      payment_id: typeof payment_id === 'string' ? payment_id : null,
      tail: tailOf(call.body, (token) => cardOfToken(desk, token)),
      repeat: liveKey(desk, call) !== null,
      final: false,
    }
  }
  if (operation === 'payee_name') {
    const { phone } = Object(call.body) as { phone?: unknown }
    const tail = typeof phone === 'string' ? phone.slice(-4) : null
    return { operation, payment_id: null, tail, repeat: false, final: false }
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

function distort(name: FaultName, healthy: Answer): Answer | undefined {
  switch (name) {
    case 'search_lag':
      return { status: 200, body: { type: 'list', items: [] } }
    case 'other_name':
      return withName(healthy, 'Пётр Петрович П.')
    case 'no_name':
      return withName(healthy, null)
    case 'no_payee':
      return failure(404, 'no such payee in the fast payment system')
    case 'wrong_amount':
      return distortAnswer(healthy, withOneRoubleMore)
    case 'foreign_answer':
      return distortAnswer(healthy, aboutAnother)
    case 'unknown_status':
      return distortAnswer(healthy, (body) => ({ ...body, status: 'on_review' }))
    case 'status_flap':
      return distortAnswer(healthy, (body) => ({ ...body, status: 'pending' }))
    default:
      return undefined
  }
}

function distortAnswer(healthy: Answer, change: (body: PayoutBody) => PayoutBody): Answer {
  if (healthy.status !== 200) return healthy
  const body = healthy.body as PayoutBody | { items: PayoutBody[] }
  if ('items' in body && Array.isArray(body.items)) {
    return { ...healthy, body: { ...body, items: (body.items as PayoutBody[]).map(change) } }
  }
  return 'amount' in body ? { ...healthy, body: change(body) } : healthy
}

/** Another program's payout of the same sum, carried out. */
function aboutAnother(body: PayoutBody): PayoutBody {
  const metadata = { payment_id: randomUUID() }
  return { ...body, id: `po-${randomUUID()}`, status: 'succeeded', metadata }
}

function withName(healthy: Answer, name: string | null): Answer {
  return healthy.status === 200 ? { status: 200, body: { name } } : healthy
}

function withOneRoubleMore(body: PayoutBody): PayoutBody {
  const kop = Number(body.amount.value.replace('.', '')) + 100
  return { ...body, amount: { ...body.amount, value: amountText(kop) } }
}
