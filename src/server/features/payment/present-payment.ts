import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { Payment, PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db } from '../../db/handle.ts'
import { reasonsOf } from '../bank/providers/all.ts'
import { supplierName } from '../supplier/record/supplier-name.ts'
import { adviceFor } from './reasons.ts'
import { paymentsByIds, type PartRow, type PaymentRow } from './present-queries.ts'

export async function shownPayments(db: Db, ids: readonly string[]): Promise<Payment[]> {
  return (await paymentsByIds(db, ids)).map(shownPayment)
}

/** A row as the contract answers it: where the money goes is what was frozen at save. */
export function shownPayment(row: PaymentRow): Payment {
  const { kind, label, holder_name, check = null } = row.method_snapshot
  const { code } = describeProvider(row.adapter)
  // Every field is named: lists write their answers as they are.
  return {
    id: row.id,
    supplier_id: row.supplier_id,
    supplier_name: supplierName({ ...row, type: row.supplier_type }),
    acts: row.acts as PartRow[],
    payment_method_id: row.payment_method_id,
    method_kind: kind,
    method_label: label,
    holder_name,
    payee_check: check,
    amount_kop: row.amount_kop,
    purpose: row.purpose,
    vat_clause: row.vat_clause,
    revenue_type_code: row.revenue_type_code as Payment['revenue_type_code'],
    bank_config_id: row.bank_config_id,
    bank_config_title: row.bank_config_title,
    bank_name: row.bank_name,
    adapter: code,
    training: row.training,
    registry_id: row.registry_id,
    registry_number: row.registry_number,
    document_number: row.document_number,
    provider_ref: row.provider_ref,
    status: row.status as PaymentStatus,
    waits_for_file: row.waits_for_file,
    reason_code: row.reason_code,
    reason_text: row.reason_text,
    advice: adviceFor(reasonsOf(code), row.status, row.reason_code),
    bank_status: row.bank_status,
    four_eyes: row.four_eyes,
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    approved_by_name: row.approved_by_name,
    saved_at: row.saved_at,
    registered_at: row.registered_at,
    finished_at: row.finished_at,
    returned_kop: row.returned_kop,
    is_test: row.is_test,
    retry_of: row.retry_of,
    retried_by: row.retried_by,
    receipt_url: row.receipt_url,
    flags: row.flags,
    version: row.version,
  }
}
