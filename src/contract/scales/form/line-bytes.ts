import * as z from 'zod/mini'
import { ownValue } from '../../core/own-value.ts'

/** Bytes as two hexadecimal digits each, spaces between them or not. */
export const hexBytes = (least: number, most: number) =>
  z.string().check(
    z.regex(/^( *[\da-fA-F]{2})* *$/, 'Байты парами: 0D 0A'),
    z.refine((text) => bytesOfHex(text).length >= least, 'Укажите хотя бы один байт'),
    z.refine((text) => bytesOfHex(text).length <= most, `Не больше байт: ${most}`),
  )

/** Bytes of a typed-in hexadecimal text. */
export function bytesOfHex(text: string): number[] {
  return (text.match(/[\da-fA-F]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

/** Characters between quotes, of which a backslash writes those that no key has. */
const QUOTED = /(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\(?:[rnt"\\]|x[\da-fA-F]{2}))*/.source
const LINE = new RegExp(`^(?: *(?:[\\da-fA-F]{2}|"${QUOTED}"))* *$`)
const TOKENS = new RegExp(`([\\da-fA-F]{2})|"(${QUOTED})"`, 'g')
const CHARS = /\\x([\da-fA-F]{2})|\\([rnt"\\])|([^\\])/g
const ESCAPED: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, '"': 34, '\\': 92 }
/** The longest text that may be typed in for the bytes of a line. */
const LONGEST_TEXT = 120

/** What is sent to an indicator: bytes in pairs and text in quotes, as `01 "0001"` and `"W\r\n"`. */
export const lineBytes = (least: number, most: number) =>
  z.string().check(
    z.maxLength(LONGEST_TEXT, `Не больше знаков: ${LONGEST_TEXT}`),
    z.regex(LINE, 'Байты парами, текст в кавычках: 01 "0001" 0D'),
    z.refine((text) => bytesOfLine(text).length >= least, 'Укажите хотя бы один байт'),
    z.refine((text) => bytesOfLine(text).length <= most, `Не больше байт: ${most}`),
  )

export function bytesOfLine(text: string): number[] {
  return [...text.matchAll(TOKENS)].flatMap(([, pair, quoted]) =>
    pair === undefined ? bytesOfQuoted(quoted!) : [Number.parseInt(pair, 16)],
  )
}

function bytesOfQuoted(text: string): number[] {
  return [...text.matchAll(CHARS)].map(([, code, escaped, char]) => {
    if (code !== undefined) return Number.parseInt(code, 16)
    return escaped === undefined ? char!.charCodeAt(0) : ownValue(ESCAPED, escaped)!
  })
}
