import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

/** Dearer than usual by more than half: grades of one metal lie nearer to each other, other metals further apart. */
const FAR = sql.lit(1.5)

/** A load is unusually dear at this price, both in kopecks per tonne. */
export const isFarAbove = (price: RawBuilder<unknown>, usual: RawBuilder<unknown>) =>
  sql`${price} > ${usual} * ${FAR}`

// Purchases that were marked as dear themselves make the next one usual only after somebody looked at them.
const DEAR = sql`'$[*] ? ((@.code == "product_unnamed" || @.code == "product_changed") && !exists(@.reviewed_at))'`

/** Fewer purchases say nothing of a supplier or a post without a name of the load; with one, of a post or a company. */
const FEW = sql.lit(5)
const FEW_NAMED = sql.lit(20)
/** Of a dear load at a post so much of this one's weight makes it usual there. */
const LIKE = sql.lit(3)

interface Load {
  readonly supplier: RawBuilder<unknown>
  readonly post: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  /** Grams of the load, with all that came with it at its price or above. */
  readonly grams: RawBuilder<unknown>
}

const weighedPositions = ({ companyId }: Tx) => sql`act a
    join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id and ap.net_g > 0
    join weight_act_line wl on wl.company_id = ap.company_id and wl.id = ap.line_id
    join visit wv on wv.company_id = wl.company_id and wv.id = wl.visit_id
    where a.company_id = ${companyId} and a.status in ('issued', 'signed')`
const IS_TOLD = sql`(jsonb_path_exists(a.flags, ${DEAR}) or jsonb_path_exists(wv.flags, ${DEAR}))`
const bought = (tx: Tx) => sql`${weighedPositions(tx)} and not ${IS_TOLD}`

/**
 * The dearest of what a supplier brought in the last twenty purchases of 180 days, five at least, as far as that weighs together as much
 * as this load: a few kilograms of copper make no tonne of it usual.
 */
const broughtBy = (tx: Tx, { supplier, column, grams }: Load) => sql`
  (select max(t.price_kop) filter (where t.grams >= ${grams})
    from (select s.act_id, x.price_kop, sum(s.net_g) over (order by x.price_kop desc nulls last) as grams
      from (select a.id as act_id, ap.product_id, ap.net_g from ${bought(tx)}
          and a.supplier_id = ${supplier} and a.sort_at > now() - interval '180 days'
          order by a.sort_at desc, a.id desc limit 20) s
        left join price_in_force x on x.company_id = ${tx.companyId} and x.product_id = s.product_id and x.column_id = ${column}) t
    having count(distinct t.act_id) >= ${FEW})`

/** The last purchases of ninety days, of a post or of the company. */
const lately = (tx: Tx, post?: RawBuilder<unknown>) => sql`
  (select a.id as act_id, ap.amount_kop, ap.net_g, ap.price_kop from ${bought(tx)}
    ${post ? sql`and wv.post_id = ${post}` : sql``} and a.sort_at > now() - interval '90 days'
    order by a.sort_at desc, a.id desc limit 500)`

/**
 * What a tonne of a load without a name is usually worth in a column of now: of what its supplier brought, else what the last purchases of
 * its post cost, five at least; else those of the company, before the first of them its list.
 *
 * Who asks keeps it one question by `offset 0`: PostgreSQL would write it into each place that uses its answer, planned in 28 ms
 * instead of 7 and answered in twice the time.
 */
export function usualPrice(tx: Tx, load: Load) {
  return sql`coalesce(${broughtBy(tx, load)},
    (select sum(s.amount_kop) * 1000000 / sum(s.net_g) from ${lately(tx, load.post)} s having count(*) >= ${FEW}),
    (select sum(s.amount_kop) * 1000000 / sum(s.net_g) from ${lately(tx)} s),
    (select avg(x.price_kop) from price_in_force x
      join product lp on lp.company_id = x.company_id and lp.id = x.product_id and lp.measure = 'weight'
      where x.company_id = ${tx.companyId} and x.column_id = ${load.column}))`
}

/**
 * The same of a load that had its name at the first weighing, whose name itself says something: also the dearest that its post took in
 * loads a third as heavy is usual, or that three suppliers brought it in such ones, looked at or not. Null for who has bought less than
 * twenty times: nothing is unusual there.
 */
export function usualPriceOfNamed(tx: Tx, load: Load) {
  const isLike = sql`l.net_g * ${LIKE} >= ${load.grams}`
  const dearestTaken = (post?: RawBuilder<unknown>) => sql`(
    with l as (select a.id as act_id, a.supplier_id, ap.amount_kop, ap.net_g, ap.price_kop, ${IS_TOLD} as is_told
      from ${weighedPositions(tx)} ${post ? sql`and wv.post_id = ${post}` : sql``} and a.sort_at > now() - interval '90 days'
      order by a.sort_at desc, a.id desc limit 500)
    select greatest(sum(l.amount_kop) filter (where not l.is_told) * 1000000 / sum(l.net_g) filter (where not l.is_told),
      max(l.price_kop) filter (where not l.is_told and ${isLike}),
      (select s.price_kop from (select max(l.price_kop) as price_kop from l where ${isLike} group by l.supplier_id) s
        order by s.price_kop desc offset 2 limit 1))
    from l having count(distinct l.act_id) filter (where not l.is_told) >= ${FEW_NAMED})`
  const here = sql`coalesce(${dearestTaken(load.post)}, ${dearestTaken()})`
  return sql`(select case when h.kop is not null then greatest(h.kop, ${broughtBy(tx, load)}) end
    from (select ${here} as kop offset 0) h)`
}
