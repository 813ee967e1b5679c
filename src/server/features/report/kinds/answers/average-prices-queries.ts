import { sql } from 'kysely'
import { zoneOf, type Db, type Tx } from '../../../../db/handle.ts'
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
 * Prices paid for each product, beside the list price and the calendar month before the period. The list price of a day is the
 * one that was in force longest that day in the position's column. Each price is weighted by the tonnes (or hundreds of pieces)
 * that the company bought at it from other suppliers, so a price set for one purchase counts as no list price. Positions
 * without a list price are left out of it and of the deviation.
 */
export function walkAveragePrices(db: Tx, purchases: Purchases) {
  // `round` of numeric takes a half away from zero.
  const price = (amount: string, quantity: string) =>
    sql`round(${sql.ref(amount)} * s.unit / nullif(${sql.ref(quantity)}, 0))::bigint`
  return walkRows(
    db,
    sql<AveragePrice>`
      with ${pricedPositions(db, purchases, zoneOf(db), true)},
      sums as (
        select product_id, measure, case measure when 'piece' then 1 else 1000000 end::numeric as unit,
          sum(quantity) filter (where is_now) as quantity,
          sum(amount_kop) filter (where is_now) as amount,
          sum(quantity) filter (where is_now and base_price_kop is not null) as listed_quantity,
          sum(amount_kop) filter (where is_now and base_price_kop is not null) as listed_amount,
          sum(quantity::numeric * day_kop) filter (where is_now and base_price_kop is not null) as list_sum,
          sum(quantity) filter (where not is_now) as former_quantity,
          sum(amount_kop) filter (where not is_now) as former_amount
        from priced group by product_id, measure)
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

/** The average cost of a tonne of all products by weight, and its cost by the list, as the report gives both for each product. */
export interface AverageOfAll {
  readonly price_kop: number | null
  readonly list_kop: number | null
  readonly deviation_bp: number | null
}

export async function readAverageOfAll(
  db: Db,
  purchases: Purchases,
  zone: string,
): Promise<AverageOfAll> {
  const { rows } = await sql<AverageOfAll>`
    with ${pricedPositions(db, purchases, zone, false)},
      sums as (
        select sum(quantity) as quantity, sum(amount_kop) as amount,
          sum(quantity) filter (where base_price_kop is not null) as listed_quantity,
          sum(amount_kop) filter (where base_price_kop is not null) as listed_amount,
          sum(quantity::numeric * day_kop) filter (where base_price_kop is not null) as list_sum
        from priced where is_now and measure <> 'piece')
    select round(amount * 1000000::numeric / nullif(quantity, 0))::bigint as price_kop,
      round(list_sum / nullif(listed_quantity, 0))::bigint as list_kop,
      round((listed_amount * 1000000::numeric - list_sum) * 10000 / nullif(list_sum, 0))::bigint as deviation_bp
    from sums`.execute(db.q)
  return rows[0]!
}

/**
 * `priced`: positions of the period, with the list price of their day, and of the month before it where that is compared. A home asks for one
 * day and reads no month for it.
 */
function pricedPositions(
  db: Db,
  { date_from, date_to, product_id, site_id }: Purchases,
  zone: string,
  isCompared: boolean,
) {
  const month = sql`date_trunc('month', ${date_from}::date)`
  const before = isCompared
    ? sql`or a.date >= ${month} - interval '1 month' and a.date < ${month}`
    : sql``
  return sql`bought as (
        select ap.product_id, ap.measure, a.date >= ${date_from}::date as is_now, ap.amount_kop,
          ap.column_id, a.date, a.supplier_id, a.site_id, ap.base_price_kop,
          coalesce(case ap.measure when 'piece' then ap.qty else ap.net_g end, 0) as quantity
        from act a
          join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
        where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
          and (a.date between ${date_from}::date and ${date_to}::date ${before})
          ${product_id ? sql`and ap.product_id = ${product_id}::uuid` : sql``}),
      counted as (
        select * from bought where ${site_id ? sql`site_id = ${site_id}::uuid` : sql`true`}),
      ${dayLists(db, zone)},
      priced as (
        select b.*, coalesce(l.kop, b.base_price_kop) as day_kop
        from counted b left join lists l on b.is_now and b.base_price_kop is not null
          and (l.product_id, l.column_id, l.date, l.supplier_id) = (b.product_id, b.column_id, b.date, b.supplier_id))`
}

/** `lists`: the price of each column and day, for each supplier, of the positions `counted` out of all `bought`. */
export function dayLists(db: Db, zone = zoneOf(db)) {
  return sql`
      days as (select distinct product_id, column_id, date, date::timestamp at time zone ${zone} as since,
          least((date + 1)::timestamp at time zone ${zone}, now()) as till
        from counted where is_now and base_price_kop is not null),
      stood as (
        select d.product_id, d.column_id, d.date, h.kop,
          sum(extract(epoch from least(h.till, d.till) - greatest(h.since, d.since)))::numeric as seconds
        from days d cross join lateral (
          select new_kop as kop, at as since, coalesce(lead(at) over past, 'infinity') as till
          from price_history where company_id = ${db.companyId} and product_id = d.product_id and column_id = d.column_id
          window past as (order by at, id)
          union all
          (select old_kop, '-infinity', at from price_history where company_id = ${db.companyId}
            and product_id = d.product_id and column_id = d.column_id order by at, id limit 1)) h
        where h.kop is not null and h.since < d.till and h.till > d.since
        group by d.product_id, d.column_id, d.date, h.kop),
      lists as (
        select distinct on (b.product_id, b.column_id, b.date, b.supplier_id)
          b.product_id, b.column_id, b.date, b.supplier_id, s.kop
        from (select distinct product_id, column_id, date, supplier_id from counted where is_now) b
          join stood s using (product_id, column_id, date)
          left join lateral (select sum(o.quantity) / case o.measure when 'piece' then 100 else 1000000.0 end as tonnes
            from bought o where o.product_id = b.product_id
            and o.column_id = b.column_id and o.date = b.date and o.base_price_kop = s.kop
            and o.supplier_id <> b.supplier_id
            group by o.measure) other on true
        order by b.product_id, b.column_id, b.date, b.supplier_id,
          s.seconds * (1 + coalesce(other.tonnes, 0)) desc, s.kop)`
}
