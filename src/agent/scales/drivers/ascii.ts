import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import { lineFrames } from '../frames/text-frames.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = ScaleSettings<'ascii'>
type Reader = (bytes: Uint8Array, at: number, own: WeightUnit | undefined) => ScaleEvent | 'none'

const START = 0x02
const CR = 0x0d
const LF = 0x0a
/** Lamps of `cas22`: the display is held, the weight is stable. */
const LAMP_HOLD = 0x10
const LAMP_STABLE = 0x40

/**
 * Length up to the CR, which byte may begin a frame, and how its text is read (devices.md 3.5). A `bare` line has no
 * header: nothing but the end of the line before it tells where it begins, and without that the tail of a longer line would be a weight.
 */
const FORMATS: Record<
  Settings['format'],
  { length: number; begins: (byte: number) => boolean; read: Reader; free?: number[]; bare?: true }
> = {
  cas22: { length: 20, begins: isHeader, read: readCas22, free: [6, 7] },
  cas10: { length: 8, begins: isData, read: readCas10, bare: true },
  and18: { length: 16, begins: isHeader, read: readAnd18 },
  ricelake: { length: 12, begins: (byte) => byte === START, read: readRiceLake },
}

/** CAS, A&D, Rice Lake and the many that copy them: a stream of lines, CR with or without LF. */
export function createDriver(settings: Settings): ScaleDriver {
  const { length, begins, read, free = [], bare } = FORMATS[settings.format]
  /** Inside a line that is none of this format, up to its end. */
  let astray = false

  function match(bytes: Uint8Array, at: number): FrameMatch {
    if (!bare) return matchAt(bytes, at)
    const byte = bytes[at]! & 0x7f
    if (byte === CR || byte === LF) {
      astray = false
      return 'none'
    }
    const seen = astray ? 'none' : matchAt(bytes, at)
    if (seen !== 'none') return seen
    const began = !astray
    astray = true
    const end = lineEnd(bytes, at)
    const raw = bytes.slice(at, Math.min(end, at + length + 1))
    return { length: end - at, ...(began && { event: badFrame('length', raw) }) }
  }

  const matchAt = lineFrames({
    length,
    begins,
    free,
    read: (bytes, at) => read(bytes, at, settings.unit),
  })

  const scanner = frameScanner(match)
  return {
    mode: 'stream',
    feed: scanner.feed,
    reset() {
      astray = false
      scanner.reset()
    },
  }
}

/** Where the line ends that is no frame; all that has come of it so far when its end has not. */
function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at]! & 0x7f) !== CR && (bytes[at]! & 0x7f) !== LF) at++
  return at
}

/** S, U, O, L, H of ST, US, OL, LO, HD. */
function isHeader(byte: number): boolean {
  return byte === 0x53 || byte === 0x55 || byte === 0x4f || byte === 0x4c || byte === 0x48
}

/** Space, sign, point, comma, digit. */
function isData(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x20 || (byte >= 0x2b && byte <= 0x2e)
}

function readCas22(bytes: Uint8Array, at: number, own: WeightUnit | undefined) {
  const text = asText(bytes, at, at + 20)
  const head = /^(ST|US|OL),(GS|NT),..,(.{8}) (..)$/su.exec(text)
  if (!head) return 'none'
  const [, status, kind, data, written] = head
  const raw = bytes.slice(at, at + 21)
  const net = kind === 'NT'
  if (status === 'OL') return outOfRange('overload', raw, net)
  const lamp = bytes[at + 7]!
  if ((lamp & LAMP_HOLD) !== 0) return { kind: 'busy' } as const
  const stable = status === 'ST' && (lamp & LAMP_STABLE) !== 0
  return weightEvent(shownWeight(data!), { named: namedUnit(written!), own }, { net, stable }, raw)
}

/** Nothing but digits: neither a flag nor a unit. */
function readCas10(bytes: Uint8Array, at: number, own: WeightUnit = 'kg') {
  const shown = shownWeight(asText(bytes, at, at + 8))
  if (!shown) return 'none'
  return weightEvent(shown, { own }, { stable: null }, bytes.slice(at, at + 9))
}

/** The header decides: on overload the data are spaces on some models and nines on others; AD-4329A writes `G `, `N `, `T `. */
function readAnd18(bytes: Uint8Array, at: number, own: WeightUnit | undefined) {
  const head = /^(ST|US|OL|LO|HD),(G[S ]|N[T ]|T[R ]|PT),(.{8})(..)$/su.exec(
    asText(bytes, at, at + 16),
  )
  if (!head) return 'none'
  const [, status, kind, data, written] = head
  const raw = bytes.slice(at, at + 17)
  // A tare line and a held display are no weights.
  if (/^[TP]/.test(kind!) || status === 'HD') return { kind: 'busy' } as const
  const net = kind!.startsWith('N')
  if (status === 'OL') return outOfRange('overload', raw, net)
  if (status === 'LO') return outOfRange('underload', raw, net)
  const flags = { net, stable: status === 'ST' }
  const shown = SIGNED.test(data!) ? shownWeight(data!) : undefined
  return weightEvent(shown, { named: namedUnit(written!), own }, flags, raw)
}

/** The sign has its own place; some models leave it blank. */
const SIGNED = /^[ +-][ \d.,]{7}$/

const RICE_LAKE_UNITS: Record<string, WeightUnit> = { K: 'kg', G: 'g', T: 't' }

function readRiceLake(bytes: Uint8Array, at: number, own: WeightUnit | undefined) {
  const head = /^([ -])([ \d.,]{7})([LKTGO])([GN])([ IMOZ])$/u.exec(asText(bytes, at + 1, at + 12))
  if (!head) return 'none'
  const [, sign, data, written, kind, status] = head
  const raw = bytes.slice(at, at + 13)
  const net = kind === 'N'
  if (status === 'O') return outOfRange(sign === '-' ? 'underload' : 'overload', raw, net)
  if (status === 'I') return badFrame('device-error', raw)
  const shown = shownWeight(sign! + data!)
  const flags = { net, stable: status !== 'M' }
  const named = RICE_LAKE_UNITS[written!] ?? 'foreign'
  return weightEvent(shown, { named, own }, flags, raw)
}
