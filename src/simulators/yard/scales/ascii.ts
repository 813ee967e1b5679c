import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, TEXT_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of an indicator that streams lines of text. */
export interface AsciiSettings extends ShownIn {
  format: 'cas22' | 'cas10' | 'and18' | 'ricelake'
}

const LAMP = { always: 0x80, still: 0x40, gross: 0x04, tare: 0x02, zero: 0x01 } as const

/** Sends a line a sample and understands nothing (devices.md 3.5). */
function openAscii(settings: AsciiSettings, port: IndicatorPort): ProtocolSession {
  return { receive: () => [], stream: () => encodeLine(port.display(), settings) }
}

/** One line of the format with its CR LF. */
function encodeLine(display: Display, settings: AsciiSettings) {
  switch (settings.format) {
    case 'cas22':
      return cas22(display, settings)
    case 'cas10':
      return latin(`${field(display, settings, 8)}\r\n`)
    case 'and18':
      return and18(display, settings)
    case 'ricelake':
      return riceLake(display, settings)
  }
}

function cas22(display: Display, settings: AsciiSettings) {
  const { overload, stable, net, zero } = display
  const head = `${overload ? 'OL' : stable ? 'ST' : 'US'},${net ? 'NT' : 'GS'},1`
  const lamp =
    LAMP.always |
    (stable ? LAMP.still : 0) |
    (net ? LAMP.tare : LAMP.gross) |
    (zero ? LAMP.zero : 0)
  const data = overload ? '        ' : field(display, settings, 8)
  return latin(`${head}${String.fromCharCode(lamp)},${data} ${unitText(settings)}\r\n`)
}

function and18(display: Display, settings: AsciiSettings) {
  const { overload, stable, net, value_g } = display
  const status = overload ? (value_g < 0 ? 'LO' : 'OL') : stable ? 'ST' : 'US'
  const digits = placePoint(value_g, settings, 7).padStart(7, '0')
  const data = overload ? '        ' : `${value_g < 0 ? '-' : '+'}${digits}`
  return latin(`${status},${net ? 'NT' : 'GS'},${data}${unitText(settings)}\r\n`)
}

function riceLake(display: Display, settings: AsciiSettings) {
  const { overload, stable, net, zero, value_g } = display
  const status = overload ? 'O' : !stable ? 'M' : zero ? 'Z' : ' '
  const unit = { g: 'G', kg: 'K', t: 'T' }[settings.unit]
  const digits = overload ? '       ' : placePoint(value_g, settings, 7).padStart(7)
  return latin(`\u0002${value_g < 0 ? '-' : ' '}${digits}${unit}${net ? 'N' : 'G'}${status}\r\n`)
}

/** Sign first, spaces between it and the digits. */
function field({ value_g }: Display, settings: AsciiSettings, width: number) {
  const digits = placePoint(value_g, settings, width - 1).padStart(width - 1)
  return `${value_g < 0 ? '-' : ' '}${digits}`
}

function unitText({ unit }: AsciiSettings) {
  return unit.padStart(2)
}

const line = (format: AsciiSettings['format']) => ({
  setUp: { driver: 'ascii', settings: { format } },
  menu: { format },
  digits: 7,
  pointTakesPlace: true as const,
  flags: TEXT_FLAGS,
  tareKey: 'net' as const,
  open: openAscii,
})

export const formats = {
  cas22: yardFormat(line('cas22')),
  cas10: yardFormat({ ...line('cas10'), flags: NO_FLAGS, tareKey: 'nothing', headless: true }),
  and18: yardFormat({ ...line('and18'), units: ['kg', 'g', 't'] }),
  ricelake: yardFormat(line('ricelake')),
}
