import type { PlateReading, StoredReading } from '#contract/device/reading.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { SAME_CAPTURES } from './capture-queries.ts'
import type { Scale } from '../../device/setup/device-queries.ts'

/** What a capture is marked by (domain.md 6.5). */
export interface CaptureFacts {
  readonly reading: StoredReading
  readonly scale: Scale
  readonly plate: string | null
  readonly plateReading: PlateReading | null | undefined
  /** Taken by cameras of the post; what a person brought stands in for none of them. */
  readonly photos: number
  readonly minPhotos: number
  /** Captures in a row in which a camera of the post showed one and the same picture. */
  readonly sameLooks: number
  /** What the empty scale showed before the load; null = not known. */
  readonly zero_g: number | null
  /** The heaviest stable weight that this load showed. */
  readonly peak_g: number
  /** The agent saw the load without a link. */
  readonly offline: boolean
}

// Below this the camera saw something, not a plate (devices.md 6.3).
const SEEN_BP = 5000
/** A load that grew lighter by more than its scale's divisions before its capture: part of it left, or it is another one. */
const LIGHTER_DIVISIONS = 10

/** Flags of one capture; they block nothing and wait for a manager's review. */
export function captureFlags(facts: CaptureFacts): FlagCode[] {
  const { reading, scale, plate, plateReading, photos, minPhotos, offline, sameLooks } = facts
  const flags: FlagCode[] = offline ? ['offline'] : []
  if (photos < minPhotos) flags.push('no_photo')
  if (sameLooks >= SAME_CAPTURES) flags.push('same_picture')
  if (reading.weight_g! % scale.d_g !== 0) flags.push('off_step')
  if (Math.abs(facts.zero_g ?? 0) > scale.zero_band_g) flags.push('off_zero')
  if (facts.peak_g - reading.weight_g! > LIGHTER_DIVISIONS * scale.d_g) flags.push('lighter')
  if (scale.overdue) flags.push('device_overdue')
  if (plate !== null && normalizePlate(plate).countries.length === 0) flags.push('plate_unknown')
  const seen =
    plateReading?.plate && plateReading.confidence_bp >= SEEN_BP ? plateReading.plate : null
  if (plate !== null && seen !== null && seen !== plate) flags.push('plate_mismatch')
  return flags
}
