import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

function openWwkg(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  return { receive: () => [], stream: () => encodeLine(port.display(), menu) }
}

function encodeLine({ value_g, net }: Display, menu: ShownIn) {
  const sign = value_g < 0 ? '-' : ''
  const number = placePoint(value_g, menu, 7).padStart(7 - sign.length, '0')
  return latin(`w${net ? 'n' : 'w'}${sign}${number}${menu.unit.padStart(2)}\r\n`)
}

export const formats = {
  wwkg: yardFormat<ShownIn>({
    setUp: { driver: 'wwkg', settings: {} },
    menu: {},
    digits: 7,
    pointTakesPlace: true,
    flags: { ...NO_FLAGS, net: true },
    tareKey: 'net',
    open: openWwkg,
  }),
}
