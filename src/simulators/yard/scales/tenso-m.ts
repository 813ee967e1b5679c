import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { GROSS_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of a Тензо-М indicator; `decimals` counts digits after the point in `unit`. */
export interface TensoSettings {
  address: number
  crc: boolean
  unit: 'kg' | 't'
  decimals: number
}

const MARK = 0xff
const STUFF = 0xfe
const ZERO = 0xc0
const NET = 0xc2
const GROSS = 0xc3
const FAILED_CODE = 0xee
const UNSUPPORTED_CODE = 0xfd
const MOST_BODY = 64
const UNIT_G = { kg: 1000, t: 1_000_000 } as const

/**
 * Answers requests as devices.md 3.3 lays them out; a foreign address or a wrong CRC gets silence.
 */
export function openTensoM(settings: TensoSettings, port: IndicatorPort): ProtocolSession {
  const splitter = createSplitter()
  return {
    receive(chunk) {
      return splitter(chunk).flatMap((body) => {
        const request = readRequest(body, settings)
        return request === null ? [] : [answer(request, settings, port)]
      })
    },
  }
}

/**
 * An answer with weight: address, command, packed BCD low byte first, CON, CRC, stuffed and
 * framed.
 */
export function encodeWeight(command: number, display: Display, settings: TensoSettings) {
  const sign = display.value_g < 0 ? 0x80 : 0
  const con = display.overload
    ? 0x08 | settings.decimals
    : sign | (display.stable ? 0x10 : 0) | settings.decimals
  const digits = display.overload ? 0 : digitsOf(Math.abs(display.value_g), settings)
  const bcd = [digits, Math.floor(digits / 100), Math.floor(digits / 10_000)].map(toBcd)
  return encodeFrame([settings.address, command, ...bcd, con], settings.crc)
}

/** Any frame: `FF`, the body with its CRC, each `FF` inside as `FF FE`, then `FF FF`. */
export function encodeFrame(body: number[], crc: boolean) {
  const full = crc ? [...body, crc8(body)] : body
  const stuffed = full.flatMap((byte) => (byte === MARK ? [MARK, STUFF] : [byte]))
  return Uint8Array.from([MARK, ...stuffed, MARK, MARK])
}

function createSplitter() {
  let body: number[] = []
  let inside = false
  let marked = false
  return (chunk: Uint8Array) => {
    const bodies: number[][] = []
    for (const byte of chunk) {
      if (marked && byte === STUFF && inside) {
        body.push(MARK)
        marked = false
      } else if (byte === MARK) {
        if (marked && inside) {
          bodies.push(body)
          inside = false
        }
        marked = true
      } else if (marked) {
        body = [byte]
        inside = true
        marked = false
      } else if (inside) body.push(byte)
      if (body.length > MOST_BODY) inside = false
    }
    return bodies
  }
}

function readRequest(body: number[], settings: TensoSettings) {
  const length = settings.crc ? 3 : 2
  if (body.length !== length || body[0] !== settings.address) return null
  if (settings.crc && crc8(body.slice(0, -1)) !== body.at(-1)) return null
  return body[1]!
}

function answer(command: number, settings: TensoSettings, port: IndicatorPort) {
  if (command === NET) return encodeWeight(command, port.display(), settings)
  if (command === GROSS) {
    const display = port.display()
    const value_g = display.value_g + (display.net ? display.tare_g : 0)
    return encodeWeight(command, { ...display, value_g }, settings)
  }
  if (command === ZERO) {
    return encodeFrame([settings.address, port.zero() ? ZERO : FAILED_CODE], settings.crc)
  }
  return encodeFrame([settings.address, UNSUPPORTED_CODE], settings.crc)
}

function digitsOf(value_g: number, { unit, decimals }: TensoSettings) {
  const digits = (value_g * 10 ** decimals) / UNIT_G[unit]
  if (!Number.isInteger(digits) || digits > 999_999) {
    throw new Error(`${value_g} g does not fit six digits of ${unit} with ${decimals} decimals`)
  }
  return digits
}

function toBcd(value: number) {
  return (Math.floor((value % 100) / 10) << 4) | (value % 10)
}

function crc8(bytes: number[]) {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80 ? (crc << 1) ^ 0x69 : crc << 1) & 0xff
  }
  return crc
}

export const formats = {
  'tenso-m': yardFormat<TensoSettings>({
    setUp: { driver: 'tenso-m', settings: {} },
    menu: { address: 1, crc: true },
    digits: 6,
    checksummed: true,
    flags: GROSS_FLAGS,
    tareKey: 'gross',
    sendsGross: true,
    zeroes: true,
    open: openTensoM,
  }),
}
