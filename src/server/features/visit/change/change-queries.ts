import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'

/** Products that replace others of a weighed visit, pair by pair: marked where the list price rises, with what that is of the load. */
export async function markDearer(
  tx: Tx,
  changes: readonly { readonly from: string | null; readonly to: string | null }[],
  net_g: number | null,
): Promise<RaisedMark[]> {
  const pairs = changes.filter(({ from, to }) => from !== null && to !== null && from !== to)
  if (pairs.length === 0) return []
  const { rows } = await sql<{ why: string; kop: number | null }>`
    select left(string_agg(f.name || ' → ' || t.name, '; ' order by c.n), 300) as why,
      round(max(tp.price_kop - coalesce(fp.price_kop, 0)) * ${net_g}::numeric / 1000000)::bigint as kop
    from unnest(${pairs.map(({ from }) => from)}::uuid[], ${pairs.map(({ to }) => to)}::uuid[]) with ordinality c (from_id, to_id, n)
      join product f on f.company_id = ${tx.companyId} and f.id = c.from_id
      join product t on t.company_id = f.company_id and t.id = c.to_id
      join price_column pc on pc.company_id = f.company_id and pc.is_default
      left join price_in_force fp on fp.company_id = f.company_id and fp.product_id = f.id and fp.column_id = pc.id
      join price_in_force tp on tp.company_id = f.company_id and tp.product_id = t.id and tp.column_id = pc.id
    where tp.price_kop > coalesce(fp.price_kop, 0)`.execute(tx.q)
  const [dearer] = rows
  if (!dearer?.why) return []
  return [{ code: 'product_changed', why: dearer.why, ...(dearer.kop && { kop: dearer.kop }) }]
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
