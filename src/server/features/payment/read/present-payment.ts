import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { Payment, PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db } from '../../../db/handle.ts'
import { reasonsOf } from '../../bank/providers/all.ts'
import { supplierName } from '../../supplier/record/supplier-name.ts'
import { adviceFor } from '../worker/reasons.ts'
import { paymentsByIds, type PaymentRow } from './present-queries.ts'

export async function shownPayments(db: Db, ids: readonly string[]): Promise<Payment[]> {
  return (await paymentsByIds(db, ids)).map(shownPayment)
}

/** A row as the contract answers it: where the money goes is what was frozen at save. */
export function shownPayment(row: PaymentRow): Payment {
  const {
    supplier_type: type,
    last_name,
    first_name,
    middle_name,
    org_name,
    method_snapshot,
    first_sent_at: _sent,
    ...rest
  } = row
  const { code, training } = describeProvider(row.adapter)
  return {
    ...rest,
    acts: [...row.acts],
    supplier_name: supplierName({ type, last_name, first_name, middle_name, org_name }),
    method_kind: method_snapshot.kind,
    method_label: method_snapshot.label,
    holder_name: method_snapshot.holder_name,
    adapter: code,
    training,
    status: row.status as PaymentStatus,
    revenue_type_code: row.revenue_type_code as Payment['revenue_type_code'],
    advice: adviceFor(reasonsOf(code), row.status, row.reason_code),
    flags: row.flags,
  }
}
