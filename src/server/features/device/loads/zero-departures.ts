import type { EventBody } from '#contract/device/agent-events.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { raiseFlag } from '../../../flags.ts'
import { settingsNow } from '../../company/settings.ts'
import {
  addDeparturePhoto,
  continueDeparture,
  endDepartures,
  lastDeparture,
  lockScaleLimits,
  storeDeparture,
  type Departure,
} from './zero-departure-queries.ts'

/** What leaves zero to the same side so soon is one departure: a scale that trembles at the edge of its band fills no list. */
const AGAIN_MS = 600_000
/** Pictures of one departure, as the table bounds them. */
const MOST_PHOTOS = 40

interface ZeroWord {
  readonly at: string
  readonly weight_g: number
}

/**
 * A word of the agent about its empty, still scale begins, continues or ends a departure from zero. Beyond the share of Max at which no
 * capture passes, and below the zero band, it is a mark for a person: something was taken away that was in the zero. What vehicles drop
 * within that share marks the weighing that follows.
 */
export async function noteDeparture(tx: Tx, deviceId: string, zero: ZeroWord): Promise<void> {
  const { at, weight_g } = zero
  const scale = await lockScaleLimits(tx, deviceId)
  if (!scale) return
  if (Math.abs(weight_g) <= scale.zero_band_g) return endDepartures(tx, deviceId, at, null)
  const { zero_limit_bp } = (await settingsNow(tx)).modules_cfg.weight!
  const isGrave = weight_g < 0 || weight_g * 10_000 > zero_limit_bp * scale.max_g
  const last = await lastDeparture(tx, deviceId, zero)
  const previous = last && isContinued(last, zero) ? last : undefined
  await endDepartures(tx, deviceId, at, previous?.id ?? null)
  const before = previous?.flags ?? []
  const flags = isGrave ? raiseFlag(before, 'not_zero', at) : before
  if (previous) {
    const furthest = Math.abs(weight_g) > Math.abs(previous.weight_g) ? weight_g : previous.weight_g
    await continueDeparture(tx, { id: previous.id, weight_g: furthest, flags })
  } else {
    const departure = { id: uuidv7(), started_at: at, weight_g, flags }
    if (!(await storeDeparture(tx, deviceId, departure))) return
  }
  if (flags.length > before.length)
    addAuditEvent(tx, {
      action: 'weight.not-zero',
      entity: 'device',
      id: deviceId,
      after: { weight_g },
    })
}

/** What goes further than a person has looked at is another one. */
function isContinued({ ended_at, weight_g, flags }: Departure, zero: ZeroWord): boolean {
  const isSoon = ended_at === null || Date.parse(zero.at) - Date.parse(ended_at) <= AGAIN_MS
  const isSeen = flags.some(({ reviewed_at }) => reviewed_at !== undefined)
  return isSoon && !(isSeen && Math.abs(zero.weight_g) > Math.abs(weight_g))
}

/** Pictures of loads are named by their load; those of an empty scale are kept with its departure. */
export async function pictureDeparture(
  tx: Tx,
  deviceId: string,
  photo: EventBody<'photo'>,
): Promise<void> {
  if ('zero_event_id' in photo) await addDeparturePhoto(tx, deviceId, photo, MOST_PHOTOS)
}
