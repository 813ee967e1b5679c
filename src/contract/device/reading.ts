import * as z from 'zod/mini'
import { bp, count, id, instant, int, list, signedGrams } from '../core/shapes.ts'

/** 26 signs of Crockford's base32 that grow with time. */
export const ulid = z
  .string()
  .check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Неверный идентификатор'))
/** A number of a post or a camera inside its company. */
export const deviceCode = int(1, 99)

const readingStatuses = ['ok', 'unstable', 'overload', 'underload', 'offline'] as const
export type ReadingStatus = (typeof readingStatuses)[number]

/** Rules of devices.md 4.2 that the agent can check by itself, in the order in which the screen shows them. */
export const readingBlockers = [
  'weighing.stale-reading',
  'weighing.out-of-range',
  'weighing.no-load',
  'weighing.same-load',
  'weighing.unstable',
] as const
export type ReadingBlocker = (typeof readingBlockers)[number]

/** What the scale shows (devices.md 2.2); `weight_g` is gross and null on overload, underload and offline. */
export const reading = z.strictObject({
  /** Who signed the second version of the text (devices.md 4.4); readings of older agents name nobody. */
  agent_id: z.optional(z.uuid()),
  device_id: id('device'),
  post: deviceCode,
  weight_g: z.nullable(signedGrams),
  stable: z.boolean(),
  zero: z.boolean(),
  overload: z.boolean(),
  status: z.enum(readingStatuses),
  ts: instant,
  /** By how much `ts` may be wrong, milliseconds; null = the agent has not heard the server's time since it started. */
  doubt_ms: z.optional(z.nullable(count)),
  /** Milliseconds by monotonic clocks at the moment of answering. */
  age_ms: count,
  seq: count,
  episode_id: z.nullable(ulid),
  blockers: list(z.enum(readingBlockers), readingBlockers.length),
  /** Hex of the indicator's frame, at most 64 bytes. */
  raw: z.string().check(z.maxLength(128), z.regex(/^([0-9a-f]{2})*$/)),
  /** The number under which the indicator's own alibi memory keeps this weight, where its protocol tells one. */
  alibi: z.optional(z.nullable(z.string().check(z.regex(/^[0-9A-Za-z./-]{1,32}$/)))),
  /** devices.md 4.4 in base64url: Ed25519 of the agent, HMAC-SHA-256 of the scale's key where `agent_id` is missing. */
  sig: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}([A-Za-z0-9_-]{43})?$/)),
})
export type Reading = z.output<typeof reading>
/** A reading as it is stored with its weighing: all that its signature covers, and the signature. */
export type StoredReading = Omit<Reading, 'age_ms'>

// What was read comes back with a capture and is stored: a NUL would be an error there, half a character a loss.
const visibleText = (max: number, min: number) =>
  z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((v) => v.isWellFormed() && !v.includes('\0'), 'Недопустимые символы'),
  )
const plateText = visibleText(20, 1)

/** What the plate camera saw (devices.md 2.3): `plate` is normalised, `raw` is what was read. */
export const plateReading = z.strictObject({
  plate: z.nullable(plateText),
  raw: z.nullable(visibleText(40, 0)),
  confidence_bp: bp,
  ts: instant,
  candidates: list(z.strictObject({ plate: plateText, confidence_bp: bp }), 5),
  file_id: z.optional(id('file')),
})
export type PlateReading = z.output<typeof plateReading>
