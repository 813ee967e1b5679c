import { createHmac, randomUUID } from 'node:crypto'
import type { BankState } from '../bank-state.ts'
import type { Call } from '../dialect.ts'
import type { Operation } from '../faults.ts'
import { amountText, type Payout } from '../payout.ts'
import type { Answer } from '../wire.ts'
import { failure, payoutBody } from './answers.ts'
import { list, search } from './lists.ts'
import { readOrder } from './order.ts'
import { payeeName } from './payee-name.ts'
import { sbpBanks } from './sbp-banks.ts'
import { cardOfToken } from './widget/card-tokens.ts'

/** Which call a method and a path mean: the operation, or the error to answer. */
export function route(method: string, path: string): Pick<Call, 'operation' | 'id'> | Answer {
  for (const [pattern, byMethod] of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const operation = byMethod[method]
    if (operation === undefined) return failure(405, `${method} is not allowed here`)
    return { operation, id: found[1] ?? null }
  }
  return failure(404, 'no such address')
}

const routes: [RegExp, Record<string, Operation>][] = [
  [/^\/v3\/payouts$/, { POST: 'create', GET: 'list' }],
  [/^\/v3\/payouts\/search$/, { GET: 'search' }],
  [/^\/v3\/payouts\/([\w-]{1,64})$/, { GET: 'status' }],
  [/^\/v3\/personal_data$/, { POST: 'personal_data' }],
  [/^\/v3\/personal_data\/([\w-]{1,64})$/, { GET: 'personal_data' }],
  [/^\/v3\/payee_names$/, { POST: 'payee_name' }],
  [/^\/v3\/sbp_banks$/, { GET: 'sbp_banks' }],
  [/^\/v3\/me$/, { GET: 'me' }],
]

/** Carries a call out and answers it as a healthy provider would; `quirks` stay with a payout made here. */
export function carryOut(desk: BankState, call: Call, quirks: string[]): Answer {
  switch (call.operation) {
    case 'create':
      return create(desk, call, quirks)
    case 'status': {
      const payout = desk.payouts.ask(call.id ?? '')
      return payout === null ? failure(404, 'no such payout') : payoutAnswer(payout)
    }
    case 'search':
      return search(desk.store, call.query, desk.now())
    case 'list':
      return list(desk.store, call.query, desk.settings().list_most)
    case 'personal_data':
      return call.id === null ? createPayee(desk, call) : showPayee(desk, call.id)
    case 'payee_name':
      return payeeName(desk, call.body)
    case 'sbp_banks':
      return { status: 200, body: { type: 'list', items: sbpBanks } }
    case 'me':
      return { status: 200, body: aboutShop(desk) }
    // Calls of the other dialects have no route here.
    default:
      return failure(404, 'no such address')
  }
}

function create(desk: BankState, call: Call, quirks: string[]): Answer {
  return oncePerKey(desk, call, {
    repeat: (id) => {
      const payout = desk.store.payout(id)
      return payout === null ? failure(404, 'no such payout') : payoutAnswer(payout)
    },
    create: () => {
      const isForgotten = quirks.includes('token_forgotten')
      const order = readOrder(call.body, {
        isKnownPayee: (id) => desk.store.payee(id) !== null,
        cardOfToken: (token) => (isForgotten ? null : cardOfToken(desk, token)),
      })
      if ('parameter' in order) return failure(400, order.description, order.parameter)
      const payout = desk.payouts.accept(order, quirks)
      return { id: payout.id, answer: payoutAnswer(payout) }
    },
  })
}

function createPayee(desk: BankState, call: Call): Answer {
  return oncePerKey(desk, call, {
    repeat: (id) => showPayee(desk, id),
    create: () => {
      const { type, last_name, first_name } = Object(call.body) as Record<string, unknown>
      if (type !== 'sbp_payout_recipient' && type !== 'payout_statement_recipient') {
        return failure(400, 'type: unknown', 'type')
      }
      if (!isName(last_name) || !isName(first_name)) {
        return failure(400, 'last_name and first_name are needed', 'last_name')
      }
      const id = randomUUID()
      // The names themselves are not kept: the check's result is chosen by the payee's digits.
      const created_at = new Date(desk.now()).toISOString()
      desk.store.addPayee(id, { id, type, status: 'active', created_at })
      return { id, answer: showPayee(desk, id) }
    },
  })
}

function showPayee(desk: BankState, id: string): Answer {
  const payee = desk.store.payee(id)
  return payee === null ? failure(404, 'no such personal data') : { status: 200, body: payee }
}

// The key's rule: same key and body give the same object as it is now; an expired key makes a new one.
function oncePerKey(
  desk: BankState,
  call: Call,
  object: { repeat: (id: string) => Answer; create: () => Answer | { id: string; answer: Answer } },
): Answer {
  const { key, text } = call
  if (key === undefined || key === '' || key.length > 64) {
    return failure(400, 'Idempotence-Key of 1 to 64 characters is needed', 'Idempotence-Key')
  }
  if (call.body === undefined) return failure(400, 'the body is no JSON')
  const body_mac = createHmac('sha256', desk.store.fact('mac_key') ?? '')
    .update(text)
    .digest('hex')
  return desk.store.together(() => {
    const used = liveKey(desk, call)
    if (used !== null) {
      if (used.body_mac === body_mac) return object.repeat(used.object_id)
      return failure(400, 'the key was used with another body', 'Idempotence-Key')
    }
    const made = object.create()
    if (!('answer' in made)) return made
    desk.store.useKey(call.operation, key, { body_mac, object_id: made.id, first_at: desk.now() })
    return made.answer
  })
}

/** The key's earlier use, while the provider remembers it. */
export function liveKey(desk: BankState, call: Pick<Call, 'operation' | 'key'>) {
  const used = call.key === undefined ? null : desk.store.usedKey(call.operation, call.key)
  if (used === null) return null
  const age = desk.now() - used.first_at
  return age < desk.settings().key_lifetime_seconds * 1000 ? used : null
}

function aboutShop(desk: BankState) {
  return {
    account_id: desk.settings().shop_id,
    status: 'enabled',
    test: true,
    payout_methods: ['bank_card', 'sbp', 'yoo_money'],
    payout_balance: { value: amountText(Math.max(0, desk.payouts.balanceKop())), currency: 'RUB' },
  }
}

function payoutAnswer(payout: Payout): Answer {
  return { status: 200, body: payoutBody(payout) }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200
}
