import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { digitsOf, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

const QUESTION = 'J'.charCodeAt(0)
/** Code of the division by decimals of a kilogram; none is a whole kilogram, which is shown in tenths. */
const DIVISIONS = [5, 5, 4, 0, 1]

function openMassaJ(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  return {
    receive: (chunk) =>
      [...chunk].flatMap((byte) => (byte === QUESTION ? [encodeMass(port.display(), menu)] : [])),
  }
}

function encodeMass({ value_g, stable, zero }: Display, menu: ShownIn) {
  const decimals = Math.max(1, menu.decimals)
  const mass = digitsOf(value_g, { ...menu, decimals }, 7)
  const state = stable ? (zero ? 0xc0 : 0x80) : 0
  const high = (mass >> 16) + (value_g < 0 ? 128 : 0)
  return Uint8Array.of(state, DIVISIONS[menu.decimals]!, mass % 256, (mass >> 8) % 256, high)
}

export const formats = {
  'massa-j': yardFormat<ShownIn>({
    setUp: { driver: 'massa-j', settings: {} },
    menu: {},
    digits: 6,
    flags: { ...NO_FLAGS, stable: true },
    tareKey: 'nothing',
    open: openMassaJ,
  }),
}
