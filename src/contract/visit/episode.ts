import * as z from 'zod/mini'
import { deviceCode, reading } from '../device/reading.ts'
import { postKinds } from '../company/company-entities.ts'
import { Photo } from '../file/file-entities.ts'
import * as s from '../core/shapes.ts'

/** So long a load that left may still be recorded by a browser that waits for the link (domain.md 6.5). */
export const RECORD_WAIT_MIN = 15

/** One load on one scale from empty to empty, as the agent saw it with or without a link (devices.md 4.1). */
export const Episode = z.strictObject({
  /** The ULID that readings carry as `episode_id`. */
  id: s.displayText(26),
  /** As exceptions, the journal and a PIN name it. */
  record_id: s.id('weight_episode'),
  device_id: s.id('device'),
  device_title: s.displayText(60),
  post: z.nullable(deviceCode),
  /** A platform weighs products, a truck scale vehicles. */
  post_kind: z.nullable(z.enum(postKinds)),
  started_at: s.instant,
  ended_at: z.nullable(s.instant),
  /** The heaviest weight seen; the load may have been moving. */
  peak_g: z.nullable(s.signedGrams),
  /** The steadiest signed reading: what a capture without a link sends back. Null = the load was never stable. */
  reading: z.nullable(reading),
  plate: z.nullable(s.displayText(20)),
  plate_confidence_bp: z.nullable(s.bp),
  photos: s.list(Photo, 20),
  /** The link was down during the load, so its reading may still be captured for seven days. */
  offline: z.boolean(),
  /** The load left fifteen minutes ago and was not weighed. */
  without_weighing: z.boolean(),
  /** What a person said of a load without a record (domain.md 6.5). */
  explained: z.nullable(
    z.strictObject({ at: s.instant, by: s.displayText(150), note: s.displayText(500) }),
  ),
  weighing_id: z.nullable(s.id('weighing')),
  transaction_id: z.nullable(s.id('transaction')),
  transaction_number: z.nullable(s.displayText(20)),
})
export type Episode = z.output<typeof Episode>
