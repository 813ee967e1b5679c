import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { type NamedUnit } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../../frames/scale-driver.ts'

export type ContinuousSettings = Exclude<ScaleSettings<'mettler'>, { format: 'sics' }>

const START = 0x02
const CR = 0x0d
/** Up to the CR, which the checksum follows. The short form leaves the tare out (Cardinal 225, continuous output Toledo SHORT). */
const LENGTHS = { continuous: 17, short: 11, flintec: 17 } as const
/** `auto` believes in a checksum after so many frames at its period, and gives up after as many failures. */
const PROOF_FRAMES = 10

const SWB = { net: 0x01, minus: 0x02, range: 0x04, motion: 0x08, kg: 0x10, unset: 0x40 }
const TIMES_TEN = 0x10
/** Status C of Flintec is always this (FT-11 technical manual, appendix 2). */
const FLINTEC_C = 0x30
const TEN = 'выключите на индикаторе показ ×10, а если это Flintec, выберите формат «Flintec»'
const NOT_FLINTEC = 'это не Flintec: выберите непрерывную передачу Mettler Toledo'
/** Status A of clones that tell no step: bits 3 to 6 are 0101 (Liden LUW2001, appendix 1). */
const [CLONE_MASK, CLONE] = [0x78, 0x50]
const CODED_UNITS: NamedUnit[] = ['foreign', 'g', 't']
const DIGITS = /^ *(\d+)$/

/** Mettler's continuous output and its kin: 17 bytes or 11, one more with a checksum; the zero command of Mettler is `Z`. */
export function mettlerContinuous(settings: ContinuousSettings): ScaleDriver {
  const LENGTH = LENGTHS[settings.format]
  const period = checksumPeriod()

  function match(bytes: Uint8Array, at: number): FrameMatch {
    const byte = bytes[at]! & 0x7f
    if (byte !== START) {
      period.skipped(byte)
      return 'none'
    }
    if (!mayBegin(bytes, at, settings.format)) {
      if (at + 4 > bytes.length) return 'unfinished'
      period.skipped(byte)
      return 'none'
    }
    const summed = settings.checksum === 'on' || (settings.checksum === 'auto' && period.proved())
    const length = summed ? LENGTH + 1 : LENGTH
    if (at + length > bytes.length) return 'unfinished'
    const raw = bytes.slice(at, at + length)
    const sum = checksumOf(raw, LENGTH)
    if (summed && (raw[LENGTH]! & 0x7f) !== sum) {
      period.failed()
      return { length: 1, event: badFrame('checksum', raw) }
    }
    const event = readFrame(raw, settings)
    if (event.kind !== 'bad' && !summed) period.frame(sum)
    return { length, event }
  }

  const scanner = frameScanner(match)
  return {
    mode: 'stream',
    ...(settings.format !== 'flintec' && { zero: () => Uint8Array.of(0x5a, CR, 0x0a) }),
    feed: scanner.feed,
    reset() {
      period.forget()
      scanner.reset()
    },
  }
}

/** The three status words have fixed bits; an 02 without them is a checksum or noise. */
function mayBegin(bytes: Uint8Array, at: number, format: ContinuousSettings['format']): boolean {
  for (let i = 1; i <= 3; i++) {
    const word = bytes[at + i]
    if (word === undefined) return false
    if (i > 1 && (word & 0x20) === 0) return false
  }
  const [a, c] = [bytes[at + 1]! & 0x7f, bytes[at + 3]! & 0x7f]
  // Status A of Flintec has bits 5 and 6, Mettler's bit 5 alone.
  const hasStep = (a & 0x60) === (format === 'flintec' ? 0x60 : 0x20) && (a & 0x18) !== 0
  const isClone = format !== 'flintec' && (a & CLONE_MASK) === CLONE
  return (hasStep || isClone) && (c & 0x40) === 0
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

function checksumOf(frame: Uint8Array, length: number): number {
  let sum = 0
  for (const byte of frame.subarray(0, length)) sum += byte & 0x7f
  return -sum & 0x7f
}

function readFrame(raw: Uint8Array, { format, unit: own }: ContinuousSettings): ScaleEvent {
  const [swa, swb, swc] = [raw[1]! & 0x7f, raw[2]! & 0x7f, raw[3]! & 0x7f]
  if ((raw[LENGTHS[format] - 1]! & 0x7f) !== CR) return badFrame('length', raw)
  const weight = digitsOf(raw, 4)
  // A terminal without a tare may leave its field blank; beside a net weight that tells nothing, nor does a zero.
  const tare = format === 'short' ? undefined : isBlank(raw, 10) ? 0 : digitsOf(raw, 10)
  const net = (swb & SWB.net) !== 0
  // On "out of range" the digits mean nothing; the sign is all that tells over from under.
  if ((swb & SWB.range) !== 0)
    return outOfRange((swb & SWB.minus) !== 0 ? 'underload' : 'overload', raw, net)
  if (weight === undefined || (format !== 'short' && tare === undefined))
    return badFrame('alphabet', raw)
  if (format === 'flintec' ? swc !== FLINTEC_C : (swc & TIMES_TEN) !== 0)
    return badFrame('device-error', raw, format === 'flintec' ? NOT_FLINTEC : TEN)
  const decimals = (swa & 7) - 2
  const stable = (swb & (SWB.motion | SWB.unset)) === 0
  const shown = { digits: weight, decimals, minus: (swb & SWB.minus) !== 0 }
  const flags = {
    net,
    ...(tare !== undefined && { tare: { digits: tare, decimals, minus: false } }),
    stable,
  }
  return weightEvent(shown, { named: unitOfWords(swb, swc, format), own }, flags, raw)
}

/** Flintec's bits are fixed and tell no unit. */
function unitOfWords(swb: number, swc: number, format: ContinuousSettings['format']): NamedUnit {
  if (format === 'flintec') return undefined
  const coded = (swc & 7) === 0 && (swb & SWB.kg) !== 0 ? 'kg' : CODED_UNITS[swc & 7]
  return coded ?? 'foreign'
}

function isBlank(raw: Uint8Array, from: number): boolean {
  return asText(raw, from, from + 6).trim() === ''
}

function digitsOf(raw: Uint8Array, from: number): number | undefined {
  const [, digits] = DIGITS.exec(asText(raw, from, from + 6)) ?? []
  return digits === undefined ? undefined : Number(digits)
}
