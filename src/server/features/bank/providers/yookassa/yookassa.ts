import { ownValue } from '#contract/core/own-value.ts'
import {
  bankProvider,
  NOT_TOLD,
  type BankAccess,
  type BankClaim,
  type BankClient,
  type CardScript,
  type CheckAnswer,
  type PayoutOrder,
  type ReadAnswer,
  type SbpMember,
  type BankPayout,
  type PayoutPage,
} from '../provider.ts'
import { bankCall, noAnswer, type Reply } from '../bank-call.ts'
import { amountText, jsonFields, quoteBank } from '../bank-text.ts'
import { reasons, stateWords } from './reasons.ts'

/** Payouts of YooKassa to cards and phones (payments.md 4.1). */
export const yookassa = bankProvider('yookassa', {
  addresses: ({ sandboxUrl }) => [
    'https://api.yookassa.ru/v3',
    ...(sandboxUrl === undefined ? [] : [sandboxUrl]),
  ],
  payerAccount: false,
  fields: {
    shop_id: {
      label: 'Номер шлюза выплат',
      kind: 'text',
      hint: 'Стоит у шлюза выплат вверху кабинета (agentId). Это не номер магазина',
    },
    secret_key: {
      label: 'Секретный ключ выплат',
      kind: 'secret',
      hint: 'Из окна, которое открылось после выпуска ключа',
    },
  },
  // https://yookassa.ru/developers/using-api/webhooks#ip
  notifiers: ({ sandboxUrl }) => [
    '185.71.76.0/27',
    '185.71.77.0/27',
    '77.75.153.0/25',
    '77.75.154.128/25',
    '77.75.156.11',
    '77.75.156.35',
    '2a02:5180::/32',
    ...(sandboxUrl === undefined ? [] : ['127.0.0.1']),
  ],
  payerKey: 'shop_id',
  cardForm,
  limits: {
    min_kop: 100,
    per_payment_kop: 50_000_000,
    per_day_kop: 300_000_000,
    per_month_kop: 3_000_000_000,
    payee_day_count: 20,
    payee_month_kop: 150_000_000,
  },
  leastKop: { card: 500 },
  keyLifetimeHours: 24,
  comparedAtOnce: 200,
  listedKinds: ['sbp', 'card'],
  reasons,
  stateWords,
  open: payoutGateway,
})

/**
 * The widget of payouts, at the site of the provider or beside a simulator's API:
 * https://yookassa.ru/developers/payouts/making-payouts/bank-card/using-payout-widget/implementing-widget
 */
function cardForm(address: string): CardScript {
  const { origin } = new URL(address)
  const isReal = origin === 'https://api.yookassa.ru'
  return {
    script: `${isReal ? 'https://yookassa.ru' : origin}/payouts-data/3.1.0/widget.js`,
    sources: isReal
      ? ['https://*.yookassa.ru', 'https://yoomoney.ru', 'https://*.yoomoney.ru']
      : [],
  }
}

function payoutGateway({ address, keys }: BankAccess<'shop_id' | 'secret_key'>): BankClient {
  const pair = Buffer.from(`${keys.shop_id}:${keys.secret_key}`).toString('base64')
  const get = (path: string) =>
    bankCall(`${address}${path}`, {
      method: 'GET',
      headers: { authorization: `Basic ${pair}` },
    })
  return {
    bodyOf,
    async send(order) {
      const reply = await bankCall(`${address}/payouts`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${pair}`,
          'content-type': 'application/json',
          'idempotence-key': order.id,
        },
        body: bodyOf(order),
      })
      return answerOf(reply, 'send', singlePayout)
    },
    async status(ref) {
      return answerOf(await get(`/payouts/${encodeURIComponent(ref)}`), 'ask', singlePayout)
    },
    async find(paymentId) {
      const query = new URLSearchParams({ 'metadata[payment_id]': paymentId, limit: '100' })
      return answerOf(await get(`/payouts/search?${query.toString()}`), 'ask', foundPayouts)
    },
    async list(from, to, page) {
      const query = new URLSearchParams({
        'created_at.gte': from,
        'created_at.lt': to,
        limit: '100',
      })
      if (page !== null) query.set('cursor', page)
      const reply = await get(`/payouts?${query.toString()}`)
      return 'failed' in reply || reply.status !== 200 ? undefined : payoutPage(reply.body)
    },
    async check() {
      return checkOf(await get('/me'))
    },
    async sbpBanks() {
      const reply = await get('/sbp_banks')
      return 'failed' in reply || reply.status !== 200 ? undefined : membersOf(reply.body)
    },
  }
}

/** The words of its states; any other is in work. */
const STATUSES: Readonly<Record<string, BankPayout['status']>> = {
  pending: 'processing',
  succeeded: 'paid',
  canceled: 'rejected',
}

/** A page of `GET /payouts`; undefined when one of its payouts cannot be read. */
function payoutPage(body: unknown): PayoutPage | undefined {
  const { items, next_cursor: next } = jsonFields(body)
  if (!Array.isArray(items)) return undefined
  const payouts = items.slice(0, 100).map(payoutClaim)
  if (!payouts.every((one) => one !== undefined)) return undefined
  return { payouts, next: typeof next === 'string' && next !== '' ? next : null }
}

/** A payout of any of its answers, which tell everything of it; undefined when it cannot be read. */
export function payoutClaim(body: unknown): BankClaim | undefined {
  const { id, status, amount, metadata, payout_destination: to, ...rest } = jsonFields(body)
  if (typeof id !== 'string' || id === '' || id.length > 120) return undefined
  if (typeof status !== 'string' || status === '') return undefined
  const { value, currency } = jsonFields(amount)
  if (typeof value !== 'string' || !/^\d{1,13}\.\d{2}$/.test(value)) return undefined
  const { reason } = jsonFields(rest['cancellation_details'])
  const known = ownValue(STATUSES, status)
  return {
    ref: id,
    status: known ?? 'processing',
    bankStatus: status.slice(0, 100),
    known: known !== undefined,
    reason: typeof reason === 'string' ? reason.slice(0, 60) : null,
    ourId: textOf(jsonFields(metadata)['payment_id']),
    amountKop: Number(value.replace('.', '')),
    currency: textOf(currency),
    payee: payeeOf(jsonFields(to)),
  }
}

/** `payout_destination`: of a card its first six and last four digits, of СБП the phone and the bank. */
function payeeOf({
  type,
  phone,
  bank_id: bankId,
  card,
}: Record<string, unknown>): BankClaim['payee'] {
  if (type === 'sbp' && typeof phone === 'string' && typeof bankId === 'string')
    return { kind: 'sbp', phone: phone.slice(0, 20), bankId }
  const { last4 } = jsonFields(card)
  if (type === 'bank_card' && typeof last4 === 'string')
    return { kind: 'card', last4: last4.slice(-4) }
  return type === undefined ? NOT_TOLD : null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 60) : null)

/** `GET /me` answers any holder of the keys of the payout gateway; any other outcome is explained in words. */
function checkOf(reply: Reply): CheckAnswer {
  if ('failed' in reply) return { ok: false, why: `Банк не отвечает (${reply.why})` }
  const { status } = reply
  if (status === 401 || status === 403)
    return { ok: false, why: `Банк не принял ключи (ответ ${status})` }
  if (status !== 200) return { ok: false, why: `Банк ответил ошибкой ${status}` }
  const { status: state } = jsonFields(reply.body)
  if (typeof state !== 'string') return { ok: false, why: 'Ответ банка не понят' }
  return state === 'enabled' ? { ok: true } : { ok: false, why: 'Банк отключил этот шлюз выплат' }
}

function bodyOf(order: PayoutOrder): string {
  return JSON.stringify({
    amount: { value: amountText(order.amountKop), currency: 'RUB' },
    ...destinationOf(order.destination),
    description: order.description,
    metadata: { payment_id: order.id },
  })
}

function destinationOf(to: PayoutOrder['destination']): object {
  if (to.kind === 'account') throw new Error('YooKassa pays to no account')
  if (to.kind === 'sbp')
    return {
      payout_destination_data: {
        type: 'sbp',
        phone: to.phone.replace('+', ''),
        bank_id: to.bankId,
      },
    }
  if (to.number === undefined) return { payout_token: to.token }
  return { payout_destination_data: { type: 'bank_card', card: { number: to.number } } }
}

/** payments.md 3.4: what a status of HTTP says about our money. */
function answerOf(
  reply: Reply,
  asked: 'send' | 'ask',
  read: (body: unknown) => BankClaim[] | undefined,
): ReadAnswer {
  if ('failed' in reply) return noAnswer(reply.failed, reply.why)
  const { status } = reply
  const bankError = errorOf(reply)
  if (status >= 200 && status < 300) {
    const payouts = read(reply.body)
    if (!payouts)
      return { outcome: 'ambiguous', payouts: [], httpStatus: status, errorCode: 'broken' }
    const outcome = payouts.length > 0 ? 'accepted' : 'not_found'
    return { outcome, payouts, httpStatus: status }
  }
  if (status === 429)
    return {
      ...bankError,
      outcome: 'throttled',
      ...(reply.retryAfter !== undefined && { retryAfter: reply.retryAfter }),
    }
  if (status === 401 || status === 403) return { ...bankError, outcome: 'config' }
  if (asked === 'send' && status === 400) return { ...bankError, outcome: 'refused' }
  if (asked === 'send' && [404, 405, 415].includes(status))
    return { ...bankError, outcome: 'config' }
  if (asked === 'ask' && status === 404) return { ...bankError, outcome: 'not_found' }
  return { ...bankError, outcome: 'ambiguous' }
}

function errorOf({ status, body }: Extract<Reply, { status: number }>) {
  const { code, description, parameter } = jsonFields(body)
  const text = [description, parameter].filter((part) => typeof part === 'string').join(': ')
  return {
    payouts: [],
    httpStatus: status,
    errorCode: errorCode(code, parameter) ?? `http_${status}`,
    ...(text !== '' && { errorText: quoteBank(text) }),
  }
}

/** A token that the provider knows no more is told from other wrong requests, since typing the card again mends it. */
function errorCode(code: unknown, parameter: unknown): string | undefined {
  if (typeof code !== 'string') return undefined
  return code === 'invalid_request' && parameter === 'payout_token'
    ? 'token_invalid'
    : code.slice(0, 60)
}

function foundPayouts(body: unknown): BankClaim[] | undefined {
  const { items } = jsonFields(body)
  if (!Array.isArray(items)) return undefined
  const found = items.slice(0, 100).map(payoutClaim)
  return found.every((one) => one !== undefined) ? found : undefined
}

function singlePayout(body: unknown): BankClaim[] | undefined {
  const claim = payoutClaim(body)
  return claim && [claim]
}

function membersOf(body: unknown): SbpMember[] | undefined {
  const { items } = jsonFields(body)
  if (!Array.isArray(items)) return undefined
  return items.slice(0, 1000).flatMap((item) => {
    const { bank_id, name, bic } = jsonFields(item)
    if (typeof bank_id !== 'string' || typeof name !== 'string') return []
    return [{ bank_id, name: name.slice(0, 150), bic: typeof bic === 'string' ? bic : null }]
  })
}
