/** What a test or a demo may set while the bank runs; times in the unit of the name. */
export type Settings = {
  shop_id: string
  secret: string
  /** The provider keeps an idempotence key this long; afterwards the same key is a new payout. */
  key_lifetime_seconds: number
  /** So many status questions are answered "pending"; null: only the clock decides. */
  pending_polls: number | null
  /** After so many virtual seconds the payout is final; null: only questions decide. */
  pending_seconds: number | null
  /** The same two for a destination that ends in 01. */
  slow_polls: number
  slow_seconds: number
  /** How long after success a late reject or a late return comes. */
  late_seconds: number
  /** A new payout stays invisible to the search for so long. */
  search_lag_seconds: number
  /** A page of the list holds no more, whatever is asked for. */
  list_most: number
  /** More calls than this in one second are answered 429; null: no limit. */
  rate_per_second: number | null
  /** The bearer of payment orders and the account that pays them. */
  transfer_token: string
  transfer_account: string
  /** The limits of a bank's cabinet for payment orders; null: none. */
  transfer_limit_kop: number | null
  payee_day_count: number | null
  /** The sign-in of DirectBank, with its customer; account and БИК are those of payment orders. */
  direct_login: string
  direct_password: string
  direct_customer: string
  /** 1: the bank asks for a one-time code. */
  direct_otp: number
  /** 1: an order waits until a person confirms it in the cabinet. */
  direct_confirm: number
  /** 1: the settings of the exchange ask for an electronic signature under orders. */
  direct_signature: number
  /** 1: the same pack again is another payment, for the standard promises no more than a code of an error. */
  direct_forgets: number
  /** 1: the settings of the exchange name another customer with each call, as some banks do. */
  direct_customer_varies: number
  /** A session without calls ends after so long. */
  direct_session_seconds: number
  /** What an unknown payment order is answered: 422 or 404. */
  unknown_transfer_status: number
  /** How long a `timeout_*` fault holds the connection before it answers 500. */
  hold_ms: number
  /** How late the `slow` fault answers. */
  slow_ms: number
  /** The payout balance before all ledger lines. */
  balance_kop: number
  /** What the bank takes for each order of a file that it carried out. */
  file_fee_kop: number
  webhook_url: string | null
}

/** The demo's bank: credentials of a training shop, a payout is final at the second question or in a minute. */
export const defaultSettings: Settings = {
  shop_id: '100500',
  secret: 'test_priyomka_training_bank',
  key_lifetime_seconds: 24 * 60 * 60,
  pending_polls: 1,
  pending_seconds: 60,
  slow_polls: 8,
  slow_seconds: 600,
  late_seconds: 5,
  search_lag_seconds: 0,
  list_most: 100,
  rate_per_second: null,
  transfer_token: 'TBankSandboxToken',
  transfer_account: '40702810500000000001',
  transfer_limit_kop: null,
  payee_day_count: null,
  direct_login: 'demo',
  direct_password: 'demo-directbank',
  direct_customer: '24102018',
  direct_otp: 0,
  direct_confirm: 0,
  direct_signature: 0,
  direct_forgets: 0,
  direct_customer_varies: 0,
  direct_session_seconds: 300,
  unknown_transfer_status: 422,
  // The provider's documentation: a call may be held 30 s and then answered 500.
  hold_ms: 30_000,
  slow_ms: 3000,
  balance_kop: 5_000_000_000,
  file_fee_kop: 0,
  webhook_url: null,
}

const nullable = new Set<string>([
  'pending_polls',
  'pending_seconds',
  'rate_per_second',
  'transfer_limit_kop',
  'payee_day_count',
  'webhook_url',
])

/** Reads a partial change of settings; the answer is the new settings or the text of what is wrong. */
export function changeSettings(current: Settings, change: unknown): Settings | string {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    return 'settings: an object is expected'
  }
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(defaultSettings, name)) return `settings: unknown name ${name}`
    if (value === null && nullable.has(name)) continue
    if (textSettings.has(name)) {
      if (typeof value !== 'string' || value === '' || value.length > 500) {
        return `settings: ${name} must be a text of 1 to 500 characters`
      }
    } else if (!Number.isSafeInteger(value) || (value as number) < 0) {
      return `settings: ${name} must be a whole number from 0`
    }
  }
  return { ...current, ...change }
}

const textSettings = new Set<string>([
  'shop_id',
  'secret',
  'transfer_token',
  'transfer_account',
  'direct_login',
  'direct_password',
  'direct_customer',
  'webhook_url',
])
