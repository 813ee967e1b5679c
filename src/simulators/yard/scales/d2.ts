import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

function openD2(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  return { receive: () => [], stream: () => encodeD2(port.display(), menu) }
}

function encodeD2({ value_g }: Display, menu: ShownIn) {
  const number = placePoint(value_g, menu, 7)
  const seven = value_g < 0 ? `-${number.padStart(6, '0')}` : number.padStart(7, '0')
  return latin(`=${[...seven].toReversed().join('')}`)
}

export const formats = {
  d2: yardFormat<ShownIn>({
    setUp: { driver: 'd2', settings: {} },
    menu: {},
    digits: 7,
    pointTakesPlace: true,
    flags: NO_FLAGS,
    tareKey: 'nothing',
    open: openD2,
  }),
}
