import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import { settingsOfSession } from '../../company/settings.ts'
import type { Scale } from '../../device/setup/device-queries.ts'
import { seenElsewhere, weighedJustBefore } from './sighting-queries.ts'

interface Sighting {
  readonly weighingId: string
  readonly visitId: string
  readonly plate: string | null
}

/** What a weighing is marked by because of what was seen around it: of the same plate elsewhere, of another vehicle on the same scale. */
export async function sightingFlags(
  tx: Tx,
  scale: Pick<Scale, 'post_kind'>,
  { weighingId, visitId, plate }: Sighting,
): Promise<RaisedMark[]> {
  const { two_sites_min, truck_gap_s } = settingsOfSession(tx).modules_cfg.weight!
  const marks: RaisedMark[] = []
  const there =
    plate && two_sites_min > 0 && (await seenElsewhere(tx, weighingId, plate, two_sites_min))
  if (there)
    marks.push({
      code: 'two_places',
      why: `Этот номер был на площадке «${there.site}» с разницей в ${there.minutes} мин`,
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
