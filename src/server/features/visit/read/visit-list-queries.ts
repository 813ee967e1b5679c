import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import type { visitCalls } from '#contract/visit/visit.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { anywhere, withinDays } from '../../../db/query/list-page.ts'
import { findIds, isIndexed, type FoundRows } from '../../../db/query/find-rows.ts'
import { addParts } from '../../../list/add-parts.ts'
import type { SearchHint } from '../../../list/searched-list.ts'

export type VisitFilter = NonNullable<CallInput<typeof visitCalls.getAll>['query']['filter']> & {
  /** Only what a weight act could take: weighed, held by none, and not a test load (domain.md 3.12). */
  readonly free?: true
}

/** Visits of the company that a filter leaves, nothing selected yet. */
export function filteredVisits(db: Db, filter: VisitFilter, hint: SearchHint = {}) {
  let query = visits(db)
  for (const condition of conditions(db, filter, hint)) query = query.where(condition)
  return query
}

function visits(db: Db) {
  return db.q.selectFrom('visit as t').where('t.company_id', '=', db.companyId)
}

function conditions(db: Db, filter: VisitFilter, { found }: SearchHint): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = []
  if (filter.date_from || filter.date_to) list.push(withinDays('t.in_at', filter, timezone))
  if (filter.ids) list.push(sql`t.id = any(${filter.ids})`)
  if (filter.status) list.push(sql`t.status = any(${filter.status})`)
  if (filter.free) list.push(sql`t.status = 'closed' and t.direction is distinct from 'control'`)
  if (filter.supplier_id) list.push(sql`t.supplier_id = any(${filter.supplier_id})`)
  if (filter.product_id) list.push(sql`t.product_id = any(${filter.product_id})`)
  if (filter.mode) list.push(sql`t.mode = any(${filter.mode})`)
  if (filter.direction) list.push(sql`t.direction = any(${filter.direction})`)
  if (filter.vehicle_hour !== undefined)
    list.push(sql`(t.carnumber is not null
      and extract(hour from t.in_at at time zone ${timezone}) = ${filter.vehicle_hour})`)
  if (filter.site_id) list.push(sql`t.site_id = ${filter.site_id}`)
  if (filter.post_id) list.push(sql`t.post_id = ${filter.post_id}`)
  if (filter.carnumber) list.push(sql`t.carnumber = ${normalizePlate(filter.carnumber).plate}`)
  // Word for word as its index begins: few visits have a mark.
  if (filter.flag)
    list.push(sql`(t.flags <> '[]'
      and exists (select from jsonb_array_elements(t.flags) f where f->>'code' = any(${filter.flag})))`)
  if (found) list.push(sql`t.id = any(${found}::uuid[])`)
  else if (filter.search) list.push(matches(filter.search))
  return list
}

function matches(search: string): Expression<SqlBool> {
  const plate = anywhere(normalizePlate(search).plate)
  return sql`(t.number like ${anywhere(search)} or t.carnumber like ${plate})`
}

/** An index answers each of the two places of a search, but none answers their "or". */
export async function findVisitIds(db: Db, search: string, most: number): Promise<FoundRows> {
  if (!isIndexed(search)) return 'unindexed'
  const plate = anywhere(normalizePlate(search).plate)
  const branches = (limit: RawBuilder<unknown>) => [
    sql<{ id: string }>`(select id from visit
      where company_id = ${db.companyId} and number like ${anywhere(search)} ${limit})`,
    sql<{ id: string }>`(select id from visit
      where company_id = ${db.companyId} and carnumber like ${plate} ${limit})`,
  ]
  return findIds(db, branches, most)
}

/** Sums over a whole filter, and of each status. */
export async function visitSums(query: ReturnType<typeof filteredVisits>) {
  const parts = await query
    .groupBy('t.status')
    .select([
      sql<Visit['status']>`t.status`.as('status'),
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(t.gross_g) filter (where t.status <> 'void'), 0)::bigint`.as(
        'gross_g',
      ),
      sql<number>`coalesce(sum(t.tare_g) filter (where t.status <> 'void'), 0)::bigint`.as(
        'tare_g',
      ),
      sql<number>`coalesce(sum(t.net_g) filter (where t.status <> 'void'), 0)::bigint`.as('net_g'),
      sql<number>`coalesce(sum(t.net_g), 0)::bigint`.as('sum'),
    ])
    .execute()
  return {
    ...addParts(parts, ['count', 'gross_g', 'tare_g', 'net_g']),
    statuses: parts.map(({ status, count, sum }) => ({ status, count, sum })),
  }
}

/** Open visits of plates that differ from this one by at most a character are offered, never taken. */
export function openPlates(db: Db) {
  return db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'in')
    .where('carnumber', 'is not', null)
    .select(['id', 'carnumber'])
    .orderBy('in_at')
    .limit(200)
    .execute()
}

/** The newest finished visit of a plate. */
export async function lastWeighed(db: Db, plate: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('carnumber', '=', plate)
    .where('status', 'in', ['closed', 'attached'])
    .select('id')
    .orderBy('in_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Ids of visits by one exact sign, newest first. */
export async function visitIdsBy(
  db: Db,
  by: { id?: string | undefined; number?: string | undefined; carnumber?: string | undefined },
): Promise<string[]> {
  let query = db.q.selectFrom('visit').where('company_id', '=', db.companyId).select('id')
  if (by.id) query = query.where('id', '=', by.id)
  if (by.number) query = query.where('number', '=', by.number)
  if (by.carnumber) query = query.where('carnumber', '=', normalizePlate(by.carnumber).plate)
  const rows = await query.orderBy('in_at', 'desc').orderBy('id', 'desc').limit(20).execute()
  return rows.map((row) => row.id)
}
