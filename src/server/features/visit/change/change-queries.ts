import { sql } from 'kysely'
import { quote } from '#contract/words/quote.ts'
import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import type { Visit } from '../visit-queries.ts'
import { isFarAbove, usualPrice } from './usual-price-queries.ts'

/** One name of a weighed load with all that it had before, each of which may be null. */
export interface Renaming {
  readonly from: readonly (string | null)[]
  readonly to: string | null
}

/**
 * Loads that got another product after a weighing: marked where the list price rises, above the cheapest name that the load ever had,
 * with what that is of it.
 */
export async function markDearer(
  tx: Tx,
  names: readonly Renaming[],
  net_g: number | null,
): Promise<RaisedMark[]> {
  const pairs = names.flatMap(({ from, to }, n) =>
    from.filter((was) => was !== null && to !== null && was !== to).map((was) => ({ was, to, n })),
  )
  if (pairs.length === 0) return []
  const { rows } = await sql<{ why: string; kop: number | null }>`
    select left(string_agg(r.why, '; ' order by r.n), 300) as why,
      round(max(r.rise) * ${net_g}::numeric / 1000000)::bigint as kop
    from (select distinct on (c.n) c.n, f.name || ' → ' || t.name as why, tp.price_kop - coalesce(fp.price_kop, 0) as rise
      from unnest(${pairs.map(({ was }) => was)}::uuid[], ${pairs.map(({ to }) => to)}::uuid[],
          ${pairs.map(({ n }) => n)}::int[]) c (from_id, to_id, n)
        join product f on f.company_id = ${tx.companyId} and f.id = c.from_id
        join product t on t.company_id = f.company_id and t.id = c.to_id
        join price_column pc on pc.company_id = f.company_id and pc.is_default
        left join price_in_force fp on fp.company_id = f.company_id and fp.product_id = f.id and fp.column_id = pc.id
        join price_in_force tp on tp.company_id = f.company_id and tp.product_id = t.id and tp.column_id = pc.id
      where tp.price_kop > coalesce(fp.price_kop, 0)
      order by c.n, rise desc) r`.execute(tx.q)
  const [dearer] = rows
  if (!dearer?.why) return []
  return [{ code: 'product_changed', why: dearer.why, ...(dearer.kop && { kop: dearer.kop }) }]
}

/** The products that a visit had before, by the journal: of its unload, or of the whole visit. */
export async function earlierProducts(
  tx: Tx,
  visitId: string,
  dropNo: number | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct n.product_id from audit_event e
      left join lateral (select u->>'product_id' as product_id
        from jsonb_array_elements((e.after->>'drops')::jsonb) u
        where (u->>'drop_no')::int = ${dropNo}) d on true
      cross join lateral (values (e.before->>'product_id'), (d.product_id)) n (product_id)
    where e.company_id = ${tx.companyId} and e.entity = 'transaction' and e.entity_id = ${visitId}
      and e.action = 'transaction.info' and n.product_id is not null`.execute(tx.q)
  return rows.map(({ product_id }) => product_id)
}

/**
 * A load that was weighed as one supplier's, its present one or one that the journal names, and is written to another one: its money would
 * go there.
 */
export async function markSupplier(
  tx: Tx,
  visit: Pick<Visit, 'id' | 'supplier_id' | 'net_g'>,
  to: string | null | undefined,
): Promise<RaisedMark[]> {
  if (!to || to === visit.supplier_id || visit.net_g === null) return []
  const { rows } = await sql<{ name: string }>`
    select case when s.type = 'company' then s.org_name else concat_ws(' ', s.last_name, s.first_name, s.middle_name) end as name
    from supplier s
    where s.company_id = ${tx.companyId} and s.id <> ${to} and (s.id = ${visit.supplier_id} or s.id in (
      select (before->>'supplier_id')::uuid from audit_event
      where company_id = ${tx.companyId} and entity = 'transaction' and entity_id = ${visit.id}
        and action = 'transaction.info'))
    order by s.id = ${visit.supplier_id} desc nulls last limit 1`.execute(tx.q)
  return rows.map(({ name }) => ({
    code: 'supplier_changed',
    why: `Взвешен как груз ${quote(name)}`,
  }))
}

/** Loads that got their first name after their last weighing, each far dearer than such a load usually is. */
export async function markNamedLater(
  tx: Tx,
  { supplier_id, post_id }: Pick<Visit, 'supplier_id' | 'post_id'>,
  named: readonly { readonly product_id: string; readonly grams: number }[],
): Promise<RaisedMark[]> {
  if (named.length === 0) return []
  const usual = usualPrice(tx, {
    supplier: sql`${supplier_id}::uuid`,
    post: sql`${post_id}::uuid`,
    column: sql.ref('n.column_id'),
    grams: sql.ref('n.all_grams'),
  })
  const { rows } = await sql<{ why: string | null; kop: number | null }>`
    select left(string_agg(distinct n.name, '; '), 300) as why,
      sum(round(n.grams * (n.price_kop - u.kop) / 1000000))::bigint as kop
    from (select p.name, x.column_id, x.price_kop, n.grams, sum(n.grams) over (order by x.price_kop desc) as all_grams
      from unnest(${named.map(({ product_id }) => product_id)}::uuid[], ${named.map(({ grams }) => grams)}::bigint[]) n (product_id, grams)
        join product p on p.company_id = ${tx.companyId} and p.id = n.product_id
        join price_column pc on pc.company_id = p.company_id and pc.is_default
        join price_in_force x on x.company_id = p.company_id and x.product_id = p.id and x.column_id = pc.id) n
      cross join lateral (select ${usual} as kop offset 0) u
    where ${isFarAbove(sql.ref('n.price_kop'), sql.ref('u.kop'))}`.execute(tx.q)
  const [dear] = rows
  return dear?.why && dear.kop ? [{ code: 'product_unnamed', why: dear.why, kop: dear.kop }] : []
}

/** A plate that is written after a weighing at which the camera saw another one. */
export async function markPlate(tx: Tx, visitId: string, plate: string): Promise<RaisedMark[]> {
  const { rows } = await sql<{ plate_read: string }>`
    select plate_read from weighing where company_id = ${tx.companyId} and visit_id = ${visitId}
      and plate_by = 'camera' and plate_read <> ${plate} limit 1`.execute(tx.q)
  return rows[0] ? [{ code: 'plate_mismatch', why: `Камера видела ${rows[0].plate_read}` }] : []
}

/** Tares remembered from a visit that no longer counts are not used again. */
export async function revokeTares(db: Tx, visitId: string): Promise<void> {
  await db.q
    .updateTable('stored_tare')
    .set({ revoked_at: sql`now()`, updated_at: sql`now()`, updated_by: db.caller.userId })
    .where('company_id', '=', db.companyId)
    .where('revoked_at', 'is', null)
    .where('weighing_id', 'in', (eb) =>
      eb
        .selectFrom('weighing')
        .where('weighing.company_id', '=', db.companyId)
        .where('weighing.visit_id', '=', visitId)
        .select('weighing.id'),
    )
    .execute()
}

/** A void visit leaves the sums of the day on which it was opened. */
export async function uncountVehicle(db: Tx, visitId: string): Promise<void> {
  await sql`
    update daily_rollup as r set vehicles = greatest(r.vehicles - 1, 0)
    from visit as t join company as c on c.id = t.company_id
    where t.company_id = ${db.companyId} and t.id = ${visitId} and r.company_id = t.company_id
      and r.day = (t.created_at at time zone c.timezone)::date and r.site_id = t.site_id`.execute(
    db.q,
  )
}
