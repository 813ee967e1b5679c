import type { Display } from '../scale/indicator.ts'
import type { IndicatorPort, ProtocolSession } from '../scale/protocol-session.ts'
import { digitsOf, latin, placePoint, type ShownIn } from '../scale/shown-number.ts'
import { NO_FLAGS, yardFormat } from '../scale/yard-format.ts'

/** Menu of an XK3190; `address` counts in `cmd` alone. */
export interface YaohuaSettings extends ShownIn {
  format: 'tf0' | 'tf1' | 'tf2' | 'a12' | 'cmd'
  address: string
}

const MOST_REQUEST = 6

/** Streams frames, or answers 02 address B … 03 with gross (devices.md 3.6). */
function openYaohua(settings: YaohuaSettings, port: IndicatorPort): ProtocolSession {
  if (settings.format !== 'cmd')
    return { receive: () => [], stream: () => encodeXk(port.display(), settings) }
  let received: number[] = []
  return {
    receive(chunk) {
      const answers: Uint8Array[] = []
      for (const byte of chunk) {
        received = [...received, byte].slice(-MOST_REQUEST)
        if (isRequest(received, settings.address)) answers.push(encodeXk(port.display(), settings))
      }
      return answers
    },
  }
}

/** One frame; flags that a format does not have are lost, as on the real thing. */
function encodeXk(display: Display, settings: YaohuaSettings) {
  const { value_g, net, overload } = display
  const sign = value_g < 0 ? '-' : '+'
  const six = () => String(digitsOf(value_g, settings, 6)).padStart(6, '0') + settings.decimals
  switch (settings.format) {
    case 'tf0':
      return frameBody(sign + six())
    case 'cmd': {
      const gross = display.net ? { ...display, value_g: value_g + display.tare_g } : display
      const digits = String(digitsOf(gross.value_g, settings, 6)).padStart(6, '0')
      return frameBody(
        `${settings.address}B${gross.value_g < 0 ? '-' : '+'}${digits}${settings.decimals}`,
      )
    }
    case 'tf1': {
      const seven = placePoint(value_g, settings, 7).padStart(7, '0')
      return latin(`=${[...seven].toReversed().join('')}${value_g < 0 ? '-' : '0'}`)
    }
    case 'tf2':
      return latin(
        `=${value_g < 0 ? '-' : '0'}${placePoint(value_g, settings, 7).padStart(7, '0')}`,
      )
    case 'a12': {
      const number = `${value_g < 0 ? '-' : ''}${placePoint(value_g, settings, 7)}`.padStart(7)
      const shown = `W${net ? 'N' : 'G'}${number}${settings.unit.padStart(2)}`
      const text = overload ? `         ${value_g < 0 ? 'LO' : 'OL'}` : shown
      return latin(`${text}${halves(text)}\r\n`)
    }
  }
}

function frameBody(body: string) {
  return latin(`\u0002${body}${halves(body)}\u0003`)
}

function isRequest(bytes: number[], address: string) {
  const body = `${address}B`
  return String.fromCharCode(...bytes) === `\u0002${body}${halves(body)}\u0003`
}

/** XOR of the characters as two hexadecimal digits, A to F in capitals. */
function halves(text: string) {
  const sum = [...text].reduce((xor, character) => xor ^ character.charCodeAt(0), 0)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

const frame = (format: YaohuaSettings['format']) => ({
  setUp: { driver: 'yaohua', settings: { format } },
  menu: { format, address: 'A' },
  digits: 6,
  flags: NO_FLAGS,
  tareKey: 'nothing' as const,
  open: openYaohua,
})

export const formats = {
  tf0: yardFormat({ ...frame('tf0'), checksummed: true }),
  tf1: yardFormat({ ...frame('tf1'), digits: 7, pointTakesPlace: true }),
  tf2: yardFormat({ ...frame('tf2'), digits: 7, pointTakesPlace: true }),
  a12: yardFormat({
    ...frame('a12'),
    pointTakesPlace: true,
    checksummed: true,
    flags: { ...NO_FLAGS, net: true, overload: true },
    tareKey: 'net',
  }),
  cmd: yardFormat({ ...frame('cmd'), checksummed: true, tareKey: 'gross', sendsGross: true }),
}
