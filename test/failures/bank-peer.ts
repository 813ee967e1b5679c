import { randomUUID } from 'node:crypto'
import { type Bank, startBank } from '#simulators/bank/bank.ts'
import type { LoggedRequest } from '#simulators/bank/request-log.ts'
import { defaultSettings, type Settings } from '#simulators/bank/settings.ts'
import type { CardData } from '#simulators/bank/yookassa/widget/card-tokens.ts'

/** A payout as the bank's dialect shows it: only what tests read. */
export interface ShownPayout {
  id: string
  status: string
  amount: { value: string; currency: string }
  metadata?: Record<string, string>
  cancellation_details?: { party: string; reason: string }
  payout_destination: Record<string, unknown>
}

export interface BankReply<T> {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is no JSON. */
  body: T
}

/** A running bank in memory (or in a file) with a plain client for its dialect and for its control. */
export async function openBankPeer(settings: Partial<Settings> = {}, file: string | null = null) {
  const bank = await startBank({ file, settings })
  return { bank, ...callsOf(bank, { ...defaultSettings, ...settings }) }
}

function callsOf(bank: Bank, settings: Settings) {
  const pair = Buffer.from(`${settings.shop_id}:${settings.secret}`).toString('base64')

  async function call<T = ShownPayout>(
    method: string,
    path: string,
    more: {
      key?: string
      body?: unknown
      headers?: Record<string, string>
      limit_ms?: number
    } = {},
  ): Promise<BankReply<T>> {
    const response = await fetch(`${bank.api}${path}`, {
      method,
      headers: {
        authorization: `Basic ${pair}`,
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
        ...(more.key !== undefined && { 'idempotence-key': more.key }),
        ...more.headers,
      },
      ...(more.body !== undefined && { body: asText(more.body) }),
      ...(more.limit_ms !== undefined && { signal: AbortSignal.timeout(more.limit_ms) }),
    })
    return read(response)
  }

  async function control<T = unknown>(
    method: string,
    name: string,
    body?: unknown,
  ): Promise<BankReply<T>> {
    const response = await fetch(`${bank.control}/_ctl/${name}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return read(response)
  }

  return {
    call,
    control,
    create: (body: unknown, key: string = randomUUID(), limit_ms?: number) =>
      call('POST', '/payouts', { key, body, ...(limit_ms !== undefined && { limit_ms }) }),
    ask: (id: string) => call('GET', `/payouts/${id}`),
    find: (paymentId: string) =>
      call<{ items: ShownPayout[] }>('GET', `/payouts/search?metadata[payment_id]=${paymentId}`),
    typeCard: (number: string, account = settings.shop_id) => typeCard(bank, number, account),
    faults: (...rules: object[]) => control('PUT', 'faults', rules),
    requests: async () => (await control<LoggedRequest[]>('GET', 'requests')).body,
    advance: (seconds: number) => control('POST', 'clock/advance', { seconds }),
  }
}

/** Types a number into the bank's own form, as a person does; the answer is what the form tells the page around it. */
async function typeCard(bank: Bank, number: string, account: string) {
  const response = await fetch(`${new URL(bank.api).origin}/payouts-data/3.1.0/form`, {
    method: 'POST',
    body: new URLSearchParams({ number, account_id: account }),
  })
  const text = await response.text()
  const told = (json(/postMessage\((\{.*\}),'\*'\)/.exec(text)?.[1] ?? '') ?? {}) as {
    card?: CardData
    error?: string
  }
  return { ...told, text }
}

/** A valid order to a phone whose last digits trigger nothing. */
export function sbpOrder(paymentId: string, value = '12345.67', phone = '79261234567') {
  return {
    amount: { value, currency: 'RUB' },
    payout_destination_data: { type: 'sbp', phone, bank_id: '100000000111' },
    description: 'Акт А-42 от 05.10.2026',
    metadata: { payment_id: paymentId },
  }
}

/** A valid order to a card by its number. */
export function cardOrder(paymentId: string, number: string, value = '500.00') {
  return {
    amount: { value, currency: 'RUB' },
    payout_destination_data: { type: 'bank_card', card: { number } },
    metadata: { payment_id: paymentId },
  }
}

async function read<T>(response: Response): Promise<BankReply<T>> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: json(text) as T }
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
