import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** Which of the named suppliers have a status now, in a fixed order. */
export async function statusesOf(
  db: Db,
  ids: readonly string[],
  status: string,
): Promise<string[]> {
  const rows = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('status', '=', status)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
