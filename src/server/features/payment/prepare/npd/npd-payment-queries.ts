import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'

/** The word of the day by which a payment to a self-employed payee was let go. */
export async function noteNpdWord(tx: Tx, paymentId: string, checkId: string): Promise<void> {
  await tx.q
    .insertInto('npd_payment')
    .values({ company_id: tx.companyId, payment_id: paymentId, check_id: checkId })
    .onConflict((oc) => oc.columns(['company_id', 'payment_id']).doUpdateSet({ check_id: checkId }))
    .execute()
}

export interface ReceiptRow {
  readonly number: string | null
  readonly at: string | null
  readonly by_name: string | null
}

/** The cheque of a payment; undefined where none is due: its payee was not self-employed when it was let go. */
export async function receiptOf(db: Db, paymentId: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select n.receipt as number, n.receipt_at as at, u.full_name as by_name
    from npd_payment n left join app_user u on u.id = n.receipt_by
    where n.company_id = ${db.companyId} and n.payment_id = ${paymentId}`.execute(db.q)
  return rows[0]
}

/** Another payee who has this cheque already: a cheque names one seller. */
export async function otherPayeeOf(
  tx: Tx,
  paymentId: string,
  number: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ supplier_id: string }>`
    select o.supplier_id from npd_payment n
    join payment o on o.company_id = n.company_id and o.id = n.payment_id
    join payment p on p.company_id = n.company_id and p.id = ${paymentId}
    where n.company_id = ${tx.companyId} and n.receipt = ${number} and o.supplier_id <> p.supplier_id limit 1`.execute(
    tx.q,
  )
  return rows[0]?.supplier_id
}

export async function setReceipt(tx: Tx, paymentId: string, number: string | null): Promise<void> {
  await tx.q
    .updateTable('npd_payment')
    .set({
      receipt: number,
      receipt_at: number === null ? null : sql<string>`now()`,
      receipt_by: number === null ? null : tx.caller.userId,
    })
    .where('company_id', '=', tx.companyId)
    .where('payment_id', '=', paymentId)
    .execute()
}
