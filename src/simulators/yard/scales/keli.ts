import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of an XK3118T1: what it streams. */
interface KeliMenu extends ShownIn {
  format: 'kg' | 'marked' | 'reversed'
}

function openKeli(menu: KeliMenu, port: IndicatorPort): ProtocolSession {
  return { receive: () => [], stream: () => latin(encodeKeli(port.display(), menu)) }
}

function encodeKeli({ value_g }: Display, menu: KeliMenu) {
  const number = placePoint(value_g, menu, 7)
  const negative = value_g < 0
  switch (menu.format) {
    case 'kg': {
      const signed = negative ? `-${number.padStart(6, '0')}` : number.padStart(7, '0')
      return `=${signed}(${menu.unit})\r\n`
    }
    case 'marked':
      return `=${negative ? '-' : ' '}${number.padStart(7)}B0`
    case 'reversed': {
      const eight = (negative ? '-' : '0') + number.padStart(7, '0')
      return `=${[...eight].toReversed().join('')}`
    }
  }
}

const stream = (format: KeliMenu['format']) =>
  yardFormat<KeliMenu>({
    setUp: { driver: 'keli', settings: { format } },
    menu: { format },
    digits: 7,
    pointTakesPlace: true,
    flags: NO_FLAGS,
    tareKey: 'nothing',
    open: openKeli,
  })

export const formats = {
  'keli-kg': stream('kg'),
  'keli-marked': stream('marked'),
  'keli-reversed': stream('reversed'),
}
