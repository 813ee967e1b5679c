import { sql, type InsertObject } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { DB } from '../../db/schema.ts'
import type { LiveWeighing } from './capture/visit-weights.ts'

const COLUMNS = [
  'id',
  'number',
  'site_id',
  'post_id',
  'mode',
  'direction',
  'carnumber',
  'carnumber_raw',
  'trailer_number',
  'supplier_id',
  'product_id',
  'in_at',
  'net_g',
  'pack_g',
  'drops',
  'flags',
  'status',
  'version',
] as const

/** Holds a visit until the end of the transaction. */
export function lockVisit(db: Tx, id: string) {
  return db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(COLUMNS)
    .select(
      sql<
        string | null
      >`(select case when first.weight_g = visit.gross_g then 'purchase' else 'shipment' end
        from weighing as first where first.company_id = ${db.companyId}
          and first.visit_id = visit.id and first.kind = 'in' limit 1)`.as('weighed'),
    )
    .forUpdate()
    .executeTakeFirst()
}
export type Visit = NonNullable<Awaited<ReturnType<typeof lockVisit>>>

type NewVisit = Omit<InsertObject<DB, 'visit'>, 'company_id' | 'created_by'>
/** The columns of a new visit besides its number and its place. */
export type VisitColumns = Partial<NewVisit> & Pick<NewVisit, 'in_at'>

/** Adds a visit; the caller turns a second open visit of the plate into its refusal. */
export async function insertVisit(db: Tx, values: NewVisit): Promise<void> {
  await db.q
    .insertInto('visit')
    .values({ company_id: db.companyId, created_by: db.caller.userId, ...values })
    .execute()
}

/** Entry and exit use one clock: those of two servers differ, and an exit before its entry is refused. */
export const databaseNow = sql<string>`now()`

/** The exit of a visit, never before an entry by another clock. */
export const momentAfterEntry = sql<string>`greatest(in_at, now())`

export async function changeVisit(
  db: Tx,
  id: string,
  values: Record<string, unknown>,
): Promise<void> {
  await db.q
    .updateTable('visit')
    .set({
      ...values,
      ...changeColumns(db),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export interface NewWeighing {
  id: string
  visit_id: string | null
  kind: 'in' | 'mid' | 'out' | 'tare'
  weight_g: number
  source: 'scale' | 'manual' | 'stored_tare'
  device_id?: string
  reading?: object
  seq?: number
  episode_id?: string | null
  zero_before_g?: number | null
  plate_read?: string | null
  plate_confidence_bp?: number | null
  plate_by?: 'camera' | 'operator' | null
  photos?: readonly string[]
  approver_id?: string | null
  reason?: string
  taken_at?: string
  offline?: boolean
  client_id?: string | null
  client_hash?: Buffer | null
}

/** Adds a weighing that nothing can change afterwards; `taken_at` is the database's now unless it was typed in. */
export async function insertWeighing(db: Tx, weighing: NewWeighing): Promise<void> {
  const { reading, photos, taken_at, ...rest } = weighing
  const captureNo = weighing.device_id ? await nextCapture(db, weighing.device_id) : null
  await db.q
    .insertInto('weighing')
    .values({
      company_id: db.companyId,
      operator_id: db.caller.userId!,
      ...rest,
      reading: reading ? JSON.stringify(reading) : null,
      photos: [...(photos ?? [])],
      taken_at: taken_at ?? sql<string>`now()`,
      capture_no: captureNo,
    })
    .execute()
    .catch((error: unknown) => onConstraint(error, { photo_of_one_visit: 'weighing.photo-used' }))
}

/** The caller holds the scale, so two captures never take one number. */
async function nextCapture(db: Tx, device: string): Promise<number> {
  const { rows } = await sql<{
    no: number
  }>`select coalesce(max(capture_no), 0) + 1 as no from weighing
    where company_id = ${db.companyId} and device_id = ${device}`.execute(db.q)
  return rows[0]!.no
}

/** Weighings of a visit without a cancel beside them, oldest first. */
export function liveWeighings(
  db: Db,
  visitId: string,
): Promise<(LiveWeighing & { source: string; taken_at: string })[]> {
  return db.q
    .selectFrom('weighing as w')
    .leftJoin('weighing_cancel as c', (join) =>
      join.onRef('c.company_id', '=', 'w.company_id').onRef('c.weighing_id', '=', 'w.id'),
    )
    .where('w.company_id', '=', db.companyId)
    .where('w.visit_id', '=', visitId)
    .where('c.id', 'is', null)
    .select(['w.id', 'w.kind', 'w.weight_g', 'w.source', 'w.taken_at'])
    .orderBy('w.taken_at')
    .orderBy('w.id')
    .limit(60)
    .execute()
}

export async function insertCancel(
  db: Tx,
  cancel: { id: string; weighing_id: string; reason: string; approver_id: string },
): Promise<void> {
  await db.q
    .insertInto('weighing_cancel')
    .values({ company_id: db.companyId, by: db.caller.userId, ...cancel })
    .execute()
}

/** Seconds from a weighing to another instant, now by the database's clock unless it was seen without a link. */
export async function secondsSince(db: Db, instant: string, until = 'now'): Promise<number> {
  const { rows } = await sql<{ s: number }>`
    select floor(extract(epoch from ${until}::timestamptz - ${instant}::timestamptz))::int as s`.execute(
    db.q,
  )
  return rows[0]!.s
}

/** The last three tares of a plate, oldest first, other visits only. */
export async function tareHistory(
  db: Db,
  { plate, trailer, exceptId }: { plate: string; trailer: string | null; exceptId: string },
): Promise<number[]> {
  const rows = await db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('carnumber', '=', plate)
    .where(sql<boolean>`trailer_number is not distinct from ${trailer}`)
    .where('status', 'in', ['closed', 'attached'])
    .where('id', '<>', exceptId)
    .select('tare_g')
    .orderBy('in_at', 'desc')
    .limit(3)
    .execute()
  return rows.map((row) => row.tare_g!).toReversed()
}

/** The company's day and its short form for numbers: `2026-11-21`, `261121`. */
export async function companyDay(db: Db): Promise<{ day: string; short: string }> {
  const { rows } = await sql<{ day: string; short: string }>`
    select to_char(now() at time zone timezone, 'YYYY-MM-DD') as day, to_char(now() at time zone timezone, 'YYMMDD') as short
    from company where id = ${db.companyId}`.execute(db.q)
  return rows[0]!
}

/** One more vehicle in the sums of its site's day. */
export async function countVehicle(db: Tx, siteId: string, day: string): Promise<void> {
  await db.q
    .insertInto('daily_rollup')
    .values({ company_id: db.companyId, site_id: siteId, day, vehicles: 1 })
    .onConflict((c) =>
      c
        .columns(['company_id', 'day', 'site_id'])
        .doUpdateSet({ vehicles: sql`daily_rollup.vehicles + 1` }),
    )
    .execute()
}

/** Type and status of a supplier that a visit names. */
export function supplierOf(db: Db, id: string) {
  return db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['type', 'status'])
    .executeTakeFirst()
}

export async function productExists(db: Db, ids: readonly string[]): Promise<boolean> {
  const rows = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('kind', '=', 'item')
    .select('id')
    .execute()
  return rows.length === new Set(ids).size
}

/** A post with its site, or the company's default site when no post was named. */
export async function placeOf(
  db: Db,
  post: number | undefined,
): Promise<{ site_id: string; post_id: string | null } | undefined> {
  if (post === undefined) {
    const site = await db.q
      .selectFrom('site')
      .where('company_id', '=', db.companyId)
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirst()
    return site && { site_id: site.id, post_id: null }
  }
  return db.q
    .selectFrom('post')
    .where('company_id', '=', db.companyId)
    .where('number', '=', post)
    .select(['site_id', 'id as post_id'])
    .executeTakeFirst()
}
