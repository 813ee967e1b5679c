/** The destination of the money as the dialect shows it: a card is stored only as its first six and last four digits. */
export type Destination =
  | { type: 'bank_card'; card: Card }
  | { type: 'sbp'; phone: string; bank_id: string }
  | { type: 'yoo_money'; account_number: string }
  | { type: 'account'; account: string; bik: string; name: string }

/** The part of a card that may be stored; the number itself never outlives its request. */
export type Card = {
  first6: string
  last4: string
  card_type: string
  issuer_country: string
  issuer_name: string
}

/** One payout as stored by the bank; times are milliseconds of the virtual clock, sums are kopecks. */
export type Payout = {
  id: string
  /** `metadata.payment_id`, or the id of a payment order, by which the other side finds its payout again. */
  payment_id: string | null
  amount_kop: number
  destination: Destination
  /** The last four digits of card, phone or wallet: faults and triggers choose by them. */
  tail: string
  description: string | null
  metadata: Record<string, string>
  personal_data: string[]
  status: PayoutStatus
  /** What the bank decided on acceptance: null is success, else the reason of the coming cancellation. */
  verdict: string | null
  reason: string | null
  /** Status questions that are still answered "pending"; null when only the clock decides. */
  polls_left: number | null
  /** When the clock changes this payout next: its end, or a late reject or return after it. */
  due_at: number | null
  created_at: number
  settled_at: number | null
  /** From when the search finds it. */
  visible_at: number
  /** What the bank took for itself beside the sum; absent: nothing. */
  fee_kop?: number
  /** Faults that stay with the payout after its acceptance. */
  quirks: string[]
}

/** Which language an order came in; `file` is a bank that takes files from a person. */
export const dialectCodes = ['yookassa', 'tbank', 'directbank', 'file'] as const
export type DialectCode = (typeof dialectCodes)[number]

/** The dialect that made a payout: orders to accounts carry a mark unless they came by T-API. */
export function dialectOf({ destination, metadata }: Payout): DialectCode {
  if (destination.type !== 'account') return 'yookassa'
  if (metadata['directbank'] === 'yes') return 'directbank'
  return metadata['file'] === undefined ? 'tbank' : 'file'
}

export type PayoutStatus = 'pending' | 'succeeded' | 'canceled'

/** One movement of money: the proof in every payout test. */
export type LedgerLine = {
  payment_id: string | null
  payout_id: string
  amount_kop: number
  destination: string
  at: string
}

/** Kopecks as the dialect's text with two decimals, e.g. `12345.67`. */
export function amountText(kop: number): string {
  return `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`
}

/** The rule of the central bank for an account's key: three digits of the БИК before it, weights 7, 1, 3. */
export function accountFits(account: string, bik: string): boolean {
  const digits = [...(bik.slice(6) + account)].map(Number)
  return digits.reduce((sum, digit, at) => sum + digit * [7, 1, 3][at % 3]!, 0) % 10 === 0
}

/** One short masked text of a destination, for the ledger. */
export function destinationText(destination: Destination): string {
  switch (destination.type) {
    case 'bank_card':
      return `bank_card:*${destination.card.last4}`
    case 'sbp':
      return `sbp:${destination.phone}:${destination.bank_id}`
    case 'yoo_money':
      return `yoo_money:${destination.account_number}`
    case 'account':
      return `account:${destination.account}:${destination.bik}`
  }
}
