import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { isRepeated } from '../../../db/query/repeated-payment.ts'
import type { Payment as PaymentTable } from '../../../db/schema.ts'

export interface Part {
  readonly act_id: string
  readonly amount_kop: number
}

/** A saved payment with its parts, the reserve of its acts and its lease row. */
export async function insertPayment(
  tx: Tx,
  values: Insertable<PaymentTable>,
  parts: readonly Part[],
): Promise<void> {
  await tx.q
    .insertInto('payment')
    .values(values)
    .execute()
    .catch((error) => onConstraint(error, { payment_pkey: 'payment.id-reused' }))
  for (const part of parts) {
    await tx.q
      .insertInto('payment_allocation')
      .values({ company_id: tx.companyId, payment_id: values.id, ...part })
      .execute()
    await tx.q
      .updateTable('act')
      .set({ reserved_kop: sql`reserved_kop + ${part.amount_kop}` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', part.act_id)
      .execute()
  }
  await tx.q
    .insertInto('payment_lease')
    .values({ company_id: tx.companyId, payment_id: values.id })
    .execute()
  await sql`update payment_method set used_count = used_count + 1
    where company_id = ${tx.companyId} and id = ${values.payment_method_id}`.execute(tx.q)
}

export function savedUnder(db: Db, id: string) {
  return db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'save_hash'])
    .executeTakeFirst()
}

/** The payment that a new one replaces, locked; `retried` when others already do. */
export function retriedPayment(tx: Tx, id: string) {
  return (
    tx.q
      .selectFrom('payment as p')
      .where('p.company_id', '=', tx.companyId)
      .where('p.id', '=', id)
      .select(['p.id', 'p.status', 'p.status_source', 'p.returned_kop'])
      // Whose it is now: a payment stays under the record it was made for, also when that one was merged into another.
      .select(
        sql<string>`(select coalesce(s.merged_into, s.id) from supplier s
        where s.company_id = p.company_id and s.id = p.supplier_id)`.as('supplier_id'),
      )
      .select(isRepeated.as('retried'))
      .forUpdate('p')
      .executeTakeFirst()
  )
}
