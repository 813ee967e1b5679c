import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Reading } from '#contract/agent-link.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../db/handle.ts'
import { openAgentKey } from '../company/device-secrets.ts'
import { lockScale, type Scale } from '../device/device-queries.ts'
import { hubOf } from '../device/hub.ts'
import { lastCapture } from './transaction-queries.ts'

/**
 * Judges the reading that the screen sends back by every rule of domain.md 6.2: the browser can neither make a weight up,
 * nor keep it, nor use it twice. Holds the scale, so of two captures of one load one wins.
 */
export async function judgeReading(
  db: Tx,
  reading: Reading,
  post: number | undefined,
  maxAgeMs: number,
): Promise<Scale> {
  const scale = await lockScale(db, reading.device_id)
  if (!scale) return refuse('common.not-found')
  if (post !== undefined && scale.post !== post) refuse('weighing.bad-signature')
  if (!signatureFits(db, scale, reading)) refuse('weighing.bad-signature')
  const age = hubOf(db.services).memory(scale.id).ageOf(reading)
  if (age === undefined || age > maxAgeMs) refuse('weighing.stale-reading')
  if (
    reading.weight_g === null ||
    reading.episode_id === null ||
    reading.weight_g < scale.presence_g
  )
    refuse('weighing.no-load')
  if (!reading.stable || reading.status !== 'ok') refuse('weighing.unstable')
  const last = await lastCapture(db, scale.id)
  if (last?.episode_id === reading.episode_id) refuse('weighing.same-load')
  if (last && reading.seq <= last.seq!) refuse('weighing.stale-reading')
  if (reading.weight_g < scale.min_g || reading.weight_g > scale.max_g)
    refuse('weighing.out-of-range')
  return scale
}

/** HMAC by the scale's key over device, number, time, weight, stability and load (devices.md 4.4). */
function signatureFits(db: Tx, scale: Scale, reading: Reading): boolean {
  if (!scale.agent_key) return false
  const lines = [
    'v1',
    reading.device_id,
    String(reading.seq),
    reading.ts,
    reading.weight_g === null ? '' : String(reading.weight_g),
    reading.stable ? '1' : '0',
    reading.episode_id ?? '-',
  ]
  const key = Buffer.from(openAgentKey(db, scale.id, scale.agent_key), 'base64url')
  const due = createHmac('sha256', key).update(lines.join('\n')).digest()
  const given = Buffer.from(reading.sig, 'base64url')
  return given.length === due.length && timingSafeEqual(given, due)
}
