import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameSearchText } from '#contract/requisites/names.ts'
import type { Db } from '../handle.ts'
import { compiledQuery, type Scope } from './compiled-query.ts'
import { anywhere } from './list-page.ts'

/** Every value of a "C" column that begins with a text lies before the text with this sign behind it. */
export const LAST_SIGN = '\u{10FFFF}'

/** Ids of all matches; `many` beyond the bound, `unindexed` when only reading the list could tell. */
export type FoundRows = readonly string[] | 'many' | 'unindexed'

// Of 200 000 suppliers: one name of a hundred, whose acts and payments lie close together in a list.
const MANY_NAMESAKES = 2000
// Beyond that their rows are met sooner than the namesakes are read.
const MOST_NAMESAKES = 16_000

// What a count decides is only which way is shorter, so it may be of a minute ago.
const KEPT_MS = 60_000
const MOST_KEPT = 1000
const namesakes = new Map<string, { readonly count: number; readonly at: number }>()

const namesakesOf = compiledQuery(
  (db, { name, end }: { name: string; end: string }) =>
    sql<{ count: number }>`select count(*)::int as count from (select 1 from supplier
    where company_id = ${db.companyId} and name_search >= ${name} and name_search < ${end}
    order by name_search limit ${sql.lit(MOST_NAMESAKES + 1)}) as found`,
)

/**
 * About how many suppliers have a name that begins with the text, counted up to a bound: read from an index alone, whose
 * range, unlike a pattern, needs no plan of its own.
 */
async function countNamesakes(db: Db, search: string): Promise<number> {
  const name = nameSearchText(search)
  const key = `${db.companyId} ${name}`
  const known = namesakes.get(key)
  if (known && performance.now() - known.at < KEPT_MS) return known.count
  const [found] = await namesakesOf(db, { name, end: name + LAST_SIGN })
  namesakes.delete(key)
  if (namesakes.size >= MOST_KEPT) namesakes.delete(namesakes.keys().next().value!)
  namesakes.set(key, { count: found!.count, at: performance.now() })
  return found!.count
}

/** A list by time meets rows of such a name soon. */
export async function areManyNamed(db: Db, search: string): Promise<boolean> {
  return (await countNamesakes(db, search)) > MANY_NAMESAKES
}

/** So many that reading the list is shorter than reading them. */
export async function areMostNamed(db: Db, search: string): Promise<boolean> {
  return (await countNamesakes(db, search)) > MOST_NAMESAKES
}

/** Whose name has the text further on than at its beginning. */
export function findNameRests(db: Db, search: string, most: number): Promise<FoundRows> {
  const pattern = anywhere(nameSearchText(search))
  return findIds(db, (limit) => [suppliersNamedWithin(db, pattern, limit)], most)
}

/** The suppliers whose name has a pattern further on than at its beginning, by the index of parts. */
export function suppliersNamedWithin(db: Scope, pattern: string, limit: RawBuilder<unknown>) {
  return sql<{ id: string }>`(select s.id from supplier s where ${BY_NAME_PARTS}
    and s.company_id = ${db.companyId} and substr(s.name_search, 2) like ${pattern} ${limit})`
}

/** The suppliers whose name begins with the text, as a condition that is looked up in memory and never joined. */
export function isNamed(db: Db, supplierId: string, search: string): RawBuilder<SqlBool> {
  const name = nameSearchText(search)
  return sql<SqlBool>`(${sql.ref(supplierId)} in (select id from supplier where company_id = ${db.companyId}
    and name_search >= ${name} and name_search < ${name + LAST_SIGN})) is true`
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
