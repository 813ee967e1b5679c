import { sql, type RawBuilder } from 'kysely'
import { nameSearchText } from '#contract/requisites/names.ts'
import type { Db } from '../handle.ts'

/** Every value of a "C" column that begins with a text lies before the text with this sign behind it. */
export const LAST_SIGN = '\u{10FFFF}'

/** Ids of all matches; `many` beyond the bound, `unindexed` when only reading the list could tell. */
export type FoundRows = readonly string[] | 'many' | 'unindexed'

// One name of a hundred among 200 000: their acts and payments lie close together in a list.
const MANY_NAMES = 2000

/**
 * Names that begin with the text are so frequent that a list by time meets their rows soon: read from an index alone, whose
 * range, unlike a pattern, needs no plan of its own.
 */
export async function areManyNamed(db: Db, search: string): Promise<boolean> {
  const name = nameSearchText(search)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select 1 from supplier
    where company_id = ${db.companyId} and name_search >= ${name} and name_search < ${name + LAST_SIGN}
    order by name_search limit ${sql.lit(MANY_NAMES + 1)}) as found`.execute(db.q)
  return rows[0]!.n > MANY_NAMES
}

/** Ids of a union of branches, each cut off one beyond the bound so that nothing is read in vain. */
export async function findIds(
  db: Db,
  branches: (limit: RawBuilder<unknown>) => RawBuilder<{ id: string }>[],
  most: number,
): Promise<FoundRows> {
  const limit = sql`limit ${sql.lit(most + 1)}`
  const union = sql.join(branches(limit), sql` union `)
  // Ids that will not be used are not transferred.
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
