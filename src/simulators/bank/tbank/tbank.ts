import { randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import type { Call, Dialect } from '../dialect.ts'
import type { CallFacts, FaultName } from '../faults.ts'
import { dialectOf, type Payout } from '../payout.ts'
import type { Answer } from '../wire.ts'
import { accountOf, readTransfer } from './order.ts'

/** Payment orders of T-API: one payment for an id for ever, accepted with 201 and no body. */
export const tbank: Dialect = {
  code: 'tbank',
  authorised: (desk, request) =>
    request.headers.authorization === `Bearer ${desk.settings().transfer_token}`,
  failure,
  route(method, path) {
    for (const { pattern, verb, operation } of routes) {
      const found = pattern.exec(path)
      if (found === null) continue
      if (method !== verb) return failure(405, `${method} is not allowed here`)
      return { operation, id: found[1] ?? null }
    }
    return failure(404, 'no such address')
  },
  factsOf,
  carryOut(desk, call, quirks) {
    if (call.operation === 'create') return transfer(desk, call, quirks)
    if (call.operation === 'statement') return { answer: statement(desk, call) }
    return { answer: status(desk, call.id ?? '') }
  },
  distort,
  refuseRepeat: () => failure(422, 'the request cannot be repeated'),
}

const routes = [
  { pattern: /^\/api\/v1\/payment\/ruble-transfer\/pay$/, verb: 'POST', operation: 'create' },
  { pattern: /^\/api\/v1\/payment\/([\w-]{1,64})$/, verb: 'GET', operation: 'status' },
  { pattern: /^\/openapi\/api\/v1\/statement$/, verb: 'GET', operation: 'statement' },
] as const

function factsOf(desk: BankState, { operation, body, id }: Call): Omit<CallFacts, 'dialect'> {
  const asked = operation === 'create' ? (Object(body) as { id?: unknown }).id : id
  const payout = typeof asked === 'string' ? transferOf(desk, asked) : null
  return {
    operation,
    payment_id: typeof asked === 'string' ? asked : null,
    tail: payout?.tail ?? accountOf(body)?.slice(-4) ?? null,
    repeat: operation === 'create' && payout !== null,
    final: payout !== null && payout.status !== 'pending',
  }
}

/** The transfer of an id; a payout of the other dialect is another bank's. */
function transferOf(desk: BankState, id: string): Payout | null {
  const payout = desk.store.payoutOfPayment(id)
  return payout !== null && dialectOf(payout) === 'tbank' ? payout : null
}

function transfer(desk: BankState, call: Call, quirks: string[]): ReturnType<Dialect['carryOut']> {
  if (call.body === undefined) return { answer: failure(400, 'the body is no JSON') }
  return desk.store.together(() => {
    const order = readTransfer(call.text, call.body, desk.settings().transfer_account)
    if (typeof order === 'string') return { answer: failure(422, order) }
    // The same id is the same payment, whatever else the body says: the provider's documents promise no more.
    if (transferOf(desk, order.payment_id) !== null) return { answer: TAKEN }
    const refused = limitProblem(desk, order)
    if (refused !== null) return { answer: failure(422, refused) }
    return { answer: TAKEN, made: desk.payouts.accept(order, quirks) }
  })
}

const TAKEN: Answer = { status: 201, text: '' }

function limitProblem(
  desk: BankState,
  { amount_kop, destination }: { amount_kop: number; destination: Payout['destination'] },
): string | null {
  const { transfer_limit_kop: most, payee_day_count: count } = desk.settings()
  if (most !== null && amount_kop > most) return 'Превышен лимит одного платежа'
  if (count === null || destination.type !== 'account') return null
  const day = 86_400_000
  const since = Math.floor(desk.now() / day) * day
  const today = desk.store.transfersTo(destination.account, since)
  return today >= count ? `Платежей в день одному получателю не больше ${count}` : null
}

function status(desk: BankState, id: string): Answer {
  const known = transferOf(desk, id)
  const hidden = known === null || desk.now() < known.visible_at
  const payout = hidden ? null : desk.payouts.ask(known.id)
  if (payout === null) return failure(desk.settings().unknown_transfer_status, 'Платёж не найден')
  return { status: 200, body: statusBody(payout) }
}

function statusBody({ status: state, reason, payment_id }: Payout): object {
  return {
    status: words[state],
    ...(state === 'canceled' && {
      errorMessage: transferReasons[reason ?? ''] ?? 'Платёж отклонён',
    }),
    meta: { paymentId: payment_id },
  }
}

const words = { pending: 'IN_PROGRESS', succeeded: 'EXECUTED', canceled: 'FAILED' } as const

export const transferReasons: Record<string, string> = {
  insufficient_funds: 'Недостаточно средств на счёте',
  recipient_not_found: 'Счёт получателя не найден',
  recipient_check_failed: 'Наименование получателя не совпало со счётом',
  fraud_suspected: 'Операция приостановлена по подозрению в мошенничестве',
}

function statement(desk: BankState, { query }: Call): Answer {
  if (query.get('accountNumber') !== desk.settings().transfer_account)
    return failure(422, 'Счёт не найден')
  return {
    status: 200,
    body: { operations: [], balances: { outgoing: desk.payouts.balanceKop() / 100 } },
  }
}

function distort(name: FaultName, healthy: Answer): Answer | undefined {
  switch (name) {
    case 'search_lag':
      return failure(422, 'Платёж не найден')
    case 'foreign_answer':
      return healthy.status === 200
        ? { ...healthy, body: { status: 'EXECUTED', meta: { paymentId: randomUUID() } } }
        : healthy
    case 'unknown_status':
      return withStatus(healthy, 'ON_REVIEW')
    case 'status_flap':
      return withStatus(healthy, 'IN_PROGRESS')
    case 'cancelled':
      return withStatus(healthy, 'CANCELLED')
    default:
      return undefined
  }
}

function withStatus(healthy: Answer, state: string): Answer {
  return healthy.status === 200 ? { ...healthy, body: { status: state } } : healthy
}

/** The dialect's error object. */
function failure(code: number, errorMessage: string): Answer {
  return {
    status: code,
    body: { errorId: randomUUID(), errorMessage, errorCode: codes[code] ?? 'INTERNAL_ERROR' },
  }
}

const codes: Record<number, string> = {
  400: 'INVALID_DATA',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'INVALID_DATA',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'TOO_MANY_REQUESTS',
}
