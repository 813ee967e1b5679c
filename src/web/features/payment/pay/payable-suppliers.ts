import type { Act } from '#contract/act/act-entities.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'

export interface PayableSupplier {
  id: string
  name: string
  acts: Act[]
  payable_kop: number
  /** The supplier's payments that must be checked before the next payment. */
  attention: Payment[]
}

/** Whom to pay: acts with a rest by supplier, those with unclear payments on top, then by name. */
export function payableSuppliers(acts: readonly Act[], attention: readonly Payment[]) {
  const groups = new Map<string, PayableSupplier>()
  for (const act of acts) {
    if (act.payable_kop === 0) continue
    const group = groups.get(act.supplier_id) ?? emptyGroup(act, attention)
    group.acts.push(act)
    group.payable_kop += act.payable_kop
    groups.set(act.supplier_id, group)
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      Number(other.attention.length > 0) - Number(one.attention.length > 0) ||
      one.name.localeCompare(other.name, 'ru'),
  )
}

function emptyGroup(act: Act, attention: readonly Payment[]): PayableSupplier {
  return {
    id: act.supplier_id,
    name: act.supplier_name,
    acts: [],
    payable_kop: 0,
    attention: attention.filter((payment) => payment.supplier_id === act.supplier_id),
  }
}
