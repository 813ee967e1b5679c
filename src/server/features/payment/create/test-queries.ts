import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

/** Locked, so that two tests of one method at once are one too many. */
export function methodForTest(tx: Tx, id: string) {
  return tx.q
    .selectFrom('payment_method')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['id', 'supplier_id', 'kind'])
    .forUpdate()
    .executeTakeFirst()
}

export async function testedToday(tx: Tx, methodId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    select 1 as one from payment p join company c on c.id = p.company_id
    where p.company_id = ${tx.companyId} and p.payment_method_id = ${methodId} and p.is_test
      and p.created_at >= date_trunc('day', now() at time zone c.timezone) at time zone c.timezone limit 1
  `.execute(tx.q)
  return rows.length > 0
}
