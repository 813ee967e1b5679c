import { maskCard } from '#contract/requisites/card.ts'
import type { MethodRow } from '../supplier/method-queries.ts'

/** What is frozen of a method in a payment: enough to recognise it, never enough to pay by it (payments.md 9). */
export interface MethodSnapshot {
  readonly kind: 'card' | 'sbp' | 'account'
  readonly label: string
  readonly holder_name: string
}

export function snapshotOf(row: MethodRow): MethodSnapshot {
  return {
    kind: row.kind as MethodSnapshot['kind'],
    label: maskedLabel(row).slice(0, 200),
    holder_name: row.holder_name ?? '',
  }
}

function maskedLabel(row: MethodRow): string {
  if (row.kind === 'card') return maskCard(row.card_last4 ?? '', row.card_brand)
  if (row.kind === 'sbp') {
    const phone = row.sbp_phone ?? ''
    return [`${phone.slice(0, 5)}***${phone.slice(-4)}`, row.sbp_bank_name]
      .filter(Boolean)
      .join(', ')
  }
  const account = row.account ?? ''
  return [`${account.slice(0, 4)}…${account.slice(-4)}`, row.bank_name].filter(Boolean).join(', ')
}
