import { sql } from 'kysely'
import { defaultRules } from '#contract/company/company-settings.ts'
import type { Tx } from '../../db/handle.ts'
import type { CellChange } from './cell-queries.ts'

/** A change of one price beyond the share that one person may change it by. */
export interface PriceStep {
  readonly product_id: string
  readonly column_id: string
  readonly name: string
  readonly column_title: string
  readonly measure: 'weight' | 'piece'
  /** The price of now or of a day ago, whichever is further from the new one. */
  readonly old_kop: number
  readonly new_kop: number
}

const changed = (changes: readonly CellChange[]) => sql`unnest(
  ${changes.map((change) => change.product_id)}::uuid[], ${changes.map((change) => change.column_id)}::uuid[],
  ${changes.map((change) => change.old_kop)}::bigint[], ${changes.map((change) => change.new_kop)}::bigint[])
  as a (product_id, column_id, old_kop, new_kop)`

const ofCell = sql`h.company_id = p.company_id and h.product_id = a.product_id and h.column_id = a.column_id`

/**
 * Changes beyond the share of the nearest group that has one, else of the company. They are measured from the price of now and from that
 * of a day ago, so that many small ones are one; a price that was taken away counts for thirty days. A column that had no price before
 * today is measured from the default one, or a new column would be a way to any price.
 */
export async function stepsOver(tx: Tx, changes: readonly CellChange[]): Promise<PriceStep[]> {
  const { rows } = await sql<PriceStep>`
    select a.product_id, a.column_id, p.name, c.title as column_title, p.measure, f.kop as old_kop, a.new_kop
    from ${changed(changes)}
      join product p on p.company_id = ${tx.companyId} and p.id = a.product_id
      join price_column c on c.company_id = p.company_id and c.id = a.column_id
      join company o on o.id = p.company_id
      left join lateral (
        with recursive up as (
          select p.parent_id, p.price_step_bp, 1 as height
          union all
          select g.parent_id, g.price_step_bp, up.height + 1 from up
            join product g on g.company_id = ${tx.companyId} and g.id = up.parent_id
          where up.height < 20)
        select price_step_bp as bp from up where price_step_bp is not null order by height limit 1) own on true
      cross join lateral (
        select kop from (values (a.old_kop),
          ((select h.old_kop from price_history h where ${ofCell} and h.at > now() - interval '1 day'
            and h.old_kop is not null order by h.at, h.id limit 1)),
          (case when a.old_kop is null then (select h.old_kop from price_history h where ${ofCell}
            and h.at > now() - interval '30 days' and h.old_kop is not null
            order by h.at desc, h.id desc limit 1) end),
          (case when coalesce((select h.old_kop is null and h.at > now() - interval '1 day' from price_history h
              where ${ofCell} and h.at > now() - interval '30 days' order by h.at, h.id limit 1), a.old_kop is null)
            then (select d.price_kop from price_cell d join price_column dc on dc.company_id = d.company_id
              and dc.id = d.column_id and dc.is_default
              where d.company_id = p.company_id and d.product_id = a.product_id and d.column_id <> a.column_id) end)
          ) as former (kop)
        where kop is not null
        order by abs(a.new_kop - kop)::numeric / greatest(kop, 1) desc limit 1) f
    where a.new_kop is not null and abs(a.new_kop - f.kop) * 10000 > f.kop * coalesce(own.bp,
      (o.settings->'rules'->>'price_step_bp')::int, ${defaultRules.price_step_bp})::numeric
    order by abs(a.new_kop - f.kop) desc, p.name, a.product_id, a.column_id`.execute(tx.q)
  return rows
}

/**
 * Marks the acts that were made by a price which is gone again within a day, each with what it differs from the price that came back. A
 * price has come back when it is four times nearer to the former one than to that in between.
 */
export async function markReturned(
  tx: Tx,
  changes: readonly CellChange[],
): Promise<{ id: string; kop: number }[]> {
  const { rows } = await sql<{ id: string; kop: number }>`
    with back as (
      select p.id as product_id, a.column_id, p.measure, a.new_kop, l.at
      from ${changed(changes)}
        join product p on p.company_id = ${tx.companyId} and p.id = a.product_id
        cross join lateral (
          select h.at from price_history h
          where ${ofCell} and h.at > now() - interval '1 day'
            and abs(h.old_kop - a.new_kop) * 4 <= abs(h.new_kop - a.new_kop) and h.new_kop <> a.new_kop
          order by h.at, h.id limit 1) l
      where a.new_kop is not null),
    hit as (
      select ap.act_id as id, sum(abs(case ap.measure when 'piece' then ap.qty * (ap.price_kop - b.new_kop)
        else round(coalesce(ap.net_g, 0)::numeric * (ap.price_kop - b.new_kop) / 1000000) end))::bigint as kop
      from back b
        join act_position ap on ap.company_id = ${tx.companyId} and ap.product_id = b.product_id
          and ap.column_id = b.column_id and ap.base_price_at >= b.at
          and abs(ap.base_price_kop - b.new_kop) * 100 > b.new_kop and ap.price_kop = ap.base_price_kop
      group by ap.act_id)
    update act set flags = coalesce((select jsonb_agg(f) from jsonb_array_elements(act.flags) f
        where f->>'code' <> 'price_returned' or f ? 'reviewed_at'), '[]')
      || jsonb_build_object('code', 'price_returned', 'at', ${new Date().toISOString()}::text, 'kop', hit.kop)
    from hit
    where act.company_id = ${tx.companyId} and act.id = hit.id and act.status in ('draft', 'issued', 'signed')
      and hit.kop > 0
    returning act.id, hit.kop`.execute(tx.q)
  return rows
}
