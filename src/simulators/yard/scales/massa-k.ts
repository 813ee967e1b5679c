import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { digitsOf } from '../scale/shown-number.ts'
import { ALL_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of a Масса-К terminal: kilograms with 0 to 4 decimals; old programs tell no tare. */
export interface MassaSettings {
  unit: 'kg'
  decimals: number
  tells_tare: boolean
}

const START = [0xf8, 0x55, 0xce]
const MOST_FRAME = 64

/** Remainders of the CCITT polynomial for every value of the register's high byte. */
const TABLE = Array.from({ length: 256 }, (_, high) => {
  let rest = high << 8
  for (let i = 0; i < 8; i++) rest = ((rest << 1) ^ (rest & 0x8000 ? 0x1021 : 0)) & 0xffff
  return rest
})

/** Answers the question of the mass and the zero command; all else is not understood (devices.md 3.7). */
function openMassaK(settings: MassaSettings, port: IndicatorPort): ProtocolSession {
  let received: number[] = []
  return {
    receive(chunk) {
      const answers: Uint8Array[] = []
      received = [...received, ...chunk].slice(-MOST_FRAME)
      for (let body = nextBody(); body; body = nextBody())
        answers.push(answer(body[0]!, settings, port))
      return answers
    },
  }

  /** Takes one whole request with a right sum off the input. */
  function nextBody() {
    for (let at = 0; at + 8 <= received.length; at++) {
      if (START.some((byte, i) => received[at + i] !== byte)) continue
      const length = received[at + 3]! + 256 * received[at + 4]!
      const frame = received.slice(at + 5, at + 7 + length)
      if (frame.length < length + 2) continue
      const body = frame.slice(0, length)
      const sum = crcOf(body)
      if (frame[length] !== (sum & 255) || frame[length + 1] !== sum >> 8) continue
      received = received.slice(at + 7 + length)
      return body
    }
    return null
  }
}

/** The mass in divisions, code of the division, flags and, where it is told, the tare. */
function encodeMass(display: Display, settings: MassaSettings) {
  const { value_g, stable, net, zero, tare_g, overload } = display
  if (overload) return encodeMassa([0x28, 0x08])
  const code = 4 - settings.decimals
  const whole = (grams: number) => {
    const divisions = digitsOf(grams, settings, 9)
    return little(grams < 0 ? -divisions : divisions)
  }
  const flags = [stable, net, zero].map(Number)
  const tare = settings.tells_tare ? whole(tare_g) : []
  return encodeMassa([0x24, ...whole(value_g), code, ...flags, ...tare])
}

/** Any frame: start, length, body, sum, both low byte first. */
export function encodeMassa(body: number[]) {
  const sum = crcOf(body)
  return Uint8Array.from([...START, body.length, 0, ...body, sum & 255, sum >> 8])
}

function answer(command: number, settings: MassaSettings, port: IndicatorPort) {
  if (command === 0x23) return encodeMass(port.display(), settings)
  if (command === 0x72) return encodeMassa(port.zero() ? [0x27] : [0x28, 0x07])
  return encodeMassa([0x28, 0x07])
}

function little(value: number) {
  return [value, value >> 8, value >> 16, value >> 24].map((part) => part & 255)
}

function crcOf(bytes: number[]) {
  return bytes.reduce((crc, byte) => TABLE[crc >> 8]! ^ ((crc & 255) << 8) ^ byte, 0)
}

export const formats = {
  'massa-k': yardFormat<MassaSettings>({
    setUp: { driver: 'massa-k', settings: {} },
    menu: { tells_tare: true },
    digits: 9,
    checksummed: true,
    flags: ALL_FLAGS,
    tareKey: 'net-and-tare',
    zeroes: true,
    open: openMassaK,
  }),
}
