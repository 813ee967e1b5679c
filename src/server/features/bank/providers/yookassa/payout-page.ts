import { ownValue } from '#contract/core/own-value.ts'
import { jsonFields } from '../bank-text.ts'
import { NOT_TOLD, type BankClaim, type BankPayout, type PayoutPage } from '../provider.ts'

/** The words of its states; any other is in work. */
const STATUSES: Readonly<Record<string, BankPayout['status']>> = {
  pending: 'processing',
  succeeded: 'paid',
  canceled: 'rejected',
}

/** A page of `GET /payouts`; undefined when one of its payouts cannot be read. */
export function payoutPage(body: unknown): PayoutPage | undefined {
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
