import { sql } from 'kysely'
import type { Measure } from '#contract/price/product-record.ts'
import type { Db } from '../../../db/handle.ts'

/** A record that stands behind a record which a question names: of a payment its acts, of an act its weight acts and visits. */
export interface RecordBehind {
  readonly of_id: string
  readonly act_id: string | null
  readonly weight_act_id: string | null
  readonly visit_id: string | null
  readonly supplier: string | null
}

// A question about hundreds of payments is answered at their list.
const MOST_RECORDS = 5000

/** The records behind acts, payments, weight acts and visits, whichever of these the ids are. */
export async function recordsBehind(db: Db, ids: readonly string[]): Promise<RecordBehind[]> {
  const { rows } = await sql<RecordBehind>`
    with named as (
      select a.id as of_id, a.id as act_id, w.id as weight_act_id, null::uuid as visit_id from act a
        left join weight_act w on w.company_id = a.company_id and w.act_id = a.id
        where a.company_id = ${db.companyId} and a.id = any(${ids}::uuid[])
      union all select x.payment_id, x.act_id, w.id, null from payment_allocation x
        left join weight_act w on w.company_id = x.company_id and w.act_id = x.act_id
        where x.company_id = ${db.companyId} and x.payment_id = any(${ids}::uuid[])
      union all select id, act_id, id, null from weight_act
        where company_id = ${db.companyId} and id = any(${ids}::uuid[])
      union all select v.id, w.act_id, v.weight_act_id, v.id from visit v
        left join weight_act w on w.company_id = v.company_id and w.id = v.weight_act_id
        where v.company_id = ${db.companyId} and v.id = any(${ids}::uuid[])),
    found as (
      select n.of_id, n.act_id, n.weight_act_id, coalesce(n.visit_id, v.id) as visit_id
      from named n left join visit v on v.company_id = ${db.companyId}
        and v.weight_act_id = n.weight_act_id and n.visit_id is null)
    select f.of_id, f.act_id, f.weight_act_id, f.visit_id,
      case when s.type = 'company' then s.org_name
        when s.id is not null then concat_ws(' ', s.last_name, s.first_name, s.middle_name) end as supplier
    from found f
      left join act a on a.company_id = ${db.companyId} and a.id = f.act_id
      left join visit v on v.company_id = ${db.companyId} and v.id = f.visit_id
      left join supplier s on s.company_id = ${db.companyId} and s.id = case when a.supplier_id is null then v.supplier_id else a.supplier_id end
    order by f.of_id, v.in_at, f.visit_id
    limit ${MOST_RECORDS}`.execute(db.q)
  return rows
}

export interface PositionPrice {
  readonly act_id: string
  readonly name: string
  readonly measure: Measure
  readonly net_g: number | null
  readonly qty: number | null
  readonly list_kop: number | null
  readonly price_kop: number | null
  readonly off_bp: number | null
  readonly reason: string | null
}

/** Prices of the positions of acts beside those of the list, the farthest from it first, then the dearest. */
export async function pricesOf(db: Db, actIds: readonly string[]): Promise<PositionPrice[]> {
  const { rows } = await sql<PositionPrice>`
    select p.act_id, p.name, p.measure, p.net_g, p.qty, p.base_price_kop as list_kop, p.price_kop,
      p.override_reason as reason, least(off.bp, 100000000)::int as off_bp
    from act_position p cross join lateral (
      select round((p.price_kop - p.base_price_kop) * 10000.0 / nullif(p.base_price_kop, 0)) as bp) off
    where p.company_id = ${db.companyId} and p.act_id = any(${actIds}::uuid[])
    order by abs(off.bp) desc nulls last, p.amount_kop desc, p.id
    limit ${MOST_RECORDS}`.execute(db.q)
  return rows
}
