import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Deviations {
  readonly date_from: string
  readonly date_to: string
  readonly user_id?: string | undefined
  /** `zasor` or `all`; of anything else the price alone. */
  readonly show?: string | undefined
}

export interface DeviatingPosition {
  readonly act_id: string
  readonly other_price: boolean
  readonly other_zasor: boolean
  readonly number: string
  readonly date: string
  readonly product: string
  readonly measure: 'weight' | 'piece'
  readonly phys_g: number | null
  readonly net_g: number | null
  readonly qty: number | null
  readonly amount_kop: number
  readonly base_price_kop: number | null
  readonly price_kop: number
  readonly override_reason: string | null
  /** The product's present one. */
  readonly default_zasor_bp: number
  /** What the written contamination cost beside that, by the own price; below nought the supplier got less. */
  readonly zasor_kop: number | null
  readonly issuer: string | null
  readonly approver: string | null
}

/**
 * Positions of issued acts with a price of their own, or with contamination other than the product's default. Contamination is
 * written in steps: half a step more or less is how the default itself is written on this weight. What cost the company most comes first.
 */
export function walkDeviations(db: Tx, { date_from, date_to, user_id, show }: Deviations) {
  const withPrice = show !== 'zasor'
  const withContamination = show === 'zasor' || show === 'all'
  return walkRows(
    db,
    sql<DeviatingPosition>`
      select a.id as act_id, other.price as other_price, other.zasor as other_zasor, a.number, a.date, ap.name as product, ap.measure, ap.phys_g, ap.net_g,
        ap.qty, ap.amount_kop, ap.base_price_kop, ap.price_kop, ap.override_reason,
        p.default_zasor_bp, cost.zasor_kop, i.full_name as issuer, u.full_name as approver
      from act a
        join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
        join product p on p.company_id = ap.company_id and p.id = ap.product_id
        left join weight_act_line l on l.company_id = ap.company_id and l.id = ap.line_id
        cross join lateral (select ap.price_kop is distinct from ap.base_price_kop as price,
          coalesce(ap.phys_g > 0 and 2 * abs((ap.phys_g - ap.net_g) * 10000 - ap.phys_g * p.default_zasor_bp)
            > coalesce(l.zasor_step_g, p.zasor_step_g) * 10000::bigint, false) as zasor) as other
        cross join lateral (select case when other.zasor then round(ap.net_g::numeric * ap.price_kop / 1000000)::bigint
            - round((ap.phys_g - round(ap.phys_g::numeric * p.default_zasor_bp / 10000)) * ap.price_kop / 1000000)::bigint end as zasor_kop,
          round(coalesce(case ap.measure when 'piece' then ap.qty else ap.net_g end, 0)::numeric
            * (ap.price_kop - coalesce(ap.base_price_kop, ap.price_kop)) / case ap.measure when 'piece' then 1 else 1000000 end) as price_kop) as cost
        left join app_user i on i.id = a.issued_by
        left join app_user u on u.id = ap.approver_id
      where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
        and a.date between ${date_from}::date and ${date_to}::date
        ${user_id ? sql`and a.issued_by = ${user_id}::uuid` : sql``}
        and (${withPrice} and other.price or ${withContamination} and other.zasor)
      order by cost.price_kop + ${withContamination ? sql`coalesce(cost.zasor_kop, 0)` : sql`0`} desc, a.date, a.number_year, a.number_seq, a.id, ap."order", ap.id`,
  )
}
