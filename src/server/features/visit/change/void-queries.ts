import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

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
