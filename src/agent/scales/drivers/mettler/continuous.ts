import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { type NamedUnit } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../../frames/scale-driver.ts'

export type ContinuousSettings = Extract<ScaleSettings<'mettler'>, { format: 'continuous' }>

const START = 0x02
const CR = 0x0d
/** Without the checksum, which follows the CR. */
const LENGTH = 17
/** `auto` believes in a checksum after so many frames at its period, and gives up after as many failures. */
const PROOF_FRAMES = 10

const SWB = { net: 0x01, minus: 0x02, range: 0x04, motion: 0x08, kg: 0x10, unset: 0x40 }
const TIMES_TEN = 0x10
const CODED_UNITS: NamedUnit[] = ['foreign', 'g', 't']
const DIGITS = /^ *(\d+)$/

/** Mettler's continuous output: 17 bytes, 18 with a checksum; its zero command is `Z`. */
export function mettlerContinuous(settings: ContinuousSettings): ScaleDriver {
  const period = checksumPeriod()

  function match(bytes: Uint8Array, at: number): FrameMatch {
    const byte = bytes[at]! & 0x7f
    if (byte !== START) {
      period.skipped(byte)
      return 'none'
    }
    if (!mayBegin(bytes, at)) {
      if (at + 4 > bytes.length) return 'unfinished'
      period.skipped(byte)
      return 'none'
    }
    const summed = settings.checksum === 'on' || (settings.checksum === 'auto' && period.proved())
    const length = summed ? LENGTH + 1 : LENGTH
    if (at + length > bytes.length) return 'unfinished'
    const raw = bytes.slice(at, at + length)
    const sum = checksumOf(raw)
    if (summed && (raw[LENGTH]! & 0x7f) !== sum) {
      period.failed()
      return { length: 1, event: badFrame('checksum', raw) }
    }
    const event = readFrame(raw, settings.unit)
    if (event.kind !== 'bad' && !summed) period.frame(sum)
    return { length, event }
  }

  const scanner = frameScanner(match)
  return {
    mode: 'stream',
    zero: () => Uint8Array.of(0x5a, CR, 0x0a),
    feed: scanner.feed,
    reset() {
      period.forget()
      scanner.reset()
    },
  }
}

/** The three status words have fixed bits; an 02 without them is a checksum or noise. */
function mayBegin(bytes: Uint8Array, at: number): boolean {
  for (let i = 1; i <= 3; i++) {
    const word = bytes[at + i]
    if (word === undefined) return false
    if ((word & 0x20) === 0) return false
  }
  const step = (bytes[at + 1]! >> 3) & 3
  return step !== 0 && (bytes[at + 1]! & 0x40) === 0 && (bytes[at + 3]! & 0x40) === 0
}

/** Watches whether every byte after a frame is its checksum. */
function checksumPeriod() {
  let expected: number | undefined
  let between: number[] = []
  let fits = 0
  let failures = 0
  return {
    proved: () => fits >= PROOF_FRAMES,
    skipped(byte: number): void {
      if (between.length < 2) between.push(byte)
    },
    frame(sum: number): void {
      const isSameChecksum =
        expected !== undefined && between.length === 1 && between[0] === expected
      fits = isSameChecksum ? fits + 1 : 0
      failures = 0
      expected = sum
      between = []
    },
    failed(): void {
      if (++failures >= PROOF_FRAMES) this.forget()
    },
    forget(): void {
      expected = undefined
      between = []
      fits = 0
      failures = 0
    },
  }
}

function checksumOf(frame: Uint8Array): number {
  let sum = 0
  for (const byte of frame.subarray(0, LENGTH)) sum += byte & 0x7f
  return -sum & 0x7f
}

function readFrame(raw: Uint8Array, own: WeightUnit | undefined): ScaleEvent {
  const [swa, swb, swc] = [raw[1]! & 0x7f, raw[2]! & 0x7f, raw[3]! & 0x7f]
  if ((raw[LENGTH - 1]! & 0x7f) !== CR) return badFrame('length', raw)
  const weight = digitsOf(raw, 4)
  // A terminal without a tare may leave its field blank; beside a net weight that tells nothing, nor does a zero.
  const tare = isBlank(raw, 10) ? 0 : digitsOf(raw, 10)
  const net = (swb & SWB.net) !== 0
  // On "out of range" the digits mean nothing; the sign is all that tells over from under.
  if ((swb & SWB.range) !== 0)
    return outOfRange((swb & SWB.minus) !== 0 ? 'underload' : 'overload', raw, net)
  if (weight === undefined || tare === undefined) return badFrame('alphabet', raw)
  if ((swc & TIMES_TEN) !== 0)
    return badFrame('device-error', raw, 'выключите на индикаторе показ ×10')
  const coded = (swc & 7) === 0 && (swb & SWB.kg) !== 0 ? 'kg' : CODED_UNITS[swc & 7]
  const decimals = (swa & 7) - 2
  const stable = (swb & (SWB.motion | SWB.unset)) === 0
  const shown = { digits: weight, decimals, minus: (swb & SWB.minus) !== 0 }
  const flags = { net, tare: { digits: tare, decimals, minus: false }, stable }
  return weightEvent(shown, { named: coded ?? 'foreign', own }, flags, raw)
}

function isBlank(raw: Uint8Array, from: number): boolean {
  return asText(raw, from, from + 6).trim() === ''
}

function digitsOf(raw: Uint8Array, from: number): number | undefined {
  const [, digits] = DIGITS.exec(asText(raw, from, from + 6)) ?? []
  return digits === undefined ? undefined : Number(digits)
}
