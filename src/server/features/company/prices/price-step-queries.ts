import { sql } from 'kysely'
import { defaultRules } from '#contract/company/company-settings.ts'
import type { Tx } from '../../../db/handle.ts'
import { isBeyond, type PriceStep } from './price-share.ts'

/** The share that one person may change a price of product `p` by: of the nearest group that has one, else of company `o`. */
export const shareOf = ({ companyId }: Tx) => sql`coalesce((
  with recursive up as (
    select p.parent_id, p.price_step_bp, 1 as height
    union all
    select g.parent_id, g.price_step_bp, up.height + 1 from up
      join product g on g.company_id = ${companyId} and g.id = up.parent_id
    where up.height < 20)
  select price_step_bp from up where price_step_bp is not null order by height limit 1),
  (o.settings->'rules'->>'price_step_bp')::int, ${sql.lit(defaultRules.price_step_bp)})::int`

/** Whether the company has bought anything yet. */
export const hasBought = ({ companyId }: Tx) =>
  sql`exists (select 1 from act where company_id = ${companyId} and issued_at is not null)`

/**
 * What suppliers of one column get by another one, beyond the share: measured from the price of their column of now and of a day ago, and
 * from the default columns of now and of a day ago, so that a column after a column is one step. `onlyUp` leaves out what they lose.
 */
export async function stepsOfColumn(
  tx: Tx,
  { from, to, onlyUp }: { readonly from: string; readonly to: string; readonly onlyUp: boolean },
): Promise<PriceStep[]> {
  const { companyId } = tx
  const { rows } = await sql<PriceStep & { share_bp: number; has_bought: boolean }>`
    with formers as (
      select ${from}::uuid as id
      union select id from price_column where company_id = ${companyId} and is_default
      union (select entity_id from audit_event where company_id = ${companyId} and entity = 'price_column'
        and action = 'price_column.default' and before @> '{"is_default": true}' and at > now() - interval '1 day'
        order by seq limit 1))
    select p.id as product_id, c.id as column_id, p.name, c.title as column_title, p.measure,
      f.kop as old_kop, t.price_kop as new_kop,
      ${shareOf(tx)} as share_bp, ${hasBought(tx)} as has_bought
    from price_in_force t
      join product p on p.company_id = t.company_id and p.id = t.product_id and p.status = 'active'
      join price_column c on c.company_id = t.company_id and c.id = t.column_id
      join company o on o.id = t.company_id
      left join price_in_force own on own.company_id = t.company_id and own.product_id = t.product_id and own.column_id = ${from}
      left join lateral (
        select kop from (
          select x.price_kop as kop from formers join price_in_force x on x.company_id = ${companyId}
            and x.product_id = t.product_id and x.column_id = formers.id where formers.id <> t.column_id
          union all
          (select h.old_kop from price_history h where h.company_id = ${companyId} and h.product_id = t.product_id
            and h.column_id = ${from} and h.at > now() - interval '1 day' and h.old_kop is not null
            order by h.at, h.id limit 1)) k
        where kop is not null
        order by abs(t.price_kop - kop)::numeric / greatest(kop, 1) desc limit 1) f on true
    where t.company_id = ${companyId} and t.column_id = ${to} and t.price_kop is not null
      and (${!onlyUp} or t.price_kop > coalesce(own.price_kop, f.kop, 0))
      and t.price_kop is distinct from f.kop
    order by abs(t.price_kop - coalesce(f.kop, 0)) desc, p.name, p.id`.execute(tx.q)
  return rows
    .filter(({ old_kop, new_kop, ...rule }) => isBeyond(old_kop, new_kop, rule))
    .map(({ share_bp: _share, has_bought: _bought, ...step }) => step)
}

/** The column whose prices count where a record names this one: itself while it is active, else the default one; undefined without any. */
export async function columnInForce(tx: Tx, id: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from price_column where company_id = ${tx.companyId} and status = 'active'
      and (id = ${id}::uuid or is_default) order by is_default limit 1`.execute(tx.q)
  return rows[0]?.id
}
