import type { Reading, ReadingStatus, ReadingBlocker } from '#contract/device/reading.ts'
import type { Clock } from '../clock.ts'
import type { EpisodeMemory, EpisodeLimits } from './loads/episode.ts'
import { signReading, type Signer } from './sign-reading.ts'
import type { ScaleDevice } from './scale-device.ts'

/** The indicator's frame may be longer; this much of it is evidence (devices.md 2.2). */
const RAW_BYTES = 64

/** What the stability detector and the episode made of one frame. */
export interface ReadingFacts {
  weight_g: number | null
  stable: boolean
  overload: boolean
  underload: boolean
  episode: EpisodeMemory
  seq: number
  alibi?: string | undefined
  raw: Uint8Array
}

/** One signed reading of devices.md 2.2; its age is added when it is answered. */
export function composeReading(
  device: ScaleDevice,
  signer: Signer,
  clock: Pick<Clock, 'wall' | 'doubt'>,
  now: ReadingFacts,
): Reading {
  const { weight_g, stable, overload, seq, alibi = null } = now
  const { episode_id, captured } = now.episode
  const unsigned = {
    agent_id: signer.agent_id,
    device_id: device.device_id,
    post: device.post,
    weight_g,
    stable,
    zero: stable && weight_g !== null && Math.abs(weight_g) <= device.zero_band_g,
    overload,
    status: statusOf(now),
    ts: new Date(clock.wall()).toISOString(),
    doubt_ms: clock.doubt(),
    age_ms: 0,
    seq,
    episode_id,
    blockers: readingBlockersOf(device, { weight_g, overload, stable, captured }),
    raw: Buffer.from(now.raw.subarray(0, RAW_BYTES)).toString('hex'),
    alibi,
  }
  // Ten samples a second are read and one is sent while nothing changes: unsent samples are not signed.
  let sig: string | undefined
  return {
    ...unsigned,
    get sig() {
      return (sig ??= signReading(signer, unsigned))
    },
  }
}

/** Why this weight could not be captured now (devices.md 4.2), in the order of `readingBlockers`. */
function readingBlockersOf(
  limits: EpisodeLimits,
  now: { weight_g: number | null; overload: boolean; stable: boolean; captured: boolean },
): ReadingBlocker[] {
  const { weight_g } = now
  const blockers: ReadingBlocker[] = []
  const present = now.overload || (weight_g !== null && weight_g >= limits.presence_g)
  const outside =
    now.overload || (weight_g !== null && (weight_g > limits.max_g || weight_g < limits.min_g))
  if (present && outside) blockers.push('weighing.out-of-range')
  if (!present) blockers.push('weighing.no-load')
  if (now.captured) blockers.push('weighing.same-load')
  if (!now.stable) blockers.push('weighing.unstable')
  return blockers
}

function statusOf(now: ReadingFacts): ReadingStatus {
  if (now.overload) return 'overload'
  if (now.underload || now.weight_g === null) return 'underload'
  return now.stable ? 'ok' : 'unstable'
}
