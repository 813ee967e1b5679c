import type { PlateReading, StoredReading } from '#contract/device/reading.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { quote } from '#contract/words/quote.ts'
import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import { settingsOfSession } from '../../company/settings.ts'
import type { Scale } from '../../device/setup/device-queries.ts'
import {
  sameWeightBefore,
  seenElsewhere,
  siteOfEntry,
  weighedJustBefore,
  SAME_CAPTURES,
} from './capture-queries.ts'

interface Sighting {
  readonly weighingId: string
  readonly visitId: string
  readonly plate: string | null
}

/** Flags of a weighing by other sightings: the same plate elsewhere, or another vehicle on the same scale. */
export async function sightingFlags(
  tx: Tx,
  scale: Pick<Scale, 'post_kind' | 'site_id' | 'd_g'>,
  { weighingId, visitId, plate }: Sighting,
): Promise<RaisedMark[]> {
  const { two_sites_min, truck_gap_s } = settingsOfSession(tx).modules_cfg.weight!
  const marks: RaisedMark[] = []
  const there =
    plate && two_sites_min > 0 && (await seenElsewhere(tx, weighingId, plate, two_sites_min))
  const other = await siteOfEntry(tx, visitId, scale.site_id)
  if (other)
    marks.push({
      code: 'two_places',
      why: `Въезд взвешен на площадке ${quote(other.began)}, дальше на площадке ${quote(other.now)}`,
    })
  else if (there)
    marks.push({
      code: 'two_places',
      why: `Этот номер был на площадке ${quote(there.site)} с разницей в ${there.minutes} мин`,
    })
  const again = await sameWeightBefore(tx, weighingId, scale)
  if (again)
    marks.push({
      code: 'too_close',
      why: `За ${again.minutes} мин до этого столько же весил на тех же весах заезд ${again.number}`,
    })
  if (scale.post_kind === 'platform' || truck_gap_s === 0) return marks
  const before = await weighedJustBefore(tx, weighingId, visitId, truck_gap_s)
  if (before)
    marks.push({
      code: 'too_close',
      why: `За ${before.seconds} с до этого на тех же весах взвешен заезд ${before.number}`,
    })
  return marks
}

/** What a capture is marked by (domain.md 6.5). */
interface CaptureFacts {
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
