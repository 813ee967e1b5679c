import { quote } from '#contract/words/quote.ts'
import { problem } from './statement-file.ts'

/** The number of a line in a text, or the words for a place in a file without lines. */
export type Place = number | string
export const placeWords = (place: Place) => (typeof place === 'number' ? `Строка ${place}` : place)

const MOST_KOP = BigInt(Number.MAX_SAFE_INTEGER)
/** `250`, `250.5`, `250,50`, `250-00`, `1 250.00`; a blank stands between thousands only. */
const SUM = /^(-?)(\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d{1,2})|-(\d{2}))?$/

/** Kopecks of a sum; what else stands there refuses the file with the line that it stands in. */
export function readKop(text: string | undefined, key: string, place: Place): number {
  const kop = readBalance(text, key, place)
  return kop >= 0
    ? kop
    : problem(`${placeWords(place)}: ${quote(key)} меньше нуля: ${cutText(text!.trim())}`)
}

/** A balance may be below zero: an overdraft. */
export function readBalance(text: string | undefined, key: string, place: Place): number {
  const value = text?.trim() ?? ''
  if (value === '') problem(`${placeWords(place)}: не указано ${quote(key)}`)
  const [, minus, roubles, ...kopecks] = SUM.exec(value) ?? []
  if (roubles === undefined)
    return problem(`${placeWords(place)}: ${quote(key)} записано не как сумма: ${cutText(value)}`)
  const [part = ''] = kopecks.filter((one) => one !== undefined)
  const kop = BigInt(roubles.replaceAll(/\D/g, '')) * 100n + BigInt(part.padEnd(2, '0'))
  if (kop > MOST_KOP)
    problem(`${placeWords(place)}: ${quote(key)} больше, чем бывает: ${cutText(value)}`)
  return minus ? -Number(kop) : Number(kop)
}

/** `YYYY-MM-DD` of `05.10.2026`, a day that exists. */
export function readDay(text: string | undefined, key: string, place: Place): string {
  const value = text?.trim() ?? ''
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(value) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = year !== undefined && date.getUTCMonth() === Number(month) - 1 && year >= '2000'
  if (!isReal)
    problem(
      `${placeWords(place)}: ${quote(key)} записано не как дата: ${cutText(value) || 'пусто'}`,
    )
  return `${year}-${month}-${day}`
}

/** Twenty digits of an account, in whatever currency; some banks part them. */
export function readAccount(text: string | undefined, place: Place): string {
  const value = plainAccount(text)
  return /^\d{20}$/.test(value)
    ? value
    : problem(`${placeWords(place)}: номер счёта записан неверно: ${cutText(value) || 'пусто'}`)
}

export const plainAccount = (text: string | undefined) => text?.replaceAll(/[\s.]/g, '') ?? ''

/** Decided by the digits of the account number itself. */
export const isInRoubles = (account: string) => ['810', '643'].includes(account.slice(5, 8))

/** Why an account of another currency is not taken, for what is left out and for refusals. */
export const currencyWords = (account: string, currency = `код ${account.slice(5, 8)}`) =>
  `Счёт ${account} не в рублях (валюта: ${currency})`

export function cutText(value: string): string {
  return value.length > 30 ? `${value.slice(0, 30)}…` : value
}
