import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

/** The same frame encoded again differs by a grey level; a scene with weather, people and trucks by tens. */
const SAME_LEVELS = 2
/** So many captures of different loads in a row with one look: the camera stands still. */
export const SAME_CAPTURES = 5

/** Notes what a camera showed at a capture; answers in how many captures in a row it showed that. */
export async function noteAppearance(db: Tx, deviceId: string, look: Buffer): Promise<number> {
  const before = await db.q
    .selectFrom('camera_look')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .select(['look', 'captures'])
    .forUpdate()
    .executeTakeFirst()
  const isSame = before?.look.every((level, i) => Math.abs(level - look[i]!) <= SAME_LEVELS)
  // The first look stays, so that a slow dusk is no standstill.
  const now = isSame
    ? { captures: before!.captures + 1 }
    : { look, captures: 1, since: sql<string>`excluded.since` }
  const { captures } = await db.q
    .insertInto('camera_look')
    .values({ company_id: db.companyId, device_id: deviceId, look, captures: 1 })
    .onConflict((c) => c.columns(['company_id', 'device_id']).doUpdateSet(now))
    .returning('captures')
    .executeTakeFirstOrThrow()
  return captures
}

/** The scale's last captured reading: a new capture must be later and of another load. */
export function lastCapture(db: Db, deviceId: string) {
  return db.q
    .selectFrom('weighing')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('seq', 'is not', null)
    .select(['seq', 'episode_id'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Where else a plate was seen around a weighing, minutes apart. */
interface Elsewhere {
  readonly site: string
  readonly minutes: number
}

/**
 * The nearest sighting of the weighing's plate on another site within so many minutes of it: a weighing of a visit, or a load whose
 * plate a camera read. A plate is one vehicle, so one of the two is another vehicle.
 */
export async function seenElsewhere(
  tx: Tx,
  weighingId: string,
  plate: string,
  minutes: number,
): Promise<Elsewhere | undefined> {
  const { rows } = await sql<Elsewhere>`
    with me as (select w.taken_at as at, d.site_id, make_interval(mins => ${minutes}) as near
      from weighing w join device d on d.company_id = w.company_id and d.id = w.device_id
      where w.company_id = ${tx.companyId} and w.id = ${weighingId}),
    seen as (
      select w.taken_at as at, w.device_id from me, weighing w
        join visit v on v.company_id = w.company_id and v.id = w.visit_id
      where w.company_id = ${tx.companyId} and v.carnumber = ${plate}
        and w.taken_at between me.at - me.near and me.at + me.near
      union all
      select e.started_at, e.device_id from me, weight_episode e
      where e.company_id = ${tx.companyId} and e.plate = ${plate}
        and e.started_at between me.at - me.near and me.at + me.near)
    select s.name as site, round(extract(epoch from greatest(me.at - seen.at, seen.at - me.at)) / 60)::int as minutes
    from me, seen
      join device d on d.company_id = ${tx.companyId} and d.id = seen.device_id
      join site s on s.company_id = d.company_id and s.id = d.site_id
    where d.site_id <> me.site_id order by 2 limit 1`.execute(tx.q)
  return rows[0]
}

/** The vehicle that was weighed on the same scale less than so many seconds before this one, when it is another one. */
export async function weighedJustBefore(
  tx: Tx,
  weighingId: string,
  visitId: string,
  seconds: number,
): Promise<{ readonly number: string; readonly seconds: number } | undefined> {
  const { rows } = await sql<{ number: string; seconds: number }>`
    select v.number, floor(extract(epoch from me.taken_at - w.taken_at))::int as seconds
    from weighing me
      join visit own on own.company_id = me.company_id and own.id = ${visitId}
      join weighing w on w.company_id = me.company_id and w.device_id = me.device_id and w.id <> me.id
        and w.taken_at between me.taken_at - make_interval(secs => ${seconds}) and me.taken_at
      join visit v on v.company_id = w.company_id and v.id = w.visit_id
    where me.company_id = ${tx.companyId} and me.id = ${weighingId} and v.id <> own.id
      and v.carnumber is distinct from own.carnumber
    order by w.taken_at desc limit 1`.execute(tx.q)
  return rows[0]
}

/** Nobody needs longer to put a load back, or to drive round. */
const AGAIN_MIN = sql.lit(10)
// Of a platform load half of this much may be taken off, or a brick put on.
const ALIKE = sql.lit(0.003)

/**
 * Another visit that weighed as much on the same scale minutes before: a load that was put back, or a vehicle that came again under
 * another plate, which no camera read either time.
 */
export async function sameWeightBefore(
  tx: Tx,
  weighingId: string,
  { post_kind, d_g }: { readonly post_kind: string; readonly d_g: number },
): Promise<{ readonly number: string; readonly minutes: number } | undefined> {
  const isPlatform = post_kind === 'platform'
  const alike = isPlatform
    ? sql`greatest(${2 * d_g}::numeric, me.weight_g * ${ALIKE})`
    : sql`${d_g}::numeric`
  const { rows } = await sql<{ number: string; minutes: number }>`
    select v.number, ceil(extract(epoch from me.taken_at - w.taken_at) / 60)::int as minutes
    from weighing me
      join weighing w on w.company_id = me.company_id and w.device_id = me.device_id and w.kind = me.kind
        and w.visit_id <> me.visit_id and abs(w.weight_g - me.weight_g) <= ${alike}
        and w.taken_at between me.taken_at - make_interval(mins => ${AGAIN_MIN}) and me.taken_at
      join visit own on own.company_id = me.company_id and own.id = me.visit_id
      join visit v on v.company_id = w.company_id and v.id = w.visit_id and v.status <> 'void'
    where me.company_id = ${tx.companyId} and me.id = ${weighingId} and (${isPlatform}
      or (v.carnumber is distinct from own.carnumber
        and me.plate_by is distinct from 'camera' and w.plate_by is distinct from 'camera'))
    order by w.taken_at desc limit 1`.execute(tx.q)
  return rows[0]
}

/** The site on which a visit began, when a weighing of it is on another one. */
export async function siteOfEntry(
  tx: Tx,
  visitId: string,
  siteId: string,
): Promise<{ readonly began: string; readonly now: string } | undefined> {
  const { rows } = await sql<{ began: string; now: string }>`
    select s.name as began, n.name as now from visit v
      join site s on s.company_id = v.company_id and s.id = v.site_id
      join site n on n.company_id = v.company_id and n.id = ${siteId}
    where v.company_id = ${tx.companyId} and v.id = ${visitId} and v.site_id <> ${siteId}`.execute(
    tx.q,
  )
  return rows[0]
}
