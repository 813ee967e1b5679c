import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { retentionRules, type DeletedTable } from './retention-rules.ts'

/** Deletes at most `limit` of the oldest rows whose time is over; a row that others hold at the moment waits a night. */
export async function deleteOldRows(
  q: Kysely<DB>,
  table: DeletedTable,
  limit: number,
): Promise<number> {
  const { days, after } = retentionRules[table]
  const moment = sql.ref(after)
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${moment} < now() - make_interval(days => ${days})
      order by ${moment} limit ${limit} for update skip locked))
  `.execute(q)
  return Number(numAffectedRows ?? 0)
}
