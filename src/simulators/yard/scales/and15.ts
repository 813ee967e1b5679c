import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

function openAnd15(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  return { receive: () => [], stream: () => latin(`${encodeLine(port.display(), menu)}\r\n`) }
}

function encodeLine({ value_g, stable, overload }: Display, menu: ShownIn) {
  const sign = value_g < 0 ? '-' : '+'
  if (overload) return `OL,${sign}9999999E+19`
  const number = placePoint(value_g, menu, 8).padStart(8, '0')
  return `${stable ? 'ST' : 'US'},${sign}${number}${menu.unit.padStart(3)}`
}

export const formats = {
  and15: yardFormat<ShownIn>({
    setUp: { driver: 'and15', settings: {} },
    menu: {},
    digits: 8,
    pointTakesPlace: true,
    flags: { ...NO_FLAGS, stable: true, overload: true },
    tareKey: 'nothing',
    units: ['kg', 'g', 't'],
    open: openAnd15,
  }),
}
