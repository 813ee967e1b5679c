import { jsonFields } from '../bank-text.ts'
import type { BankPayout, ListedPayout, PayoutPage } from '../provider.ts'

/** The words of its states; any other is in work. */
export const STATUSES: Readonly<Record<string, BankPayout['status']>> = {
  pending: 'processing',
  succeeded: 'paid',
  canceled: 'rejected',
}

/** A page of `GET /payouts`; undefined when one of its payouts cannot be read. */
export function payoutPage(body: unknown): PayoutPage | undefined {
  const { items, next_cursor: next } = jsonFields(body)
  if (!Array.isArray(items)) return undefined
  const payouts: ListedPayout[] = []
  for (const item of items.slice(0, 100)) {
    const payout = listedPayout(item)
    if (!payout) return undefined
    payouts.push(payout)
  }
  return { payouts, next: typeof next === 'string' && next !== '' ? next : null }
}

function listedPayout(item: unknown): ListedPayout | undefined {
  const { id, status, amount, metadata } = jsonFields(item)
  const { value, currency } = jsonFields(amount)
  const { payment_id: paymentId } = jsonFields(metadata)
  if (typeof id !== 'string' || id === '' || id.length > 120) return undefined
  if (typeof status !== 'string' || currency !== 'RUB') return undefined
  if (typeof value !== 'string' || !/^\d{1,13}\.\d{2}$/.test(value)) return undefined
  return {
    ref: id,
    paymentId: typeof paymentId === 'string' ? paymentId : null,
    status: Object.hasOwn(STATUSES, status) ? STATUSES[status]! : 'processing',
    amountKop: Number(value.replace('.', '')),
  }
}
