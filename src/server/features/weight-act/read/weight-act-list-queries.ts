import { sql, type Expression, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { toCyrillicLookalikes } from '#contract/requisites/plate/russian-plate.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import type { WeightAct } from '#contract/weight-act/weight-act-entities.ts'
import { addParts } from '../../../list/add-parts.ts'
import type { Db } from '../../../db/handle.ts'
import { anywhere } from '../../../db/query/list-page.ts'
import { weightActs, type WeightActs } from '../weight-act-queries.ts'

export type WeightActFilter = NonNullable<CallInput<typeof weightacts.getAll>['query']['filter']>

/** Columns of the sortable fields; a weight act has the date of its making, and that has an index. */
export const sortable = {
  date: 'wa.created_at',
  number: 'wa.number',
  net_g: 'goods.net_g',
  supplier_name: 's.name_search',
} as const

/** Narrows to what the filter asks. */
export function filteredWeightActs(db: Db, filter: WeightActFilter): WeightActs {
  let query = weightActs(db)
  if (filter.sort?.some(([field]) => field === 'net_g')) query = withSums(db, query)
  for (const condition of conditionsOf(filter)) query = query.where(condition)
  return query
}

/** Sums over the whole filter, and of each status. */
export async function totalsOf(db: Db, filter: WeightActFilter) {
  const parts = await withSums(db, filteredWeightActs(db, { ...filter, sort: undefined }))
    .groupBy('wa.status')
    .select([
      sql<WeightAct['status']>`wa.status`.as('status'),
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(goods.phys_g), 0)::bigint`.as('phys_g'),
      sql<number>`coalesce(sum(goods.net_g), 0)::bigint`.as('net_g'),
    ])
    .execute()
  return {
    ...addParts(parts, ['count', 'phys_g', 'net_g']),
    statuses: parts.map(({ status, count, net_g: sum }) => ({ status, count, sum })),
  }
}

function withSums(db: Db, query: WeightActs): WeightActs {
  return query.leftJoin(
    sql<{ weight_act_id: string; phys_g: number; net_g: number }>`(select weight_act_id,
      sum(phys_g) as phys_g, sum(net_g) as net_g from weight_act_line
      where company_id = ${db.companyId} group by weight_act_id)`.as('goods'),
    (join) => join.onRef('goods.weight_act_id', '=', 'wa.id'),
  )
}

function conditionsOf(filter: WeightActFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = []
  if (filter.date_from) list.push(sql`wa.date >= ${filter.date_from}::date`)
  if (filter.date_to) list.push(sql`wa.date <= ${filter.date_to}::date`)
  if (filter.ids) list.push(sql`wa.id = any(${filter.ids})`)
  if (filter.supplier_id) list.push(sql`wa.supplier_id = any(${filter.supplier_id})`)
  if (filter.carnumber) list.push(hasPlate(filter.carnumber))
  if (filter.site_id) list.push(sql`wa.site_id = ${filter.site_id}`)
  if (filter.auto !== undefined) list.push(sql`wa.auto = ${filter.auto}`)
  if (filter.direction) list.push(sql`wa.direction = any(${filter.direction})`)
  if (filter.status) list.push(sql`wa.status = any(${filter.status})`)
  if (filter.number) list.push(sql`wa.number like ${anywhere(filter.number)}`)
  if (filter.flag)
    list.push(sql`exists (select 1 from jsonb_array_elements(wa.flags) as f(flag)
      where f.flag->>'code' = any(${filter.flag}))`)
  if (filter.search) list.push(matches(filter.search))
  return list
}

/** Any part of a plate, in Latin letters too. */
function hasPlate(text: string): Expression<SqlBool> {
  const { plate } = normalizePlate(text)
  return sql`(wa.carnumber like ${anywhere(plate)}
    or wa.carnumber like ${anywhere(toCyrillicLookalikes(plate))})`
}

/** Any part of the number, of the plate or of the supplier's name. */
function matches(search: string): Expression<SqlBool> {
  return sql`(wa.number ilike ${anywhere(search)} or ${hasPlate(search)}
    or s.name_search like ${anywhere(nameSearchText(search))})`
}
