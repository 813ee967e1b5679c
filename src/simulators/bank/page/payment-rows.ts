import type { BankState } from '../bank-state.ts'
import { waitsForPerson } from '../directbank/tell-state.ts'
import { payerOf } from '../files/account-moves.ts'
import {
  dialectCodes,
  dialectOf,
  type DialectCode,
  type Payout,
  type PayoutStatus,
} from '../payout.ts'
import { offerOf } from './offers.ts'

/** A line of the page's table; no requisite of a payee is whole in it. */
export type PaymentRow = {
  payout_id: string
  payment_id: string | null
  dialect: DialectCode
  at: string
  payee: string
  purpose: string | null
  payer: string | null
  amount_kop: number
  returned_kop: number
  fee_kop: number
  status: PayoutStatus
  /** DirectBank: only a person's word moves it. */
  waits: boolean
  reason: string | null
  sent: number
  asked: number
  /** The fault that its answers carry. */
  answer: string | null
}

export type RowFilter = { dialect: string; status: string; text: string }

const MOST_ROWS = 200

/** The newest payments of all dialects that fit, and how many of them there are. */
export function paymentRows(
  bank: BankState,
  filter: RowFilter,
): { rows: PaymentRow[]; count: number } {
  const text = filter.text.trim().toLowerCase()
  let count = 0
  const rows: PaymentRow[] = []
  for (const payout of bank.store.newestPayouts()) {
    if (!fits(payout, filter, text)) continue
    count += 1
    if (rows.length < MOST_ROWS) rows.push(rowOf(bank, payout))
  }
  return { rows, count }
}

function fits(payout: Payout, { dialect, status }: RowFilter, text: string): boolean {
  if (isDialect(dialect) && dialectOf(payout) !== dialect) return false
  if (status !== '' && payout.status !== status) return false
  if (text === '') return true
  const shown = [payout.payment_id, payout.id, maskedPayee(payout), payout.description]
  return (
    shown.some((part) => (part ?? '').toLowerCase().includes(text)) ||
    String(payout.amount_kop / 100).startsWith(text.replace(',', '.'))
  )
}

export function isDialect(text: unknown): text is DialectCode {
  return (dialectCodes as readonly unknown[]).includes(text)
}

function rowOf(bank: BankState, payout: Payout): PaymentRow {
  const { id, payment_id, status, reason } = payout
  const dialect = dialectOf(payout)
  const own = bank.faults
    .rules()
    .find((rule) => rule.payment_id !== undefined && rule.payment_id === payment_id)
  return {
    payout_id: id,
    payment_id,
    dialect,
    at: new Date(payout.created_at).toISOString(),
    payee: maskedPayee(payout),
    purpose: payout.description,
    payer: payout.destination.type === 'account' ? payerOf(bank, payout) : null,
    amount_kop: payout.amount_kop,
    returned_kop: bank.store.returnedKop(id),
    fee_kop: payout.fee_kop ?? 0,
    status,
    waits: waitsForPerson(payout) && dialect === 'directbank',
    reason: reason === null ? null : (offerOf(dialect).reasons[reason] ?? reason),
    ...bank.counts.of(payment_id),
    answer: own?.fault[0] ?? null,
  }
}

function maskedPayee({ destination }: Payout): string {
  switch (destination.type) {
    case 'bank_card':
      return `карта …${destination.card.last4}`
    case 'sbp':
      return `телефон …${destination.phone.slice(-4)}`
    case 'yoo_money':
      return `кошелёк …${destination.account_number.slice(-4)}`
    case 'account':
      return `счёт …${destination.account.slice(-4)}`
  }
}
