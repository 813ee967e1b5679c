import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { DB } from '../schema.ts'

export type Direction = 'asc' | 'desc'

/** One sorted slice of a query, continued by offset or after a known row. */
export interface Slice {
  /** Columns with their directions; the id column is added last by itself. */
  readonly order: readonly (readonly [column: string, Direction, nulls?: 'last'])[]
  readonly id: string
  readonly after?: { readonly column: string; readonly value: string; readonly id: string }
  readonly limit: number
  readonly offset: number
  /** Bare ids are found and sorted, and only the rows of the page are widened. */
  readonly unindexed?: boolean | undefined
  /**
   * Nothing narrows the list, so one plan is best for all values and is kept: its limit is said in the text, since a kept plan
   * takes a given one for a tenth of the table and is never chosen. What narrows is planned for its values.
   */
  readonly isWhole?: boolean | undefined
}

/** Sorts and cuts; `after` compares (column, id) as one value, so that an index on both answers any page at once. */
export function sliceQuery<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  slice: Slice,
): SelectQueryBuilder<D, T, O> {
  const { order, id, after, limit, offset } = slice
  const last = order.at(-1)?.[1] ?? 'desc'
  let sorted = query
  if (after) {
    const sign = last === 'desc' ? sql`<` : sql`>`
    sorted = sorted.where(
      sql<SqlBool>`(${sql.ref(after.column)}, ${sql.ref(id)}) ${sign} (${after.value}, ${after.id})`,
    )
  }
  for (const [column, direction, nulls] of order)
    sorted = sorted.orderBy(sql.ref(column), (by) => {
      const directed = direction === 'desc' ? by.desc() : by.asc()
      return nulls ? directed.nullsLast() : directed
    })
  sorted = sorted.orderBy(sql.ref(id), last).limit(slice.isWhole ? sql.lit(limit) : limit)
  return offset > 0 ? sorted.offset(offset) : sorted
}

/**
 * One page of a list. A later page finds its ids first: what is looked up for each row is then not looked up for the
 * rows before it, and what only the order asks for, a sum of a year, is found once. `bare` has the same rows to find ids in.
 */
export function pageOf<D, T extends keyof D, Row>(
  from: () => SelectQueryBuilder<D, T, object>,
  select: (query: SelectQueryBuilder<D, T, object>) => SelectQueryBuilder<D, T, Row>,
  slice: Slice,
  bare: () => SelectQueryBuilder<D, T, object> = from,
): SelectQueryBuilder<D, T, Row> {
  if (!findsIdsFirst(slice)) return sliceQuery(select(from()), slice)
  const page = sql<Page>`(
    select id as page_id, row_number() over () as place from ${idsOfPage(bare, slice)} as cut)`
  return joinPage(select(from()), slice.id, page).limit(slice.limit)
}

export function findsIdsFirst({ offset, unindexed }: Slice): boolean {
  return offset > 0 || unindexed === true
}

/** The ids of a page alone, in its order. */
export function idsOfPage<D, T extends keyof D>(
  bare: () => SelectQueryBuilder<D, T, object>,
  slice: Slice,
) {
  return sliceQuery(bare().select(sql.ref<string>(slice.id).as('id')), slice)
}

/** Joins a query to the ids of a page, in whose order its rows come. */
export function ofPage<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  id: string,
  ids: readonly string[],
): SelectQueryBuilder<D, T, O> {
  return joinPage(
    query,
    id,
    sql<Page>`(
      select id as page_id, place from unnest(${ids}::uuid[]) with ordinality as given(id, place))`,
  )
}

interface Page {
  page_id: string
  place: number
}

function joinPage<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  id: string,
  page: RawBuilder<Page>,
): SelectQueryBuilder<D, T, O> {
  const rows: SelectQueryBuilder<D, T, O> = query.innerJoin(page.as('page'), (join) =>
    join.on(sql<SqlBool>`page.page_id = ${sql.ref(id)}`),
  )
  return rows.orderBy(sql`page.place`)
}

/** Rows of a query up to a bound: beyond it the exact number is not needed. */
export async function countUpTo<D, T extends keyof D>(
  q: Kysely<DB>,
  query: SelectQueryBuilder<D, T, object>,
  bound: number,
): Promise<number> {
  const found = query.select(sql<number>`1`.as('one')).limit(sql.lit(bound))
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${found}) as found`.execute(
    q,
  )
  return rows[0]!.n
}

/** A column's instants within calendar days of a time zone, both ends included; absent ends are open. */
export function withinDays(
  column: string,
  days: { date_from?: string | undefined; date_to?: string | undefined },
  timezone: string,
): RawBuilder<SqlBool> {
  const from = days.date_from
    ? sql`${sql.ref(column)} >= (${days.date_from}::date::timestamp at time zone ${timezone})`
    : sql`true`
  const to = days.date_to
    ? sql`${sql.ref(column)} < ((${days.date_to}::date + 1)::timestamp at time zone ${timezone})`
    : sql`true`
  return sql<SqlBool>`(${from} and ${to})`
}

/** A text as a LIKE pattern that finds it anywhere, its own wildcards taken literally. */
export function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
