import { sql } from 'kysely'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { dayLists } from '../answers/average-prices-queries.ts'

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly user_id?: string | undefined
  readonly supplier_id?: string | undefined
  readonly site_id?: string | undefined
}

/** The cost of one person's purchases from one supplier above the norm of contamination and the list of the day, kopecks. */
export interface Loss {
  readonly operator: string | null
  readonly supplier_id: string
  readonly record_ids: readonly string[]
  readonly type: SupplierType
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly acts: number
  /** Paid for contamination that was written below the norm. */
  readonly below_kop: number
  /** Not paid to the supplier, whose contamination was written above the norm. */
  readonly above_kop: number
  /** Paid above the price of the list that stood longest that day. */
  readonly dearer_kop: number
  readonly lost_kop: number
}

/**
 * Purchases of a period that left the norm or the list, the largest loss first. The norm is to the gram: by a step of the product that is
 * larger than the contamination it would be nothing.
 */
export function walkLosses(
  db: Tx,
  { date_from, date_to, user_id, supplier_id, site_id }: Purchases,
) {
  const only = [
    user_id ? sql`and user_id = ${user_id}::uuid` : sql``,
    supplier_id ? sql`and kept_id = ${supplier_id}::uuid` : sql``,
    site_id ? sql`and site_id = ${site_id}::uuid` : sql``,
  ]
  return walkRows(
    db,
    sql<Loss>`
      with bought as (
        select a.id as act_id, a.date, a.site_id, a.supplier_id, coalesce(o.merged_into, o.id) as kept_id,
          coalesce(a.issued_by, a.created_by) as user_id, true as is_now, ap.product_id, ap.column_id, ap.measure,
          ap.base_price_kop, coalesce(ap.price_kop, 0) as price_kop, ap.base_g, coalesce(ap.net_g, 0) as net_g,
          coalesce(ap.usual_zasor_bp, p.default_zasor_bp) as usual_bp,
          coalesce(case ap.measure when 'piece' then ap.qty else ap.net_g end, 0) as quantity
        from act a
          join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
          join product p on p.company_id = ap.company_id and p.id = ap.product_id
          join supplier o on o.company_id = a.company_id and o.id = a.supplier_id
        where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
          and a.date between ${date_from}::date and ${date_to}::date),
      counted as (select * from bought where true ${sql.join(only, sql` `)}),
      ${dayLists(db)},
      beside as (
        select c.*,
          case when c.base_g > 0 then
            round(c.net_g::numeric * c.price_kop / 1000000)
            - round((c.base_g - round(c.base_g::numeric * c.usual_bp / 10000)) * c.price_kop / 1000000)
          else 0 end as dirt,
          case when c.base_price_kop is null then 0 else
            round(c.quantity::numeric * (c.price_kop - coalesce(l.kop, c.base_price_kop))
              / case c.measure when 'piece' then 1 else 1000000 end)
          end as step
        from counted c left join lists l on c.base_price_kop is not null
          and (l.product_id, l.column_id, l.date, l.supplier_id) = (c.product_id, c.column_id, c.date, c.supplier_id)),
      sums as (
        select user_id, kept_id, array_agg(distinct supplier_id) as record_ids, count(distinct act_id)::int as acts,
          sum(greatest(dirt, 0))::bigint as below_kop, sum(greatest(-dirt, 0))::bigint as above_kop,
          sum(greatest(step, 0))::bigint as dearer_kop
        from beside group by user_id, kept_id)
      select u.full_name as operator, s.id as supplier_id, x.record_ids, s.type, s.last_name, s.first_name,
        s.middle_name, s.org_name, x.acts, x.below_kop, x.above_kop, x.dearer_kop,
        x.below_kop + x.dearer_kop as lost_kop
      from sums x
        join supplier s on s.company_id = ${db.companyId} and s.id = x.kept_id
        left join app_user u on u.id = x.user_id
      where x.below_kop + x.above_kop + x.dearer_kop > 0
      order by lost_kop desc, x.above_kop desc, s.id, u.full_name`,
  )
}
