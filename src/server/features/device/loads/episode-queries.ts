import { sql, type Expression, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { weight } from '#contract/device/device.ts'
import { RECORD_WAIT_MIN, type Episode } from '#contract/visit/episode.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { zoneOf, type Db, type Tx } from '../../../db/handle.ts'
import { anywhere, withinDays } from '../../../db/query/list-page.ts'

export type EpisodeFilter = NonNullable<CallInput<typeof weight.getEpisodes>['query']['filter']>

// devices.md 4.2 and 4.3.
const LATEST_DAYS = 7

/** No weighing a quarter of an hour after the load left: of a `weight_episode` in any query. */
export const IS_WITHOUT_WEIGHING = `weighing_id is null and ended_at < now() - interval '${RECORD_WAIT_MIN} minutes'`

/** A load that left a quarter of an hour ago, was heavy enough to be one, and was not weighed. */
const isUnweighed = sql<boolean>`(${sql.raw(IS_WITHOUT_WEIGHING)} and e.peak_g >= d.presence_g)`

/** Left without a link, with a signed reading and not long ago: it may still become a weighing. */
const isTakeable = sql<boolean>`(e.offline and e.weighing_id is null and e.reading is not null
  and e.started_at > now() - make_interval(days => ${LATEST_DAYS}))`

// As the partial index says it.
const WAITS_FOR_WORDS = sql<boolean>`jsonb_path_exists(e.flags, '$[*] ? (!exists(@.reviewed_at))')`

/** What was said of a load without a record; null while nobody has. */
const explanation = sql<Episode['explained']>`(
  select jsonb_build_object('at', f->>'reviewed_at', 'by', f->>'reviewed_by', 'note', f->>'note')
  from jsonb_array_elements(e.flags) f where f->>'code' = 'unweighed' and f->>'reviewed_at' is not null limit 1)`

/**
 * Who weighed on the scale of the load `e`, or typed a weight at its post, within the shift around it: the people who were on duty there.
 */
export const ON_DUTY = sql`from weighing duty_w join app_user duty_u on duty_u.id = duty_w.operator_id
  where duty_w.company_id = e.company_id and (duty_w.device_id = e.device_id
      or (duty_w.device_id is null and exists (select from visit duty_v join device duty_d on duty_d.company_id = duty_v.company_id
        and duty_d.post_id = duty_v.post_id and duty_d.id = e.device_id
        where duty_v.company_id = duty_w.company_id and duty_v.id = duty_w.visit_id)))
    and duty_w.taken_at between e.started_at - interval '12 hours' and e.ended_at + interval '12 hours'`

/** Loads of the company that a filter leaves, nothing selected yet. */
export function filteredEpisodes(db: Db, filter: EpisodeFilter) {
  let query = db.q
    .selectFrom('weight_episode as e')
    .innerJoin('device as d', (join) =>
      join.onRef('d.company_id', '=', 'e.company_id').onRef('d.id', '=', 'e.device_id'),
    )
    .leftJoin('post as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.post_id'),
    )
    .leftJoin('weighing as w', (join) =>
      join.onRef('w.company_id', '=', 'e.company_id').onRef('w.id', '=', 'e.weighing_id'),
    )
    .leftJoin('visit as t', (join) =>
      join.onRef('t.company_id', '=', 'w.company_id').onRef('t.id', '=', 'w.visit_id'),
    )
    .where('e.company_id', '=', db.companyId)
  for (const condition of conditions(db, filter)) query = query.where(condition)
  return query
}

function conditions(db: Db, filter: EpisodeFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [withinDays('e.started_at', filter, zoneOf(db))]
  if (filter.ids) list.push(sql`e.device_id = any(${filter.ids})`)
  if (filter.post) list.push(sql`p.number = ${filter.post}`)
  if (filter.search) list.push(sql`e.plate like ${anywhere(normalizePlate(filter.search).plate)}`)
  if (filter.offline) list.push(isTakeable)
  if (filter.without_weighing) list.push(isUnweighed)
  if (filter.unrecorded)
    list.push(sql`(e.weighing_id is null and ${WAITS_FOR_WORDS} and not ${isTakeable})`)
  if (filter.record_ids) list.push(sql`e.record_id = any(${filter.record_ids}::uuid[])`)
  return list
}

export function selectEpisode(query: ReturnType<typeof filteredEpisodes>) {
  return query.select([
    'e.id',
    'e.record_id',
    'e.device_id',
    'd.title as device_title',
    'p.number as post',
    'p.kind as post_kind',
    'e.started_at',
    'e.ended_at',
    'e.peak_g',
    'e.reading',
    'e.plate',
    'e.plate_confidence_bp',
    'e.photos',
    'e.offline',
    isUnweighed.as('without_weighing'),
    explanation.as('explained'),
    'e.weighing_id',
    'w.visit_id as transaction_id',
    't.number as transaction_number',
  ])
}

/** The load that a reading without a link belongs to, while it may still be weighed; undefined = there is none. */
export function findOfflineEpisode(db: Db, deviceId: string, episodeId: string) {
  return db.q
    .selectFrom('weight_episode')
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('id', '=', episodeId)
    .where('offline', '=', true)
    .where('started_at', '>', sql<string>`now() - make_interval(days => ${LATEST_DAYS})`)
    .select(['id', 'photos', 'plate', 'plate_confidence_bp', 'started_at', 'ended_at'])
    .executeTakeFirst()
}
export type OfflineEpisode = NonNullable<Awaited<ReturnType<typeof findOfflineEpisode>>>

/** Writes down which weighing a load became; nothing happens while the agent has not reported the load. */
export async function weighEpisode(
  db: Tx,
  deviceId: string,
  episodeId: string,
  weighingId: string,
): Promise<void> {
  await db.q
    .updateTable('weight_episode')
    .set({ weighing_id: weighingId })
    .where('company_id', '=', db.companyId)
    .where('device_id', '=', deviceId)
    .where('id', '=', episodeId)
    .execute()
}

/** The heaviest of these loads, and whether one of these people was on duty at the scale of any of them, or gave a PIN there. */
export async function unrecordedLoads(
  db: Tx,
  recordIds: readonly string[],
  people: readonly (string | null)[],
): Promise<{ load_g: number; plates: string[]; own: boolean }> {
  const { rows } = await sql<{ load_g: number; plates: string[]; own: boolean }>`
    select max(coalesce((e.reading->>'weight_g')::bigint, e.peak_g)) as load_g,
      coalesce(array_agg(distinct e.plate) filter (where e.plate is not null), '{}') as plates,
      coalesce(bool_or(exists (select 1 ${ON_DUTY}
        and (duty_w.operator_id = any(${people}::uuid[]) or duty_w.approver_id = any(${people}::uuid[])))), false) as own
    from weight_episode e
    where e.company_id = ${db.companyId} and e.record_id = any(${recordIds}::uuid[])`.execute(db.q)
  return rows[0]!
}
