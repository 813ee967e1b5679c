import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, TEXT_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Lines of unknown makers, as a typed-in layout must be able to read. */
function openStream(encode: (display: Display, menu: ShownIn) => string) {
  return (menu: ShownIn, port: IndicatorPort): ProtocolSession => ({
    receive: () => [],
    stream: () => latin(encode(port.display(), menu)),
  })
}

/** Status, gross or net, sign, seven characters and the unit. */
function markedLine({ value_g, stable, overload, net }: Display, menu: ShownIn) {
  const status = overload ? 'O' : stable ? 'S' : 'U'
  const number = placePoint(value_g, menu, 7).padStart(7)
  const sign = value_g < 0 ? '-' : ' '
  return `${status}${net ? 'N' : 'G'}${sign}${number}${menu.unit.padStart(2)}\r\n`
}

function reversedFrame({ value_g }: Display, menu: ShownIn) {
  const number = placePoint(value_g, menu, 7).padStart(7, '0')
  return `*${[...number].toReversed().join('')}${value_g < 0 ? '-' : '+'}`
}

/** The letter W and CR are answered between 02 and 03. */
function openAsked(menu: ShownIn, port: IndicatorPort): ProtocolSession {
  let last = ''
  return {
    receive: (chunk) =>
      [...latin(Buffer.from(chunk).toString('latin1'))].flatMap((byte) => {
        const asks = last === 'W' && byte === 13
        last = String.fromCharCode(byte)
        return asks ? [latin(`\u0002${signedNumber(port.display(), menu)}\u0003`)] : []
      }),
  }
}

function signedNumber({ value_g }: Display, menu: ShownIn) {
  return `${value_g < 0 ? '-' : ''}${placePoint(value_g, menu, 8)}`.padStart(9)
}

const bare = {
  menu: {},
  pointTakesPlace: true,
  flags: NO_FLAGS,
  tareKey: 'nothing',
} as const

export const formats = {
  text: yardFormat<ShownIn>({
    setUp: {
      driver: 'text',
      settings: {
        format: 'stream',
        layout: {
          start: '',
          end: '0D',
          length: 12,
          number_from: 4,
          number_length: 7,
          sign_at: 3,
          unit_from: 11,
          unit_length: 2,
          stable_at: 1,
          stable_is: 'S',
          gross_at: 2,
          gross_is: 'G',
          overload_at: 1,
          overload_is: 'O',
        },
      },
    },
    menu: {},
    digits: 7,
    pointTakesPlace: true,
    flags: TEXT_FLAGS,
    tareKey: 'net',
    headless: true,
    open: openStream(markedLine),
  }),
  'text-reversed': yardFormat<ShownIn>({
    ...bare,
    setUp: {
      driver: 'text',
      settings: {
        format: 'stream',
        layout: {
          start: '2A',
          end: '',
          length: 8,
          number_from: 1,
          number_length: 7,
          reversed: true,
          sign_at: 8,
        },
      },
    },
    digits: 7,
    open: openStream(reversedFrame),
  }),
  'text-asked': yardFormat<ShownIn>({
    ...bare,
    setUp: {
      driver: 'text',
      settings: {
        format: 'asked',
        question: '57 0D',
        layout: { start: '02', end: '03', length: 9, number_from: 1, number_length: 9 },
      },
    },
    digits: 8,
    open: openAsked,
  }),
}
