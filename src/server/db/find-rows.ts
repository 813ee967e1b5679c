import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './handle.ts'

/** Ids of all that was found; `many` beyond the bound, `unindexed` when only a walk could tell. */
export type Found = readonly string[] | 'many' | 'unindexed'

/** How many rows of a list are passed in search of a page before indexes are asked: two or three milliseconds. */
const NEAR_ROWS = 2000

/**
 * Rows of a company that are among the newest by an instant; undefined where there are fewer. The instant is read first: the
 * planner has to know how few rows are after it.
 */
export async function amongNewest(
  db: Db,
  table: string,
  column: string,
  row: string,
): Promise<RawBuilder<SqlBool> | undefined> {
  const at = sql.ref(column)
  const { rows } = await sql<{ at: string }>`select ${at} as at from ${sql.table(table)}
    where company_id = ${db.companyId} order by ${at} desc, id desc
    offset ${sql.lit(NEAR_ROWS)} limit 1`.execute(db.q)
  return rows[0] && sql`${sql.ref(`${row}.${column}`)} >= ${rows[0].at}`
}

/** Ids of a union of branches, each cut off one beyond the bound so that nothing is read in vain. */
export async function findIds(
  db: Db,
  branches: (limit: RawBuilder<unknown>) => RawBuilder<{ id: string }>[],
  most: number,
): Promise<Found> {
  const limit = sql`limit ${sql.lit(most + 1)}`
  const union = sql.join(branches(limit), sql` union `)
  // Ids that nobody will use do not travel.
  const { rows } = await sql<{ ids: string[] | null; count: number }>`
    select count(*)::int as count, case when count(*) <= ${sql.lit(most)} then array_agg(id) end as ids
    from (${union}) as found`.execute(db.q)
  const { ids, count } = rows[0]!
  return count > most ? 'many' : (ids ?? [])
}

/** An index of parts of words has nothing shorter. */
export function isIndexed(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search)
}

/**
 * A column beside the names, so that the index of parts is asked and not every name of the company passed by in the other
 * index; and what parallel workers may not call, since they start for longer than the look takes.
 */
export const BY_NAME_PARTS = sql`pg_backend_pid() > 0 and s.type <> ''`
