import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { TEXT_FLAGS, yardFormat } from '../scale/yard-format.ts'

const LONGEST_COMMAND = 3

/** Level 1 of SMA SCP-0499: W and Z, a question mark for everything else. */
function openSma(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  let recentText = ''
  return {
    receive(chunk) {
      const answers: Uint8Array[] = []
      for (const byte of chunk) {
        recentText = (recentText + String.fromCharCode(byte)).slice(-LONGEST_COMMAND)
        const letter = /^\n(.)\r$/s.exec(recentText)?.[1]
        if (!letter) continue
        if (letter === 'Z') port.zero()
        const known = letter === 'W' || letter === 'Z'
        answers.push(latin(known ? standardAnswer(port.display(), menu) : '\n?\r'))
      }
      return answers
    },
  }
}

function standardAnswer({ value_g, stable, zero, overload, net }: Display, menu: ShownIn) {
  const negative = value_g < 0
  const status = overload ? (negative ? 'U' : 'O') : zero ? 'Z' : ' '
  const weight = `${negative ? '-' : ''}${placePoint(value_g, menu, 9)}`.padStart(10)
  const marks = `${status}1${net ? 'N' : 'G'}${stable ? ' ' : 'M'} `
  return `\n${marks}${weight}${menu.unit.padEnd(3)}\r`
}

export const formats = {
  sma: yardFormat<ShownIn>({
    setUp: { driver: 'sma', settings: {} },
    menu: {},
    digits: 9,
    pointTakesPlace: true,
    flags: TEXT_FLAGS,
    tareKey: 'net',
    zeroes: true,
    units: ['kg', 'g', 't'],
    open: openSma,
  }),
}
