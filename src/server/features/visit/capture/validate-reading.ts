import type { Reading, StoredReading } from '#contract/device/reading.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { weighsDirectly } from '../../company/route-table.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { findScale, lockScale, type Scale } from '../../device/setup/device-queries.ts'
import { findOfflineEpisode, type OfflineEpisode } from '../../device/loads/episode-queries.ts'
import { agentKey } from '../../device/link/agent-queries.ts'
import { hubOf } from '../../device/link/hub.ts'
import { watchScale } from '../../device/stream/read-post.ts'
import { lastCapture } from './capture-queries.ts'
import { isSignedFor, provenPart } from './reading-signature.ts'

/** A reading that may become a weighing, as it will be stored. */
export interface ValidReading {
  readonly reading: StoredReading
  /** Its load, when the agent saw it without a link. */
  readonly offline: OfflineEpisode | undefined
}

/**
 * Validates the reading that the screen sends back, as it arrives: the browser can neither make a weight up nor keep it
 * (devices.md 4.2), and what is stored is our own copy of it wherever there is one. Comes before the pictures, whose slow camera
 * must not make a fresh reading old.
 */
export async function validateReading(
  db: Db,
  named: Reading,
  post: number | undefined,
  maxAgeMs: number,
): Promise<ValidReading> {
  const scale = await findScale(db, named.device_id)
  if (!scale) return refuse('common.not-found')
  if (post !== undefined && scale.post !== post) refuse('weighing.bad-signature')
  const proven = provenPart(named, scale)
  if (!(await isSignedFor(db, scale, proven))) refuse('weighing.bad-signature')
  await watchScale(db, scale.id, scale.site_id)
  const own = hubOf(db.services).memory(scale.id).find(named)
  const reading = own ? withoutAge(own.reading) : proven
  const age = own?.age_ms ?? (await directAge(db, reading))
  const fresh = age !== undefined && age <= maxAgeMs
  const offline = fresh ? undefined : await findEpisodeWithoutLink(db, reading)
  if (!fresh && !offline) refuse('weighing.stale-reading')
  if (reading.overload) refuse('weighing.out-of-range')
  if (
    reading.weight_g === null ||
    reading.episode_id === null ||
    reading.weight_g < scale.presence_g
  )
    refuse('weighing.no-load')
  if (!reading.stable || reading.status !== 'ok') refuse('weighing.unstable')
  if (reading.weight_g < scale.min_g || reading.weight_g > scale.max_g)
    refuse('weighing.out-of-range')
  return { reading, offline }
}

function withoutAge({ age_ms: _age, ...reading }: Reading): StoredReading {
  return reading
}

/** devices.md 2.2: the agent keeps its time within half a second of the server's. */
const CLOCK_MS = 500

/**
 * The age of a reading that the browser had from the agent itself, by the signed time in it (devices.md 4.2): the link
 * carries fewer of them and may be slow. A time ahead of ours proves nothing.
 */
async function directAge(db: Db, { ts, agent_id }: StoredReading): Promise<number | undefined> {
  const age = Date.now() - Date.parse(ts)
  if (age < -CLOCK_MS || !(await weighsDirectly(db))) return undefined
  const agent = agent_id === undefined ? undefined : await agentKey(db, agent_id)
  if (agent?.status === 'revoked') return undefined
  return Math.max(0, age)
}

/** The agent's clock and the edges of its load are sent in milliseconds; this is the allowed difference. */
const EDGE_MS = 2000

/** The load of an old reading, when the agent saw it without a link in the last seven days (devices.md 1.3). */
async function findEpisodeWithoutLink(
  db: Db,
  reading: StoredReading,
): Promise<OfflineEpisode | undefined> {
  const { device_id, episode_id, ts } = reading
  const load = episode_id ? await findOfflineEpisode(db, device_id, episode_id) : undefined
  if (!load?.ended_at) return undefined
  const at = Date.parse(ts)
  const inside =
    at >= Date.parse(load.started_at) - EDGE_MS && at <= Date.parse(load.ended_at) + EDGE_MS
  return inside ? load : undefined
}

/**
 * A weight that lay on the empty scale, or was zeroed and taken away, would be weighed with the load: beyond a share of Max the
 * reading is refused.
 */
export function assertZero(db: Db, scale: Scale, zero_g: number | null): void {
  const { zero_limit_bp } = settingsOfSession(db).modules_cfg.weight!
  if (zero_g === null || Math.abs(zero_g) * 10_000 <= zero_limit_bp * scale.max_g) return
  refuse('weighing.off-zero', {
    message: `Пустые весы показывали ${formatKg(zero_g)} кг. Съезжайте с весов, обнулите их и взвесьте снова`,
  })
}

/** A load is captured once: holds the scale, so of two captures of one load one wins. */
export async function assertLoad(db: Tx, reading: StoredReading, offline: boolean): Promise<Scale> {
  const scale = await lockScale(db, reading.device_id)
  if (!scale) return refuse('common.not-found')
  // A load without a link is older than what was captured since; the load itself is still captured once.
  if (offline) return scale
  const last = await lastCapture(db, scale.id)
  if (last?.episode_id === reading.episode_id) refuse('weighing.same-load')
  if (last && reading.seq <= last.seq!) refuse('weighing.stale-reading')
  return scale
}
