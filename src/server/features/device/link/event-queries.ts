import { sql } from 'kysely'
import type { EpisodeBody } from '#contract/device/agent-events.ts'
import type { Flag } from '#contract/core/flags.ts'
import type { Db, Tx } from '../../../db/handle.ts'

export interface NewEvent {
  readonly event_id: string
  readonly type: string
  readonly at: string
  readonly device_id: string | null
  readonly body: object
}

/** Stores what an agent reported by itself; false when the same event came before. */
export async function insertEvent(db: Tx, agentId: string, event: NewEvent): Promise<boolean> {
  const row = await db.q
    .insertInto('agent_event')
    .values({
      company_id: db.companyId,
      agent_id: agentId,
      ...event,
      body: JSON.stringify(event.body),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The post and site of a device of the company, whatever its state; undefined when it is not the company's. */
export async function siteOfDevice(db: Db, deviceId: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('device')
    .where('company_id', '=', db.companyId)
    .where('id', '=', deviceId)
    .select('site_id')
    .executeTakeFirst()
  return row?.site_id
}

/**
 * Stores a load with the weighing that it became; the device's row is locked first, as a capture locks it, so that the two
 * cannot miss each other. True = the load is new and has not been weighed.
 */
export async function insertEpisode(
  db: Tx,
  deviceId: string,
  episode: EpisodeBody,
): Promise<boolean> {
  const device = await db.q
    .selectFrom('device')
    .where('company_id', '=', db.companyId)
    .where('id', '=', deviceId)
    .select('presence_g')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const weighing = await db.q
    .selectFrom('weighing')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('episode_id', '=', episode.episode_id)
    .select('id')
    .executeTakeFirst()
  const left: Flag[] =
    episode.peak_g !== null && episode.peak_g >= (device.presence_g ?? Infinity)
      ? [{ code: 'unweighed', at: episode.ended_at }]
      : []
  const row = await db.q
    .insertInto('weight_episode')
    .values({
      company_id: db.companyId,
      id: episode.episode_id,
      device_id: deviceId,
      started_at: episode.started_at,
      ended_at: episode.ended_at,
      peak_g: episode.peak_g,
      reading: episode.reading && JSON.stringify(episode.reading),
      plate: episode.plate,
      plate_confidence_bp: episode.plate_confidence_bp,
      photos: episode.photos.map(({ id }) => id),
      offline: episode.offline,
      flags: JSON.stringify(left),
      weighing_id: weighing?.id ?? null,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('weighing_id')
    .executeTakeFirst()
  return row?.weighing_id === null
}

/** The announcement of a picture by this agent, or undefined when it never named it. */
export async function announcedPhoto(
  db: Db,
  agentId: string,
  photoId: string,
): Promise<{ body: unknown; post: number | null; title: string | null } | undefined> {
  return db.q
    .selectFrom('agent_event as e')
    .leftJoin('device as scale', (join) =>
      join.onRef('scale.company_id', '=', 'e.company_id').onRef('scale.id', '=', 'e.device_id'),
    )
    .leftJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'scale.company_id').onRef('p.id', '=', 'scale.post_id'),
    )
    .leftJoin('device as camera', (join) =>
      join
        .onRef('camera.company_id', '=', 'e.company_id')
        .on('camera.kind', '=', 'camera')
        .on('camera.code', '=', sql<number>`(e.body->>'camera')::int`),
    )
    .where('e.company_id', '=', db.companyId)
    .where('e.agent_id', '=', agentId)
    .where('e.type', '=', 'photo')
    .where(sql<boolean>`e.body->>'id' = ${photoId}`)
    .select(['e.body', 'p.number as post', 'camera.title'])
    .executeTakeFirst()
}

/** How far apart the scale's zeros of the last day stand, grams; null without two of them (devices.md 4.3). */
export async function zeroDrifts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_id: string; drift_g: number }>`
    select device_id, max((body->>'weight_g')::bigint) - min((body->>'weight_g')::bigint) as drift_g
    from agent_event where company_id = ${db.companyId} and type = 'zero' and device_id is not null
      and at > now() - interval '1 day' group by device_id having count(*) > 1 limit 300`.execute(
    db.q,
  )
  return new Map(rows.map(({ device_id, drift_g }) => [device_id, drift_g]))
}
