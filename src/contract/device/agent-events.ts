import * as z from 'zod/mini'
import { deviceCode, plateReading, reading, ulid } from './reading.ts'
import { relayChannels } from './relay.ts'
import { bp, count, id, instant, int, list, signedGrams, text } from '../core/shapes.ts'

const plate = text(20)

/** A picture of a load that waits on the agent's disk: `id` names the file and PUT `agent/blob/{id}` brings it. */
const loadPhoto = z.strictObject({ id: z.uuid(), camera: deviceCode, taken_at: instant })

/** One load from empty to empty (devices.md 4.1); `captured` = the server reported its weighing during the load. */
export const episodeBody = z.strictObject({
  episode_id: ulid,
  started_at: instant,
  ended_at: instant,
  peak_g: z.nullable(signedGrams),
  /** The steadiest reading, null when the load was never stable. */
  reading: z.nullable(reading),
  plate: z.nullable(plate),
  plate_confidence_bp: z.nullable(bp),
  photos: list(loadPhoto, 8),
  captured: z.boolean(),
  /** The link was down at some moment of the load. */
  offline: z.boolean(),
})
export type EpisodeBody = z.output<typeof episodeBody>

/** What the empty scale showed when it came back to zero, or an hour after the last such word (devices.md 4.3). */
const zeroBody = z.strictObject({ weight_g: signedGrams })

/** Announces a picture that follows by PUT: of a load, or of the empty scale that its event of a zero found outside the zero band. */
export const photoBody = z.union([
  z.extend(loadPhoto, { episode_id: ulid }),
  z.extend(loadPhoto, { zero_event_id: ulid }),
])

const plateBody = z.extend(plateReading, { episode_id: z.nullable(ulid), post: deviceCode })

const deviceStateBody = z.strictObject({
  status: z.enum(['online', 'offline']),
  detail: text(300, 0),
})

/** What a relay was made to do and by whom; `by` null = a rule of the agent itself. */
const relayBody = z.strictObject({
  post: deviceCode,
  channel: z.enum(relayChannels),
  on: z.boolean(),
  /** Length of a pulse, milliseconds. */
  pulse_ms: z.nullable(int(1, 5000)),
  by: z.nullable(id('user')),
  /** Why, in Russian: a command, the watchdog, an interlock. */
  reason: text(200),
  done: z.boolean(),
})
export type RelayBody = z.output<typeof relayBody>

const printedBody = z.strictObject({
  post: deviceCode,
  transaction_id: id('transaction'),
  copy: count,
})

/** Bodies of the agent's events by type (devices.md 1.3); each is validated by itself, so that one odd event harms no link. */
export const eventBodies = {
  episode: episodeBody,
  plate: plateBody,
  photo: photoBody,
  zero: zeroBody,
  relay: relayBody,
  printed: printedBody,
  device_state: deviceStateBody,
} as const
export type EventType = keyof typeof eventBodies
export type EventBody<T extends EventType> = z.output<(typeof eventBodies)[T]>
