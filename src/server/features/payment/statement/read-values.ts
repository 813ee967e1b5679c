import { problem } from './statement-file.ts'

/** The number of a line in a text, or the words for a place in a file without lines. */
export type Place = number | string
const nameOf = (place: Place) => (typeof place === 'number' ? `Строка ${place}` : place)

const MOST_KOP = BigInt(Number.MAX_SAFE_INTEGER)

/** Kopecks of `12345.67`; what else stands there refuses the file with the line that it stands in. */
export function readKop(text: string | undefined, key: string, place: Place): number {
  return readAmount(text, key, place, /^\d+(?:[.,]\d{1,2})?$/)
}

/** A balance may be below zero: an overdraft. */
export function readBalance(text: string | undefined, key: string, place: Place): number {
  return readAmount(text, key, place, /^-?\d+(?:[.,]\d{1,2})?$/)
}

function readAmount(text: string | undefined, key: string, place: Place, form: RegExp): number {
  const value = text?.trim() ?? ''
  if (value === '') problem(`${nameOf(place)}: не указано «${key}»`)
  if (!form.test(value))
    problem(
      value.startsWith('-')
        ? `${nameOf(place)}: «${key}» меньше нуля: ${shown(value)}`
        : `${nameOf(place)}: «${key}» записано не как сумма: ${shown(value)}`,
    )
  const [roubles, kopecks = ''] = value.replace('-', '').split(/[.,]/)
  const kop = BigInt(roubles!) * 100n + BigInt(kopecks.padEnd(2, '0'))
  if (kop > MOST_KOP) problem(`${nameOf(place)}: «${key}» больше, чем бывает: ${shown(value)}`)
  return value.startsWith('-') ? -Number(kop) : Number(kop)
}

/** `YYYY-MM-DD` of `05.10.2026`, a day that exists. */
export function readDay(text: string | undefined, key: string, place: Place): string {
  const value = text?.trim() ?? ''
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(value) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = year !== undefined && date.getUTCMonth() === Number(month) - 1 && year >= '2000'
  if (!isReal) problem(`${nameOf(place)}: «${key}» записано не как дата: ${shown(value)}`)
  return `${year}-${month}-${day}`
}

/** Twenty digits of an account in roubles. */
export function readAccount(text: string | undefined, place: Place): string {
  const value = text?.trim() ?? ''
  if (!/^\d{20}$/.test(value)) problem(`${nameOf(place)}: номер счёта записан неверно`)
  const currency = value.slice(5, 8)
  if (currency !== '810' && currency !== '643')
    problem(`Счёт …${value.slice(-4)} не в рублях (код валюты ${currency}): такие не принимаются`)
  return value
}

function shown(value: string): string {
  return value.length > 30 ? `${value.slice(0, 30)}…` : value || 'пусто'
}
