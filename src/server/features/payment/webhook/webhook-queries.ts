import { sql, type SqlBool } from 'kysely'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import type { Db, Tx } from '../../../db/handle.ts'

/** The provider of an agreement; undefined where the company has none of that id. */
export async function adapterOf(db: Db, configId: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.id', '=', configId)
    .select('b.adapter')
    .executeTakeFirst()
  return row?.adapter
}

export interface NamedPayment {
  readonly ref: string | undefined
  readonly id: string | undefined
}

/**
 * Makes the payment that a notification names due now and answers its id; a payment of another agreement, one that is over and
 * one that is never asked about stay as they are.
 */
export async function askNow(
  tx: Tx,
  configId: string,
  { ref, id }: NamedPayment,
): Promise<string | undefined> {
  const row = await tx.q
    .updateTable('payment')
    .set({ next_check_at: sql`least(next_check_at, now())` })
    .where('company_id', '=', tx.companyId)
    .where('bank_config_id', '=', configId)
    .where('status', 'in', runningStatuses)
    .where('next_check_at', 'is not', null)
    .where(sql<SqlBool>`(id = ${id ?? null}::uuid or provider_ref = ${ref ?? null})`)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
