import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { GROSS_FLAGS, TEXT_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of a Dini Argeo: the short string all the time, or the long one for a command, with an alibi memory or without. */
export interface DiniSettings extends ShownIn {
  format: 'standard' | 'rext' | 'alibi'
}

const MOST_LINE = 16

function openDini(settings: DiniSettings, port: IndicatorPort): ProtocolSession {
  let line = ''
  let stored = 0
  const receive = (chunk: Uint8Array) => {
    const answers: Uint8Array[] = []
    for (const char of Buffer.from(chunk).toString('latin1')) {
      if (char === '\n') continue
      if (char !== '\r') {
        line = (line + char).slice(-MOST_LINE)
        continue
      }
      if (line === 'PID' && settings.format === 'alibi') {
        const display = port.display()
        const isStored = display.stable && !display.overload && grossOf(display) >= 0
        answers.push(latin(`${alibiString(display, settings, isStored ? ++stored : null)}\r\n`))
      } else if (line === 'REXT') answers.push(latin(`${longString(port.display(), settings)}\r\n`))
      else answers.push(latin(line === 'ZERO' && port.zero() ? 'OK\r\n' : 'ERR03\r\n'))
      line = ''
    }
    return answers
  }
  if (settings.format !== 'standard') return { receive }
  return { receive: () => [], stream: () => latin(`${shortString(port.display(), settings)}\r\n`) }
}

const stateOf = ({ overload, stable, value_g }: Display) =>
  overload ? (value_g < 0 ? 'UL' : 'OL') : stable ? 'ST' : 'US'

function shortString(display: Display, menu: DiniSettings) {
  const { value_g, net, overload } = display
  const number = overload ? '' : signed(value_g, menu, 8)
  return [stateOf(display), net ? 'NT' : 'GS', number.padStart(8), menu.unit.padStart(2)].join()
}

function longString(display: Display, menu: DiniSettings) {
  const { value_g, net, tare_g, overload } = display
  const number = (grams: number) => (overload ? '' : signed(grams, menu, 10)).padStart(10)
  const tare = `  ${number(net ? tare_g : 0)}`
  return [
    `1${stateOf(display)}`,
    number(value_g),
    tare,
    '0'.padStart(10),
    menu.unit.padStart(2),
  ].join()
}

const grossOf = ({ value_g, net, tare_g }: Display) => value_g + (net ? tare_g : 0)

/** Gross and tare with their units, and the number in the memory: the count of its rewritings and of its records. */
function alibiString(display: Display, menu: DiniSettings, count: number | null) {
  const { overload, net, tare_g } = display
  const unit = menu.unit.padStart(2)
  const number = (grams: number) =>
    `${(overload ? '' : signed(grams, menu, 10)).padStart(10)}${unit}`
  const name = count === null ? 'NO' : `00000-${String(count).padStart(6, '0')}`
  return [
    `PID${stateOf(display)}`,
    '1',
    number(grossOf(display)),
    `  ${number(net ? tare_g : 0)}`,
    name,
  ].join()
}

const signed = (grams: number, menu: DiniSettings, width: number) =>
  `${grams < 0 ? '-' : ''}${placePoint(grams, menu, width - 1)}`

const units = ['kg', 'g', 't'] as const

export const formats = {
  standard: yardFormat<DiniSettings>({
    setUp: { driver: 'dini', settings: { format: 'standard' } },
    menu: { format: 'standard' },
    digits: 7,
    pointTakesPlace: true,
    flags: TEXT_FLAGS,
    tareKey: 'net',
    units,
    open: openDini,
  }),
  rext: yardFormat<DiniSettings>({
    setUp: { driver: 'dini', settings: { format: 'rext' } },
    menu: { format: 'rext' },
    digits: 9,
    pointTakesPlace: true,
    flags: GROSS_FLAGS,
    tareKey: 'net-and-tare',
    zeroes: true,
    units,
    open: openDini,
  }),
  'dini-alibi': yardFormat<DiniSettings>({
    setUp: { driver: 'dini', settings: { format: 'alibi' } },
    menu: { format: 'alibi' },
    digits: 9,
    pointTakesPlace: true,
    flags: GROSS_FLAGS,
    tareKey: 'net-and-tare',
    zeroes: true,
    units,
    open: openDini,
  }),
}
