import { sql, type Kysely } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

/** A post with its device of one kind. */
export interface PostDevice {
  readonly post_id: string
  readonly post_kind: string
  readonly site_id: string
  readonly device_id: string | null
  readonly status: string | null
}

/** The active device; a disabled one is named only when there is no other. */
export function deviceAtPost(
  db: Db,
  post: number,
  kind: 'scale' | 'plate_camera' | 'relay',
): Promise<PostDevice | undefined> {
  return db.q
    .selectFrom('post as p')
    .leftJoin('device as d', (join) =>
      join
        .onRef('d.company_id', '=', 'p.company_id')
        .onRef('d.post_id', '=', 'p.id')
        .on('d.kind', '=', kind),
    )
    .where('p.company_id', '=', db.companyId)
    .where('p.number', '=', post)
    .orderBy(sql`d.status = 'disabled'`)
    .orderBy('d.code')
    .limit(1)
    .select([
      'p.id as post_id',
      'p.kind as post_kind',
      'p.site_id',
      'd.id as device_id',
      'd.status',
    ])
    .executeTakeFirst()
}

export interface CameraRow {
  readonly id: string
  readonly site_id: string
  readonly code: number
  readonly title: string
  readonly status: string
}

export function findCamera(db: Db, code: number): Promise<CameraRow | undefined> {
  return cameras(db).where('code', '=', code).executeTakeFirst()
}

export function findCameraById(db: Db, id: string): Promise<CameraRow | undefined> {
  return cameras(db).where('id', '=', id).executeTakeFirst()
}

/** A device with the number of its post; null when it has none. */
export function findPostDevice(db: Db, id: string, kind: 'plate_camera' | 'relay') {
  return db.q
    .selectFrom('device as d')
    .leftJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.post_id'),
    )
    .where('d.company_id', '=', db.companyId)
    .where('d.id', '=', id)
    .where('d.kind', '=', kind)
    .select(['d.site_id', 'd.status', 'p.number as post'])
    .executeTakeFirst()
}

export function findPost(db: Db, number: number) {
  return db.q
    .selectFrom('post')
    .where('company_id', '=', db.companyId)
    .where('number', '=', number)
    .select(['number', 'title', 'site_id'])
    .executeTakeFirst()
}

/** Cameras that look at a post, also those switched off: its own, and those of its site that belong to no post. */
export function camerasOfPost(db: Db, codes: readonly number[], postId: string) {
  return cameras(db)
    .where('code', 'in', codes.length > 0 ? codes : [0])
    .where((eb) => eb.or([eb('post_id', '=', postId), eb('post_id', 'is', null)]))
    .where('site_id', '=', (eb) =>
      eb
        .selectFrom('post')
        .where('post.company_id', '=', db.companyId)
        .where('post.id', '=', postId)
        .select('post.site_id'),
    )
    .orderBy('code')
    .limit(8)
    .execute()
}

function cameras(db: Db) {
  return db.q
    .selectFrom('device')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', 'camera')
    .select(['id', 'site_id', 'code', 'title', 'status'])
}

/** The devices of a site as its agent needs them. */
export function devicesOfSite(db: Db, siteId: string) {
  return db.q
    .selectFrom('device as d')
    .leftJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.post_id'),
    )
    .where('d.company_id', '=', db.companyId)
    .where('d.site_id', '=', siteId)
    .where('d.status', '<>', 'disabled')
    .orderBy('d.kind')
    .orderBy('d.code')
    .limit(40)
    .select([
      'd.id',
      'd.kind',
      'd.code',
      'd.driver',
      'd.connection',
      'd.max_g',
      'd.min_g',
      'd.d_g',
      'd.e_g',
      'd.zero_band_g',
      'd.presence_g',
      'd.agent_key',
      'p.number as post',
    ])
    .execute()
}

/** Stores a key where there is none yet and returns the stored one. */
export async function storeAgentKey(db: Db, deviceId: string, sealed: Buffer): Promise<Buffer> {
  const row = await db.q
    .updateTable('device')
    .set({ agent_key: sql`coalesce(agent_key, ${sealed})` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', deviceId)
    .returning('agent_key')
    .executeTakeFirstOrThrow()
  return row.agent_key!
}

/** Returns true when the status changed: the device was seen until now. A disabled device stays disabled. */
export async function setDeviceStatus(
  db: Tx,
  id: string,
  status: 'online' | 'offline',
): Promise<boolean> {
  const row = await db.q
    .updateTable('device')
    .set({ status, last_seen_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', 'not in', ['disabled', status])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A scale with the limits for a capture, locked until the end of the transaction. */
export function lockScale(db: Tx, deviceId: string) {
  return scales(db, deviceId).forNoKeyUpdate('d').executeTakeFirst()
}

export function findScale(db: Db, deviceId: string) {
  return scales(db, deviceId).executeTakeFirst()
}

function scales(db: Db, deviceId: string) {
  return db.q
    .selectFrom('device as d')
    .innerJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.post_id'),
    )
    .where('d.company_id', '=', db.companyId)
    .where('d.id', '=', deviceId)
    .where('d.kind', '=', 'scale')
    .where('d.status', '<>', 'disabled')
    .select([
      'd.id',
      'd.site_id',
      'p.id as post_id',
      'p.number as post',
      'p.kind as post_kind',
      'd.agent_key',
      sql<number>`d.max_g`.as('max_g'),
      sql<number>`d.min_g`.as('min_g'),
      sql<number>`d.d_g`.as('d_g'),
      sql<number>`d.e_g`.as('e_g'),
      sql<number>`d.zero_band_g`.as('zero_band_g'),
      sql<number>`d.presence_g`.as('presence_g'),
      sql<boolean>`coalesce(d.verification_until < current_date, false)`.as('overdue'),
    ])
}

export type Scale = NonNullable<Awaited<ReturnType<typeof findScale>>>

export async function siteNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .select(['id', 'name'])
    .limit(100)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export const ABSENCES = 'device.absence'
export const VERIFICATIONS = 'device.verification'

export interface AbsentDevice extends SweptRow {
  readonly title: string
  /** Whole minutes since the device was last seen. */
  readonly minutes: number
}

/** Devices of working companies that were seen within a week and not for ten minutes: older ones are no news. */
export async function absentDevices(q: Kysely<DB>): Promise<AbsentDevice[]> {
  const { rows } = await sql<AbsentDevice>`
    select d.company_id, d.id, d.title,
      floor(extract(epoch from now() - d.last_seen_at) / 60)::int as minutes
    from device d join company o on o.id = d.company_id and o.status = 'active'
    where d.status = 'offline'
      and d.last_seen_at between now() - interval '7 days' and now() - interval '10 minutes'
      and ${notSetAside(ABSENCES, 'd.company_id', 'd.id')}
    limit 1000
  `.execute(q)
  return rows
}

export interface DueVerification extends SweptRow {
  readonly title: string
  readonly until: string
  /** Whole days left by the company's calendar; negative once it has run out. */
  readonly days: number
}

/** Scales whose verification ends within a month or has ended. */
export async function dueVerifications(q: Kysely<DB>): Promise<DueVerification[]> {
  const { rows } = await sql<DueVerification>`
    select d.company_id, d.id, d.title, d.verification_until::text as until,
      d.verification_until - (now() at time zone o.timezone)::date as days
    from device d join company o on o.id = d.company_id and o.status = 'active'
    where d.kind = 'scale' and d.status <> 'disabled'
      and d.verification_until <= (now() at time zone o.timezone)::date + 30
      and ${notSetAside(VERIFICATIONS, 'd.company_id', 'd.id')}
    limit 1000
  `.execute(q)
  return rows
}
