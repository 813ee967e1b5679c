import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { lineFrames } from '../frames/text-frames.ts'
import { alibiKeeper, LONGEST_KEPT, readKept } from './dini/alibi.ts'

const CR = 0x0d
/** `HH,KK,PPPPPPPP,UM` up to the CR (Dini Argeo 3590EXP technical manual, 5.4). */
const STANDARD_LENGTH = 17
const STANDARD = /^(ST|US|OL|UL|TL),(GS|NT),([ \d.-]{8}),(.{2})$/su
/**
 * Scale number, state, net, tare with `PT` before a typed one, pieces, unit (LTP technical manual, p. 43); a weight has ten characters, in
 * older programs eight (DGT4X manual, p. 52).
 */
const EXTENDED =
  /^[1-9](ST|US|OL|UL|TL),([ \d.-]{8}|[ \d.-]{10}),(PT|  )([ \d.-]{8}|[ \d.-]{10}),[ \d]{1,10},(.{2})$/su
const SHORTEST_EXTENDED = 28
/**
 * A 3590 puts a comma behind the scale number, `0` of the remote scale, and two fields that are always nought behind the tare; `ER` is a
 * remote scale in error (3590EKR technical manual E-AF03_05.01_14.07, 5.6).
 */
const EXTENDED_3590 =
  /^\d,(ST|US|OL|UL|ER),([ \d.-]{10}),(PT|  )([ \d.-]{10}),[ 0.]{10},[ 0.]{10},(.{2})$/su
/** Up to the CR. */
const LONGEST_EXTENDED = 53
/** What it says besides weights: a command was carried out, or not understood. */
const WORD = /^(OK|ERR\d\d)$/

/** Dini Argeo: the short line comes by itself, the extended one for `REXT`; `PID` keeps a weight in the alibi memory and tells its number. */
export function createDriver(settings: ScaleSettings<'dini'>): ScaleDriver {
  const { unit } = settings
  if (settings.format === 'standard') {
    const readFrame = (bytes: Uint8Array, at: number) => readStandard(bytes, at, unit)
    const begins = (byte: number) => 'SUOT'.includes(String.fromCharCode(byte))
    return {
      mode: 'stream',
      ...frameScanner(lineFrames({ length: STANDARD_LENGTH, begins, read: readFrame })),
    }
  }
  const extended = {
    mode: 'poll',
    poll: () => command('REXT'),
    zero: () => command('ZERO'),
    ...frameScanner((bytes, at) => matchExtended(bytes, at, unit)),
  } as const
  if (settings.format === 'rext') return extended
  const keeper = alibiKeeper(1000 * settings.from_kg)
  return {
    ...extended,
    poll: (at) => command(keeper.isDue(at) ? 'PID' : 'REXT'),
    feed: (chunk) => extended.feed(chunk).map(keeper.take),
  }
}

const command = (word: string) => Uint8Array.from(Buffer.from(`${word}\r\n`, 'latin1'))

function readStandard(bytes: Uint8Array, at: number, own: WeightUnit | undefined) {
  const text = asText(bytes, at, at + STANDARD_LENGTH)
  const [, state, kind, data, written] = STANDARD.exec(text) ?? []
  if (state === undefined) return 'none'
  const raw = bytes.slice(at, at + STANDARD_LENGTH + 1)
  const net = kind === 'NT'
  const beyond = beyondRange(state, raw, net)
  if (beyond) return beyond
  const flags = { net, stable: state === 'ST' }
  return weightEvent(shownWeight(data!), { named: namedUnit(written!), own }, flags, raw)
}

function matchExtended(bytes: Uint8Array, at: number, own: WeightUnit | undefined): FrameMatch {
  const most = Math.max(LONGEST_KEPT, LONGEST_EXTENDED) + 1
  const end = bytes.subarray(at, at + most).findIndex((byte) => (byte & 0x7f) === CR)
  if (end === -1) return bytes.length - at < most ? 'unfinished' : 'none'
  const raw = bytes.slice(at, at + end + 1)
  const text = asText(raw, 0, end)
  const [, word] = WORD.exec(text) ?? []
  if (word !== undefined) {
    const event = word === 'OK' ? ({ kind: 'busy' } as const) : badFrame('device-error', raw)
    return { length: raw.length, event }
  }
  const event =
    end < SHORTEST_EXTENDED ? undefined : (readExtended(text, raw, own) ?? readKept(text, raw, own))
  return event ? { length: raw.length, event } : 'none'
}

function readExtended(text: string, raw: Uint8Array, own: WeightUnit | undefined) {
  const [, state, data, , tareData, written] = EXTENDED.exec(text) ?? EXTENDED_3590.exec(text) ?? []
  if (state === undefined || data!.length !== tareData!.length) return undefined
  const beyond = beyondRange(state, raw)
  if (beyond) return beyond
  const [shown, tare] = [shownWeight(data!), shownWeight(tareData!)]
  if (!tare) return badFrame('alphabet', raw)
  // Without a tare the net weight is the gross one.
  const flags = { net: tare.digits !== 0, tare, stable: state === 'ST' }
  return weightEvent(shown, { named: namedUnit(written!), own }, flags, raw)
}

/** `TL`: the scale does not stand level, `ER`: it is in error, so its number means nothing. */
function beyondRange(state: string, raw: Uint8Array, net?: boolean): ScaleEvent | undefined {
  if (state === 'TL') return badFrame('device-error', raw, 'весы стоят не по уровню')
  if (state === 'ER') return badFrame('device-error', raw, 'удалённые весы сообщают об ошибке')
  if (state === 'OL') return outOfRange('overload', raw, net)
  return state === 'UL' ? outOfRange('underload', raw, net) : undefined
}
