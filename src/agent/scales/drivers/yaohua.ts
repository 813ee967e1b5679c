import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import { equalsFrames } from '../frames/text-frames.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = ScaleSettings<'yaohua'>

const START = 0x02
const END = 0x03
const GROSS = 'B'
const TEXT_LENGTH = 9
const NUMBER = /^\d*\.?\d*$/

/** XK3190 and kin (devices.md 3.6). The XOR misses swapped digits, so one frame alone proves nothing. */
export function createDriver(settings: Settings): ScaleDriver {
  const scanner = frameScanner(FRAME_FORMATS[settings.format](settings))
  if (settings.format !== 'cmd') return { mode: 'stream', ...scanner }
  return { mode: 'poll', poll: () => request(settings.address), ...scanner }
}

const FRAME_FORMATS: Record<
  Settings['format'],
  (settings: Settings) => (bytes: Uint8Array, at: number) => FrameMatch
> = {
  tf0: (settings) => markedFrame(12, ['+', '-'], (raw) => readSigned(raw, 1, settings)),
  cmd: (settings) =>
    markedFrame(14, [settings.address], (raw) =>
      asText(raw, 2, 3) === GROSS ? readSigned(raw, 3, settings) : badFrame('alphabet', raw),
    ),
  tf1: textual((text) => [text.slice(8), text.slice(1, 8).split('').toReversed().join('')]),
  tf2: textual((text) => [text.slice(1, 2), text.slice(2)]),
  a12: (settings) => (bytes, at) => matchA12(bytes, at, settings),
}

/** Frames between 02 and 03 with the checksum before the 03; the byte after 02 is one of `first`. */
function markedFrame(length: number, first: string[], read: (raw: Uint8Array) => ScaleEvent) {
  return (bytes: Uint8Array, at: number): FrameMatch => {
    if ((bytes[at]! & 0x7f) !== START) return 'none'
    if (at + 1 >= bytes.length) return 'unfinished'
    if (!first.includes(asText(bytes, at + 1, at + 2))) return 'none'
    const stop = bytes.subarray(at, at + length).findIndex((byte) => (byte & 0x7f) === END)
    // The echo of the own question is shorter than its answer.
    if (stop !== -1 && stop < length - 1) return 'none'
    if (at + length > bytes.length) return 'unfinished'
    const raw = bytes.slice(at, at + length)
    if ((raw.at(-1)! & 0x7f) !== END) return { length: 1, event: badFrame('length', raw) }
    if (!isSummed(raw, 1, length - 3)) return { length: 1, event: badFrame('checksum', raw) }
    return { length, event: read(raw) }
  }
}

/** Sign, six digits and the number of decimals, 0 to 4. */
function readSigned(raw: Uint8Array, from: number, { unit, format }: Settings): ScaleEvent {
  const [, sign, digits, decimals] =
    /^([+-])(\d{6})([0-4])$/.exec(asText(raw, from, from + 8)) ?? []
  if (digits === undefined) return badFrame('alphabet', raw)
  const shown = { digits: Number(digits), decimals: Number(decimals), minus: sign === '-' }
  const net = format === 'cmd' ? { net: false } : {}
  return weightEvent(shown, { own: unit }, { ...net, stable: null }, raw)
}

/** `=` and eight characters: the place of the sign and seven of the number, in either direction. */
function textual(parts: (text: string) => string[]) {
  return (settings: Settings) =>
    equalsFrames(TEXT_LENGTH, (raw) => {
      const [sign, number] = parts(asText(raw, 0, TEXT_LENGTH))
      const isReadable = (sign === '0' || sign === '-') && NUMBER.test(number!)
      const shown = isReadable ? shownWeight(`${sign === '-' ? '-' : ''}${number}`) : undefined
      return weightEvent(shown, { own: settings.unit }, { stable: null }, raw)
    })
}

/** A12: a line of fifteen bytes with its checksum before CR LF; spaces and OL or LO beyond the range. */
function matchA12(bytes: Uint8Array, at: number, { unit: own }: Settings): FrameMatch {
  const first = asText(bytes, at, at + 1)
  if (first !== 'W' && first !== ' ') return 'none'
  const end = at + 13
  for (let i = at; i < end && i < bytes.length; i++) if ((bytes[i]! & 0x7f) === 0x0d) return 'none'
  if (end >= bytes.length) return 'unfinished'
  if ((bytes[end]! & 0x7f) !== 0x0d) return 'none'
  const raw = bytes.slice(at, end + 1)
  const text = asText(raw, 0, 11)
  const [, kind, number, unit] = /^W([GN])([ \d.+-]{7})(..)$/su.exec(text) ?? []
  const [, range] = /^ {9}(OL|LO)$/.exec(text) ?? []
  if (kind === undefined && range === undefined) return 'none'
  if (!isSummed(raw, 0, 11)) return { length: 1, event: badFrame('checksum', raw) }
  const length = raw.length
  if (range !== undefined)
    return { length, event: outOfRange(range === 'OL' ? 'overload' : 'underload', raw) }
  const flags = { net: kind === 'N', stable: null }
  const shown = shownWeight(number!.trimEnd())
  return { length, event: weightEvent(shown, { named: namedUnit(unit!), own }, flags, raw) }
}

function request(address: string): Uint8Array {
  const body = [address.charCodeAt(0), GROSS.charCodeAt(0)]
  return Uint8Array.from([START, ...body, ...checksum(body), END])
}

/** The two characters that stand at `to` are the XOR of the bytes before them. */
function isSummed(raw: Uint8Array, from: number, to: number): boolean {
  const [high, low] = checksum(raw.subarray(from, to))
  return (raw[to]! & 0x7f) === high && (raw[to + 1]! & 0x7f) === low
}

/** Each half byte n: to 9 as a digit, above as a capital letter. */
function checksum(bytes: Iterable<number>): [number, number] {
  let sum = 0
  for (const byte of bytes) sum ^= byte & 0x7f
  const character = (n: number) => (n <= 9 ? n + 0x30 : n + 0x37)
  return [character(sum >> 4), character(sum & 0x0f)]
}
