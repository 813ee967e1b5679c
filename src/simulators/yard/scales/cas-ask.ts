import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

const [ENQ, ACK, DC1] = [0x05, 0x06, 0x11]

/** Says that it is ready, and on the second question its weight. */
function openCasAsk(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  return {
    receive: (chunk) =>
      [...chunk].flatMap((byte) => {
        if (byte === ENQ) return [Uint8Array.of(ACK)]
        return byte === DC1 ? [encodeWeight(port.display(), menu)] : []
      }),
  }
}

function encodeWeight({ value_g, stable, overload }: Display, menu: ShownIn) {
  const sign = overload ? 'F' : value_g < 0 ? '-' : ' '
  const number = overload ? '' : placePoint(value_g, menu, 6)
  const body = `${stable ? 'S' : 'U'}${sign}${number.padStart(6)}${menu.unit.padStart(2)}`
  const sum = [...body].reduce((xor, character) => xor ^ character.charCodeAt(0), 0)
  return latin(`\u0001\u0002${body}${String.fromCharCode(sum)}\u0003\u0004`)
}

export const formats = {
  'cas-ask': yardFormat<ShownIn>({
    setUp: { driver: 'cas-ask', settings: {} },
    menu: {},
    digits: 6,
    pointTakesPlace: true,
    checksummed: true,
    flags: { ...NO_FLAGS, stable: true, overload: true },
    tareKey: 'nothing',
    units: ['kg', 'g', 't'],
    open: openCasAsk,
  }),
}
