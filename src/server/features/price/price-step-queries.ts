import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { isBeyond, shareOf, type PriceStep } from '../company/prices/price-step-queries.ts'
import type { CellChange } from './cell-queries.ts'

const changed = (changes: readonly CellChange[]) => sql`unnest(
  ${changes.map((change) => change.product_id)}::uuid[], ${changes.map((change) => change.column_id)}::uuid[],
  ${changes.map((change) => change.old_kop)}::bigint[], ${changes.map((change) => change.new_kop)}::bigint[])
  as a (product_id, column_id, old_kop, new_kop)`

const ofCell = sql`h.company_id = p.company_id and h.product_id = a.product_id and h.column_id = a.column_id`

// So far back a price of another column is compared with the default one; what a second person confirmed since is where it begins.
const LEAD_SINCE = sql`greatest(now() - interval '30 days', (select max(h.at) from price_history h
  where ${ofCell} and h.at > now() - interval '30 days' and exists (select 1 from audit_event e
    where e.company_id = h.company_id and e.at = h.at and e.user_id = h.by and e.approver_id is not null
      and e.entity in ('price_cell', 'price_column'))))`

/** What a cell of product `a.product_id` held at a moment. */
const priceAt = (
  column: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
) => {
  const later = sql`price_history h where h.company_id = p.company_id and h.product_id = a.product_id
    and h.column_id = ${column} and h.at > ${at}`
  return sql`case when exists (select 1 from ${later}) then (select h.old_kop from ${later} order by h.at, h.id limit 1)
    else ${now} end`
}

/**
 * What the default column pays for product `a.product_id`, in column `dc.id` and cell `d`: after these very changes, and after what is planned
 * until the moment of a plan.
 */
const listPrice = (changes: readonly CellChange[], fromAt: string | undefined) => sql`coalesce(
  (select i.new_kop from (select * from ${changed(changes)}) i where i.product_id = a.product_id and i.column_id = dc.id),
  (select w.price_kop from price_plan w where w.company_id = p.company_id and w.product_id = a.product_id
    and w.column_id = dc.id and w.status = 'waiting' and w.from_at <= ${fromAt ?? null}::timestamptz
    order by w.from_at desc limit 1),
  d.price_kop)`

/**
 * Changes beyond the share, measured from the price of now and from that of a day ago, so that many small ones are one; a price that was
 * taken away counts for thirty days. A column that is not the default is also measured from what it paid beside the default one thirty days
 * ago, or a new column, or one that nobody looks at, would be a way to any price. Of a plan that all can see from its announcement on, by
 * `fromAt`, this distance alone counts, and that a price is the first one.
 */
export async function stepsOver(
  tx: Tx,
  changes: readonly CellChange[],
  fromAt?: string,
): Promise<PriceStep[]> {
  const previous = sql.ref('f.kop')
  const price = sql.ref('a.new_kop')
  const isPlan = fromAt !== undefined
  const { rows } = await sql<PriceStep>`
    select a.product_id, a.column_id, p.name, c.title as column_title, p.measure, f.kop as old_kop, a.new_kop
    from ${changed(changes)}
      join product p on p.company_id = ${tx.companyId} and p.id = a.product_id
      join price_column c on c.company_id = p.company_id and c.id = a.column_id
      join company o on o.id = p.company_id
      left join price_column dc on dc.company_id = p.company_id and dc.is_default and dc.id <> a.column_id
      left join price_cell d on d.company_id = p.company_id and d.product_id = a.product_id and d.column_id = dc.id
      left join lateral (select ${LEAD_SINCE} as since) s on dc.id is not null
      left join lateral (select ${listPrice(changes, fromAt)} as list_kop,
        ${priceAt(sql.ref('a.column_id'), sql.ref('a.old_kop'), sql.ref('s.since'))} as own_then,
        ${priceAt(sql.ref('dc.id'), sql.ref('d.price_kop'), sql.ref('s.since'))} as list_then) m on dc.id is not null
      left join lateral (
        select kop, is_lead from (values (a.old_kop, false),
          ((select h.old_kop from price_history h where ${ofCell} and h.at > now() - interval '1 day'
            and h.old_kop is not null order by h.at, h.id limit 1), false),
          (case when a.old_kop is null then (select h.old_kop from price_history h where ${ofCell}
            and h.at > now() - interval '30 days' and h.old_kop is not null
            order by h.at desc, h.id desc limit 1) end, false),
          (coalesce(round(m.list_kop::numeric * coalesce(m.own_then::numeric / nullif(m.list_then, 0), 1))::bigint,
            m.own_then), true)) as former (kop, is_lead)
        where kop is not null
        order by is_lead and ${isPlan} desc, abs(a.new_kop - kop)::numeric / greatest(kop, 1) desc limit 1) f on true
    where a.new_kop is not null and a.new_kop is distinct from f.kop and (f.kop is null or f.is_lead or not ${isPlan})
      and ${isBeyond(tx, [previous, price, shareOf(tx)])}
    order by abs(a.new_kop - coalesce(f.kop, 0)) desc, p.name, a.product_id, a.column_id`.execute(
    tx.q,
  )
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
