import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { DB } from './schema.ts'

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
}

/** Sorts and cuts; `after` compares (column, id) as one value, so that an index on both answers any page at once. */
export function sliced<D, T extends keyof D, O>(
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
  sorted = sorted.orderBy(sql.ref(id), last).limit(limit)
  return offset > 0 ? sorted.offset(offset) : sorted
}

/**
 * One page of a list. A later page finds its ids first: what is looked up for each row is then not looked up for the
 * rows before it, and what only the order asks for, a sum of a year, is found once. `bare` has the same rows to find ids in,
 * `cut` finds them by a way of its own.
 */
export function pageOf<D, T extends keyof D, Row>(
  from: () => SelectQueryBuilder<D, T, object>,
  select: (query: SelectQueryBuilder<D, T, object>) => SelectQueryBuilder<D, T, Row>,
  slice: Slice,
  bare: () => SelectQueryBuilder<D, T, object> = from,
  cut?: (slice: Slice) => RawBuilder<{ id: string }>,
): SelectQueryBuilder<D, T, Row> {
  if (slice.offset === 0 && !slice.unindexed && !cut) return sliced(select(from()), slice)
  const ids = cut?.(slice) ?? sliced(bare().select(sql.ref<string>(slice.id).as('id')), slice)
  const page = sql<{ page_id: string; place: number }>`(
    select id as page_id, row_number() over () as place from ${ids} as cut)`
  const rows = from().innerJoin(page.as('page'), (join) =>
    join.on(sql<SqlBool>`page.page_id = ${sql.ref(slice.id)}`),
  ) as unknown as SelectQueryBuilder<D, T, object>
  return select(rows)
    .orderBy(sql`page.place`)
    .limit(slice.limit)
}

/** Rows of a query up to a bound: beyond it nobody needs the exact number. */
export async function countUpTo<D, T extends keyof D>(
  q: Kysely<DB>,
  query: SelectQueryBuilder<D, T, object>,
  bound: number,
): Promise<number> {
  const found = query.select(sql<number>`1`.as('one')).limit(bound)
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
