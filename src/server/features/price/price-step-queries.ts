import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { hasBought, shareOf } from '../company/prices/price-step-queries.ts'
import type { CellAt, CellChange } from './cell-queries.ts'
import type { PastPrice, StepFacts, TimedPrice } from './steps-over.ts'

/**
 * What changes of these products are measured from, as plain rows: one statement over a block of ten thousand cells took a minute where the
 * planner had no figures yet.
 */
export async function readStepFacts(tx: Tx, productIds: readonly string[]): Promise<StepFacts> {
  const { companyId } = tx
  const ofProducts = sql`company_id = ${companyId} and product_id = any(${productIds}::uuid[])`
  const { rows: products } = await sql<StepFacts['products'][number]>`
    select p.id, p.name, p.measure, ${shareOf(tx)} as share_bp
    from product p join company o on o.id = p.company_id
    where p.company_id = ${companyId} and p.id = any(${productIds}::uuid[])`.execute(tx.q)
  const { rows: columns } = await sql<StepFacts['columns'][number]>`
    select id, title, is_default from price_column where company_id = ${companyId}`.execute(tx.q)
  const { rows: cells } = await sql<CellAt & { price_kop: number | null }>`
    select product_id, column_id, price_kop from price_cell where ${ofProducts}
      and column_id in (select id from price_column where company_id = ${companyId} and is_default)`.execute(
    tx.q,
  )
  const { rows: waiting } = await sql<CellAt & TimedPrice>`
    select product_id, column_id, price_kop, ${micros(sql`from_at`)} as at_us from price_plan
    where ${ofProducts} and status = 'waiting' order by from_at`.execute(tx.q)
  const { rows: past } = await sql<CellAt & PastPrice & { at: string; by: string | null }>`
    select product_id, column_id, old_kop, ${micros(sql`at`)} as at_us, at, by from price_history
    where ${ofProducts} and at > now() - interval '30 days' order by at, id`.execute(tx.q)
  const { rows: confirmed } = await sql<{ at_us: number; user_id: string | null }>`
    select ${micros(sql`at`)} as at_us, user_id from audit_event
    where company_id = ${companyId} and at = any(${[...new Set(past.map(({ at }) => at))]}::timestamptz[])
      and approver_id is not null`.execute(tx.q)
  const { rows: moments } = await sql<{ now_us: number; has_bought: boolean }>`
    select ${micros(sql`now()`)} as now_us, ${hasBought(tx)} as has_bought`.execute(tx.q)
  const confirmers = new Set(confirmed.map(({ at_us, user_id }) => `${at_us} ${user_id}`))
  return {
    products,
    columns,
    cells,
    waiting,
    past: past.map(({ at: _at, by, ...row }) => ({
      ...row,
      is_confirmed: confirmers.has(`${row.at_us} ${by}`),
    })),
    ...moments[0]!,
  }
}

/** Microseconds since 1970, which a number holds exactly. */
const micros = (moment: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${moment}) * 1000000)::bigint`

const ofCell = sql`h.company_id = p.company_id and h.product_id = a.product_id and h.column_id = a.column_id`

const changedCells = (changes: readonly CellChange[]) => sql`unnest(
  ${changes.map((change) => change.product_id)}::uuid[], ${changes.map((change) => change.column_id)}::uuid[],
  ${changes.map((change) => change.old_kop)}::bigint[], ${changes.map((change) => change.new_kop)}::bigint[])
  as a (product_id, column_id, old_kop, new_kop)`

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
      from ${changedCells(changes)}
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
      group by ap.act_id),
    -- A cluster makes no JSON of columns in the update itself.
    mark as (
      select id, kop, jsonb_build_object('code', 'price_returned', 'at', ${new Date().toISOString()}::text, 'kop', kop) as flag
      from hit where kop > 0)
    update act set flags = coalesce((select jsonb_agg(f) from jsonb_array_elements(act.flags) f
        where f->>'code' <> 'price_returned' or f ? 'reviewed_at'), '[]')
      || mark.flag
    from mark
    where act.company_id = ${tx.companyId} and act.id = mark.id and act.status in ('draft', 'issued', 'signed')
    returning act.id, mark.kop`.execute(tx.q)
  return rows
}
