import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

/** Dearer than usual by more than half: grades of one metal lie nearer to each other, other metals further apart. */
const FAR = sql.lit(1.5)

/** A load is unusually dear at this price, both in kopecks per tonne. */
export const isFarAbove = (price: RawBuilder<unknown>, usual: RawBuilder<unknown>) =>
  sql`${price} > ${usual} * ${FAR}`

// Purchases that were marked as dear themselves would make every next one usual.
const DEAR = sql`'$[*] ? (@.code == "product_unnamed" || @.code == "product_changed")'`

/**
 * What a tonne of a load without a name is usually worth in a column of now: the dearest of what its supplier brought in the last twenty
 * purchases of 180 days, five at least; else what the last purchases of its post cost in ninety days, five at least; else those of the
 * company, before the first of them its list.
 */
export function usualPrice(
  { companyId }: Tx,
  supplier: RawBuilder<unknown>,
  post: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
) {
  const bought = sql`act a
    join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id and ap.net_g > 0
    join weight_act_line wl on wl.company_id = ap.company_id and wl.id = ap.line_id
    join visit wv on wv.company_id = wl.company_id and wv.id = wl.visit_id
    where a.company_id = ${companyId} and a.status in ('issued', 'signed')
      and not jsonb_path_exists(a.flags, ${DEAR}) and not jsonb_path_exists(wv.flags, ${DEAR})`
  return sql`coalesce(
    (select max(x.price_kop) from (select ap.product_id from ${bought}
        and a.supplier_id = ${supplier} and a.sort_at > now() - interval '180 days'
        order by a.sort_at desc, a.id desc limit 20) s
      left join price_in_force x on x.company_id = ${companyId} and x.product_id = s.product_id and x.column_id = ${column}
      having count(*) >= 5),
    (select sum(s.amount_kop) * 1000000 / sum(s.net_g) from (select ap.amount_kop, ap.net_g from ${bought}
        and wv.post_id = ${post} and a.sort_at > now() - interval '90 days'
        order by a.sort_at desc, a.id desc limit 500) s
      having count(*) >= 5),
    (select sum(s.amount_kop) * 1000000 / sum(s.net_g) from (select ap.amount_kop, ap.net_g from ${bought}
        and a.sort_at > now() - interval '90 days' order by a.sort_at desc, a.id desc limit 500) s),
    (select avg(x.price_kop) from price_in_force x
      join product lp on lp.company_id = x.company_id and lp.id = x.product_id and lp.measure = 'weight'
      where x.company_id = ${companyId} and x.column_id = ${column}))`
}
