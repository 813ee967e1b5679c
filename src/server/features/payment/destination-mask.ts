import type { MethodRow } from '../supplier/method-queries.ts'
import { maskedMethodLabel } from '../supplier/method-row.ts'

/** What is frozen of a method in a payment: enough to recognise it, never enough to pay by it (payments.md 9). */
export interface MethodSnapshot {
  readonly kind: 'card' | 'sbp' | 'account'
  readonly label: string
  readonly holder_name: string
}

export function snapshotOf(row: MethodRow): MethodSnapshot {
  return {
    kind: row.kind as MethodSnapshot['kind'],
    label: maskedMethodLabel(row),
    holder_name: row.holder_name ?? '',
  }
}
