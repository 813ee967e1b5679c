import { sql } from 'kysely'
import { fieldNames } from '#contract/record/record-field.ts'
import { paperFields } from '#contract/visit/visit-record.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { compiledQuery } from '../../../db/query/compiled-query.ts'
import { uuidv7 } from '../../../db/uuid.ts'

/** Visits with the names beside their ids, in the order they came. */
export function visitRows(db: Db, ids: readonly string[]) {
  return visitsByIds(db, { ids })
}

const visitsByIds = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  db.q
    .selectFrom('visit as t')
    .innerJoin('site as si', (join) =>
      join.onRef('si.company_id', '=', 't.company_id').onRef('si.id', '=', 't.site_id'),
    )
    .leftJoin('post as po', (join) =>
      join.onRef('po.company_id', '=', 't.company_id').onRef('po.id', '=', 't.post_id'),
    )
    .leftJoin('supplier as s', (join) =>
      join.onRef('s.company_id', '=', 't.company_id').onRef('s.id', '=', 't.supplier_id'),
    )
    .leftJoin('weight_act as wa', (join) =>
      join.onRef('wa.company_id', '=', 't.company_id').onRef('wa.id', '=', 't.weight_act_id'),
    )
    .leftJoin('act as a', (join) =>
      join.onRef('a.company_id', '=', 'wa.company_id').onRef('a.id', '=', 'wa.act_id'),
    )
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .where('t.company_id', '=', db.companyId)
    .where(sql<boolean>`t.id = any(${ids})`)
    .select([
      't.id',
      't.number',
      't.site_id',
      'si.name as site_name',
      't.post_id',
      'po.number as post',
      't.mode',
      't.direction',
      't.carnumber',
      't.carnumber_raw',
      ...fieldNames(paperFields).map((name) => `t.${name}` as const),
      't.supplier_id',
      sql<string | null>`case when s.type = 'company' then s.org_name when s.id is not null
        then concat_ws(' ', s.last_name, s.first_name, s.middle_name) end`.as('supplier_name'),
      's.type as supplier_type',
      't.product_id',
      't.in_at',
      't.out_at',
      't.gross_g',
      't.tare_g',
      't.net_g',
      't.pack_g',
      't.drops',
      't.weight_act_id',
      'wa.number as weight_act_number',
      'wa.act_id',
      'a.number as act_number',
      't.void_reason',
      't.flags',
      't.status',
      'u.full_name as created_by_name',
      't.version',
    ])
    .orderBy('t.in_at')
    .orderBy('t.id'),
)

/** Every weighing of visits, cancelled ones included, in the order they were taken. */
export function weighingRows(db: Db, visitIds: readonly string[]) {
  return weighingsOf(db, { visitIds })
}

const weighingsOf = compiledQuery((db, { visitIds }: { visitIds: readonly string[] }) =>
  db.q
    .selectFrom('weighing as w')
    .leftJoin('device as d', (join) =>
      join.onRef('d.company_id', '=', 'w.company_id').onRef('d.id', '=', 'w.device_id'),
    )
    .leftJoin('app_user as o', 'o.id', 'w.operator_id')
    .leftJoin('app_user as ap', 'ap.id', 'w.approver_id')
    .leftJoin('weighing_cancel as c', (join) =>
      join.onRef('c.company_id', '=', 'w.company_id').onRef('c.weighing_id', '=', 'w.id'),
    )
    .leftJoin('app_user as cb', 'cb.id', 'c.by')
    .leftJoin('app_user as ca', 'ca.id', 'c.approver_id')
    .where('w.company_id', '=', db.companyId)
    .where(sql<boolean>`w.visit_id = any(${visitIds})`)
    .select([
      'w.id',
      'w.visit_id',
      'w.kind',
      'w.weight_g',
      'w.source',
      'w.device_id',
      'd.title as device_title',
      'w.seq',
      'w.offline',
      'w.plate_read',
      'w.plate_confidence_bp',
      'w.plate_by',
      'w.photos',
      'o.full_name as operator_name',
      'ap.full_name as approver_name',
      'w.reason',
      'w.taken_at',
      sql<number>`(extract(epoch from clock_timestamp() - w.taken_at) * 1000)::int8`.as('age_ms'),
      'c.at as cancelled_at',
      'c.reason as cancel_reason',
      'cb.full_name as cancelled_by_name',
      'ca.full_name as cancel_approver_name',
    ])
    .orderBy('w.taken_at')
    .orderBy('w.id')
    .limit(2500),
)

/** The last three tares of plates, newest first, from closed visits. */
export async function lastTares(db: Db, plates: readonly string[]) {
  if (plates.length === 0) return []
  const { rows } = await sql<{ carnumber: string; tare_g: number; at: string }>`
    select p.carnumber, t.tare_g, t.out_at as at from unnest(${plates}::text[]) as p(carnumber)
    cross join lateral (select tare_g, out_at from visit
      where company_id = ${db.companyId} and carnumber = p.carnumber
        and status in ('closed', 'attached') order by in_at desc limit 3) t`.execute(db.q)
  return rows
}

/** The stored tare that each plate would use now. */
export async function storedTares(db: Db, plates: readonly string[]) {
  if (plates.length === 0) return []
  const { rows } = await sql<{
    id: string
    carnumber: string | null
    container_code: string | null
    tare_g: number
    captured_at: string
    expires_at: string
    expired: boolean
  }>`
    select distinct on (plate) id, plate as carnumber, container_code, tare_g, captured_at, expires_at,
      expires_at < now() as expired from stored_tare
    where company_id = ${db.companyId} and plate = any(${plates}) and revoked_at is null
    order by plate, captured_at desc`.execute(db.q)
  return rows
}

/** Product names of unloads and visits. */
export async function productNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** How many slips of a visit came out. */
export async function ticketsOf(db: Db, visitId: string): Promise<number> {
  const row = await db.q
    .selectFrom('print_event')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', 'transaction')
    .where('entity_id', '=', visitId)
    .select(sql<number>`coalesce(max(copy_no), 0)`.as('printed'))
    .executeTakeFirstOrThrow()
  return row.printed
}

/** Increments the print count. */
export async function countTicket(db: Tx, visitId: string): Promise<void> {
  const jti = db.caller.session?.jti ?? null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`print:${visitId}`}, 0))`.execute(db.q)
  const { rows } = await sql<{ copy_no: number }>`
    select coalesce(max(copy_no), 0) + 1 as copy_no from print_event
    where company_id = ${db.companyId} and entity = 'transaction' and entity_id = ${visitId}`.execute(
    db.q,
  )
  await db.q
    .insertInto('print_event')
    .values({
      company_id: db.companyId,
      id: uuidv7(),
      entity: 'transaction',
      entity_id: visitId,
      copy_no: rows[0]!.copy_no,
      session_jti: jti,
      by: db.caller.userId!,
    })
    .execute()
}
