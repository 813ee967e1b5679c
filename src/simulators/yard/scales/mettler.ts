import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { digitsOf, latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { ALL_FLAGS, GROSS_FLAGS, TEXT_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of a Mettler Toledo indicator; `checksum` belongs to the continuous output. */
export interface MettlerSettings extends ShownIn {
  format: 'continuous' | 'short' | 'flintec' | 'sics'
  checksum: boolean
}

/** The longest command of SICS that is understood. */
const MOST_LINE = 16

/** The continuous output listens for Z only; SICS answers a line with a line (devices.md 3.4). */
function openMettler(settings: MettlerSettings, port: IndicatorPort): ProtocolSession {
  let line = ''
  const receive = (chunk: Uint8Array) => {
    const answers: Uint8Array[] = []
    for (const byte of chunk) {
      if (byte === 0x0a) continue
      if (byte !== 0x0d) {
        line = (line + String.fromCharCode(byte)).slice(-MOST_LINE)
        continue
      }
      if (settings.format === 'sics') answers.push(answerSics(line, settings, port))
      else if (line.endsWith('Z')) port.zero()
      line = ''
    }
    return answers
  }
  if (settings.format === 'sics') return { receive }
  return { receive, stream: () => encodeContinuous(port.display(), settings) }
}

/** 17 bytes, and with the checksum 18: low seven bits of minus the sum of the others. */
function encodeContinuous(display: Display, settings: MettlerSettings) {
  const { unit, checksum, format } = settings
  const { value_g, net, overload, stable, tare_g } = display
  const point = settings.decimals + 2
  const status = [0x20, (format === 'flintec' ? 0x60 : 0x20) | point | (2 << 3)]
  status.push(
    0x20 |
      (net ? 1 : 0) |
      (value_g < 0 ? 2 : 0) |
      (overload ? 4 : 0) |
      (stable ? 0 : 8) |
      (format === 'flintec' || unit === 'kg' ? 16 : 0),
  )
  status.push(format === 'flintec' ? 0x30 : 0x20 | { kg: 0, g: 1, t: 2 }[unit])
  const digits = (grams: number) => String(digitsOf(grams, settings, 6)).padStart(6)
  const text = `${overload ? '      ' : digits(value_g)}${format === 'short' ? '' : digits(tare_g)}\r`
  const frame = [2, ...status.slice(1), ...latin(text)]
  if (!checksum) return Uint8Array.from(frame)
  const sum = frame.reduce((total, byte) => total + byte, 0)
  return Uint8Array.from([...frame, (128 - (sum % 128)) % 128])
}

/** SI and TA with their answers, Z, and ES for everything else. */
function answerSics(command: string, settings: MettlerSettings, port: IndicatorPort) {
  const display = port.display()
  const weight = (grams: number) => {
    const text = `${grams < 0 ? '-' : ''}${placePoint(grams, settings, 8)}`
    return `${text.padStart(10)} ${settings.unit}`
  }
  const words: Record<string, () => string> = {
    SI: () => {
      if (display.overload) return display.value_g < 0 ? 'S -' : 'S +'
      return `S ${display.stable ? 'S' : 'D'} ${weight(display.value_g)}`
    },
    TA: () => `TA A ${weight(display.net ? display.tare_g : 0)}`,
    Z: () => (port.zero() ? 'Z A' : 'Z I'),
  }
  return latin(`${words[command]?.() ?? 'ES'}\r\n`)
}

const units = ['kg', 'g', 't'] as const

export const formats = {
  continuous: yardFormat<MettlerSettings>({
    setUp: { driver: 'mettler', settings: { format: 'continuous', checksum: 'on' } },
    menu: { format: 'continuous', checksum: true },
    digits: 6,
    checksummed: true,
    flags: ALL_FLAGS,
    tareKey: 'net-and-tare',
    zeroes: true,
    units,
    open: openMettler,
  }),
  short: yardFormat<MettlerSettings>({
    setUp: { driver: 'mettler', settings: { format: 'short', checksum: 'on' } },
    menu: { format: 'short', checksum: true },
    digits: 6,
    checksummed: true,
    flags: TEXT_FLAGS,
    tareKey: 'net',
    zeroes: true,
    units,
    open: openMettler,
  }),
  flintec: yardFormat<MettlerSettings>({
    setUp: { driver: 'mettler', settings: { format: 'flintec', checksum: 'on' } },
    menu: { format: 'flintec', checksum: true },
    digits: 6,
    checksummed: true,
    flags: ALL_FLAGS,
    tareKey: 'net-and-tare',
    open: openMettler,
  }),
  sics: yardFormat<MettlerSettings>({
    setUp: { driver: 'mettler', settings: { format: 'sics' } },
    menu: { format: 'sics', checksum: true },
    digits: 7,
    pointTakesPlace: true,
    flags: GROSS_FLAGS,
    tareKey: 'net-and-tare',
    zeroes: true,
    units,
    open: openMettler,
  }),
}
