import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = Pick<ScaleSettings<'tenso-m'>, 'address' | 'crc' | 'unit'>

const MARK = 0xff
/** Follows a mark that is data. */
const STUFF = 0xfe
const ZERO = 0xc0
const NET = 0xc2
const GROSS = 0xc3
const ERROR = 0xee
const UNSUPPORTED = 0xfd
const POLYNOMIAL = 0x69
/** Address, operation, three bytes of weight and the condition byte. */
const WEIGHT_LENGTH = 6
/** The longest frame that we ask for, with its checksum. */
const MAX_BODY = WEIGHT_LENGTH + 1
const MAX_BUFFER = 4096
const GRAMS = { kg: 1000, t: 1_000_000 }

/** Тензо-М, protocol tEnSo (devices.md 3.3): request and answer, CRC-8, marks doubled by stuffing. */
export function createDriver(settings: Settings): ScaleDriver {
  let buffer = new Uint8Array(0)
  return {
    mode: 'poll',
    feed(chunk) {
      const joined = new Uint8Array(buffer.length + chunk.length)
      joined.set(buffer)
      joined.set(chunk, buffer.length)
      const events: ScaleEvent[] = []
      const rest = readFrames(joined, settings, events)
      buffer = joined.slice(Math.max(rest, joined.length - MAX_BUFFER))
      return events
    },
    poll: () => request(GROSS, settings),
    zero: () => request(ZERO, settings),
    reset() {
      buffer = new Uint8Array(0)
    },
  }
}

/** Reads every whole frame; answers where the unfinished rest begins. */
function readFrames(bytes: Uint8Array, settings: Settings, events: ScaleEvent[]): number {
  let at = 0
  for (;;) {
    at = nextStart(bytes, at)
    if (at >= bytes.length - 1) return at
    const frame = unstuff(bytes, at + 1)
    if (frame === 'unfinished') return at
    if (frame === 'broken') {
      events.push({ kind: 'bad', reason: 'length', raw: bytes.slice(at, at + MAX_BODY + 1) })
      at++
      continue
    }
    const raw = bytes.slice(at, frame.end)
    const event = readAnswer(frame.body, raw, settings)
    if (event) events.push(event)
    // After a bad frame the search goes on one byte after its start (devices.md 3.2, rule 2).
    at = event?.kind === 'bad' ? at + 1 : frame.end
  }
}

/** The last mark of a row of marks: the next byte is the address. */
function nextStart(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length) {
    const next = bytes[at + 1]
    if (bytes[at] === MARK && next !== MARK && next !== STUFF) return at
    at++
  }
  return bytes.at(-1) === MARK ? bytes.length - 1 : bytes.length
}

function unstuff(bytes: Uint8Array, from: number) {
  const body: number[] = []
  for (let at = from; ; at++) {
    const byte = bytes[at]
    if (byte === undefined) return 'unfinished'
    if (byte === MARK) {
      const next = bytes[at + 1]
      if (next === undefined) return 'unfinished'
      if (next === MARK) return { body, end: at + 2 }
      if (next !== STUFF) return 'broken'
      at++
    }
    if (body.length === MAX_BODY) return 'broken'
    body.push(byte)
  }
}

/** A frame of another address and the echo of our own request are no event. */
function readAnswer(body: number[], raw: Uint8Array, settings: Settings): ScaleEvent | undefined {
  const bad = (reason: 'checksum' | 'length' | 'device-error', hint?: string): ScaleEvent => ({
    kind: 'bad',
    reason,
    raw,
    ...(hint ? { hint } : {}),
  })
  if (settings.crc && body.length === WEIGHT_LENGTH && isWeight(body))
    return bad('length', 'CRC выключен в индикаторе')
  if (body.length < (settings.crc ? 3 : 2)) return bad('length')
  const content = settings.crc ? body.slice(0, -1) : body
  if (settings.crc && crc8(content) !== body.at(-1)) return bad('checksum')
  if (content[0] !== settings.address) return undefined
  if (content[1] === ERROR || content[1] === UNSUPPORTED) return bad('device-error')
  if (content.length === 2) return content[1] === ZERO ? { kind: 'busy' } : undefined
  if (!isWeight(content)) return bad('length')
  return sample(content, raw, settings)
}

function isWeight(content: number[]): boolean {
  return content.length === WEIGHT_LENGTH && (content[1] === GROSS || content[1] === NET)
}

function sample(content: number[], raw: Uint8Array, settings: Settings): ScaleEvent {
  const condition = content[5]!
  const net = content[1] === NET
  const overload = (condition & 0x08) !== 0
  if (overload)
    return { kind: 'sample', grams: null, net, stable: false, overload, underload: false, raw }
  const digits = bcd(content.slice(2, 5))
  if (digits === undefined) return { kind: 'bad', reason: 'alphabet', raw }
  const scaled = digits * GRAMS[settings.unit]
  const divisor = 10 ** (condition & 0x07)
  if (scaled % divisor !== 0) return { kind: 'bad', reason: 'step', raw }
  const size = scaled / divisor
  const grams = (condition & 0x80) !== 0 && size !== 0 ? -size : size
  const stable = (condition & 0x10) !== 0
  return { kind: 'sample', grams, net, stable, overload, underload: false, raw }
}

/** Packed decimal digits, low byte first. */
function bcd(bytes: number[]): number | undefined {
  let value = 0
  for (const byte of bytes.toReversed()) {
    const high = byte >> 4
    const low = byte & 0x0f
    if (high > 9 || low > 9) return undefined
    value = value * 100 + high * 10 + low
  }
  return value
}

function request(operation: number, settings: Settings): Uint8Array {
  const content = [settings.address, operation]
  if (settings.crc) content.push(crc8(content))
  const stuffed = content.flatMap((byte) => (byte === MARK ? [MARK, STUFF] : [byte]))
  return Uint8Array.from([MARK, ...stuffed, MARK, MARK])
}

function crc8(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 0x80) !== 0 ? ((crc << 1) ^ POLYNOMIAL) & 0xff : (crc << 1) & 0xff
  }
  return crc
}
