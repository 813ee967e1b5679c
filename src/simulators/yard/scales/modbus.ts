import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { digitsOf, type ShownIn } from '../scale/shown-number.ts'
import { GROSS_FLAGS, NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of a Modbus transmitter: register map of Laumas, or a bare float at 0x1000. */
export interface ModbusSettings extends ShownIn {
  profile: 'laumas' | 'float32'
  framing: 'rtu' | 'tcp'
  address: number
}

const MOST_FRAME = 260
const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2

/** Answers reads of holding registers and the zero command of Laumas (devices.md 3.8). */
function openModbus(settings: ModbusSettings, port: IndicatorPort): ProtocolSession {
  let received: number[] = []
  return {
    receive(chunk) {
      const answers: Uint8Array[] = []
      received = [...received, ...chunk].slice(-MOST_FRAME)
      for (;;) {
        const request = nextRequest(received, settings)
        if (!request) return answers
        received = received.slice(request.end)
        const pdu = carryOut(request.pdu, settings, port)
        answers.push(wrap(pdu, settings, request.head))
      }
    },
  }
}

/** Status, then gross as two registers, high word first; the float is alone. */
function registersOf(display: Display, settings: ModbusSettings): number[] {
  const gross_g = display.value_g + (display.net ? display.tare_g : 0)
  const digits = digitsOf(gross_g, settings, 9)
  if (settings.profile === 'float32') {
    const bytes = Buffer.alloc(4)
    const shown = digits / 10 ** settings.decimals
    bytes.writeFloatBE(gross_g < 0 ? -shown : shown)
    return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
  }
  const { overload, stable } = display
  const status = (overload ? 1 << 2 : 0) | (gross_g < 0 ? 1 << 7 : 0) | (stable ? 1 << 11 : 0)
  return [status, Math.floor(digits / 65_536), digits % 65_536]
}

/** Address and body with CRC-16, or behind the header of Modbus/TCP with the question's number. */
function wrap(pdu: number[], settings: ModbusSettings, head: number[] = [0, 0]) {
  const unit = [settings.address, ...pdu]
  if (settings.framing === 'tcp')
    return Uint8Array.from([head[0]!, head[1]!, 0, 0, 0, unit.length, ...unit])
  return Uint8Array.from([...unit, ...crc16(unit)])
}

function nextRequest(bytes: number[], settings: ModbusSettings) {
  const tcp = settings.framing === 'tcp'
  for (let at = 0; at < bytes.length; at++) {
    const unit = tcp ? at + 6 : at
    if (bytes[unit] !== settings.address) continue
    const length = bytes[unit + 1] === 16 ? 7 + (bytes[unit + 6] ?? 255) : 6
    const end = unit + length + (tcp ? 0 : 2)
    if (end > bytes.length) continue
    const body = bytes.slice(unit, unit + length)
    const sum = crc16(body)
    if (tcp ? bytes[at + 5] !== length : sum.some((byte, i) => bytes[unit + length + i] !== byte))
      continue
    return { pdu: body.slice(1), head: bytes.slice(at, at + 2), end }
  }
  return null
}

function carryOut(pdu: number[], settings: ModbusSettings, port: IndicatorPort) {
  const [code, high, low, countHigh, countLow] = pdu
  const start = 256 * high! + low!
  const count = 256 * countHigh! + countLow!
  if (code === 3) {
    const first = settings.profile === 'laumas' ? 6 : 0x1000
    const words = registersOf(port.display(), settings).slice(start - first, start - first + count)
    if (start < first || words.length !== count || count === 0) return [code + 128, ILLEGAL_ADDRESS]
    return [code, 2 * count, ...words.flatMap((word) => [word >> 8, word & 255])]
  }
  if (code === 16 && start === 5 && count === 1 && pdu[7] === 8 && port.zero())
    return pdu.slice(0, 5)
  return [code! + 128, ILLEGAL_FUNCTION]
}

function crc16(bytes: number[]) {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = (crc >> 1) ^ (crc % 2 ? 0xa001 : 0)
  }
  return [crc % 256, crc >> 8]
}

const registers = (profile: ModbusSettings['profile'], framing: ModbusSettings['framing']) => ({
  setUp: { driver: 'modbus', settings: { profile, framing } },
  setsDecimals: true as const,
  menu: { profile, framing, address: 1 },
  sendsGross: true as const,
  open: openModbus,
})
const laumas = { digits: 9, flags: GROSS_FLAGS, tareKey: 'gross', zeroes: true } as const

export const formats = {
  laumas: yardFormat({ ...registers('laumas', 'rtu'), ...laumas, checksummed: true }),
  'laumas-tcp': yardFormat({ ...registers('laumas', 'tcp'), ...laumas }),
  float32: yardFormat({
    ...registers('float32', 'rtu'),
    digits: 6,
    checksummed: true,
    flags: NO_FLAGS,
    tareKey: 'nothing',
  }),
}
