import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

const HEADER = [0xf8, 0x55, 0xce]
const ASK_WEIGHT = 0x23
const WEIGHT = 0x24
const ERROR = 0x28
const UNKNOWN = 0xf0
const SET_ZERO = 0x72
const OVER_LIMIT = 0x08
/** Command and data; names and the like are longer than any answer that we ask for. */
const MAX_BODY = 64
/** With and without the tare of the container. */
const WEIGHT_LENGTHS = [9, 13]
/** Decimals of a kilogram by the code of the division: 0.1 g, 1 g, 10 g, 100 g, 1 kg. */
const DECIMALS = [4, 3, 2, 1, 0]
const POLYNOMIAL = 0x1021

/** Масса-К, protocol 100 (devices.md 3.7): request and answer, CRC-16 in the form of the maker's annex. */
export function createDriver(_settings: ScaleSettings<'massa-k'>): ScaleDriver {
  return {
    mode: 'poll',
    poll: () => massaFrame([ASK_WEIGHT]),
    zero: () => massaFrame([SET_ZERO]),
    ...frameScanner(match),
  }
}

function match(bytes: Uint8Array, at: number): FrameMatch {
  for (const [i, byte] of HEADER.entries()) {
    if (at + i >= bytes.length) return 'unfinished'
    if (bytes[at + i] !== byte) return 'none'
  }
  if (at + 5 > bytes.length) return 'unfinished'
  const size = bytes[at + 3]! | (bytes[at + 4]! << 8)
  if (size < 1 || size > MAX_BODY)
    return { length: 1, event: badFrame('length', bytes.slice(at, at + 5)) }
  const end = at + 5 + size
  if (end + 2 > bytes.length) return 'unfinished'
  const body = bytes.subarray(at + 5, end)
  const raw = bytes.slice(at, end + 2)
  if (crc(body) !== (bytes[end]! | (bytes[end + 1]! << 8)))
    return { length: 1, event: badFrame('checksum', raw) }
  const event = readBody(body, raw)
  return event ? { length: raw.length, event } : { length: raw.length }
}

/** The echo of the own question is no event; an answer to a command says only that it was heard. */
function readBody(body: Uint8Array, raw: Uint8Array): ScaleEvent | undefined {
  switch (body[0]) {
    case WEIGHT:
      return WEIGHT_LENGTHS.includes(body.length) ? readWeight(body, raw) : badFrame('length', raw)
    case ERROR:
      return body[1] === OVER_LIMIT ? outOfRange('overload', raw) : badFrame('device-error', raw)
    case UNKNOWN:
      return badFrame('device-error', raw)
    case ASK_WEIGHT:
    case SET_ZERO:
      return undefined
    default:
      return { kind: 'busy' }
  }
}

function readWeight(body: Uint8Array, raw: Uint8Array): ScaleEvent {
  const view = new DataView(body.buffer, body.byteOffset, body.length)
  const [division, stable, net, zero] = body.subarray(5, 9)
  const decimals = DECIMALS[division!]
  // The three flags are 0 or 1; anything else is another program of the indicator.
  if (decimals === undefined || Math.max(stable!, net!, zero!) > 1) return badFrame('alphabet', raw)
  const digitsOf = (value: number) => ({ digits: Math.abs(value), decimals, minus: value < 0 })
  const tare = body.length === WEIGHT_LENGTHS[0] ? undefined : digitsOf(view.getInt32(9, true))
  const flags = { net: net === 1, tare, stable: stable === 1 }
  return weightEvent(digitsOf(view.getInt32(1, true)), { named: 'kg' }, flags, raw)
}

function massaFrame(body: number[]): Uint8Array {
  const sum = crc(body)
  return Uint8Array.from([...HEADER, body.length, 0, ...body, sum & 0xff, sum >> 8])
}

/**
 * CCITT polynomial, start 0, each byte shifted in behind the register: neither XMODEM nor CCITT-FALSE,
 * so the sum of a single byte is that byte.
 */
function crc(bytes: Iterable<number>): number {
  let sum = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const out = sum & 0x8000
      sum = ((sum << 1) | ((byte >> bit) & 1)) & 0xffff
      if (out) sum ^= POLYNOMIAL
    }
  }
  return sum
}
