import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly product_id?: string | undefined
  readonly site_id?: string | undefined
}

/** Prices are kopecks per tonne or per piece, shares basis points. */
export interface AveragePrice {
  readonly product_id: string
  readonly product_name: string
  readonly measure: 'weight' | 'piece'
  /** Grams, or pieces. */
  readonly quantity: number
  readonly amount_kop: number
  readonly price_kop: number | null
  readonly list_kop: number | null
  readonly deviation_bp: number | null
  readonly former_kop: number | null
  readonly change_bp: number | null
}

/**
 * What was paid for each product beside the price of the list and beside the calendar month before the period. The list price
 * is the one that each position had, by its quantity; positions without one are left out of it and of the deviation.
 */
export function walkAveragePrices(db: Tx, { date_from, date_to, product_id, site_id }: Purchases) {
  const month = sql`date_trunc('month', ${date_from}::date)`
  // `round` of numeric takes a half away from zero.
  const price = (amount: string, quantity: string) =>
    sql`round(${sql.ref(amount)} * s.unit / nullif(${sql.ref(quantity)}, 0))::bigint`
  return walkRows(
    db,
    sql<AveragePrice>`
      with bought as (
        select ap.product_id, ap.measure, a.date >= ${date_from}::date as is_now, ap.amount_kop,
          ap.base_price_kop, coalesce(case ap.measure when 'piece' then ap.qty else ap.net_g end, 0) as quantity
        from act a
          join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
        where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
          and (a.date between ${date_from}::date and ${date_to}::date
            or a.date >= ${month} - interval '1 month' and a.date < ${month})
          ${product_id ? sql`and ap.product_id = ${product_id}::uuid` : sql``}
          ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}),
      sums as (
        select product_id, measure, case measure when 'piece' then 1 else 1000000 end::numeric as unit,
          sum(quantity) filter (where is_now) as quantity,
          sum(amount_kop) filter (where is_now) as amount,
          sum(quantity) filter (where is_now and base_price_kop is not null) as listed_quantity,
          sum(amount_kop) filter (where is_now and base_price_kop is not null) as listed_amount,
          sum(quantity::numeric * base_price_kop) filter (where is_now) as list_sum,
          sum(quantity) filter (where not is_now) as former_quantity,
          sum(amount_kop) filter (where not is_now) as former_amount
        from bought group by product_id, measure)
      select s.product_id, p.name as product_name, s.measure, s.quantity::bigint as quantity,
        s.amount::bigint as amount_kop, ${price('s.amount', 's.quantity')} as price_kop,
        round(s.list_sum / nullif(s.listed_quantity, 0))::bigint as list_kop,
        round((s.listed_amount * s.unit - s.list_sum) * 10000 / nullif(s.list_sum, 0))::bigint as deviation_bp,
        ${price('s.former_amount', 's.former_quantity')} as former_kop,
        round((s.amount * s.former_quantity - s.former_amount * s.quantity) * 10000
          / nullif(s.former_amount * s.quantity, 0))::bigint as change_bp
      from sums s
        join product p on p.company_id = ${db.companyId} and p.id = s.product_id
      where s.amount is not null
      order by s.amount desc, p.name, p.id, s.measure`,
  )
}
