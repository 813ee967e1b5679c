import { quote } from '#contract/words/quote.ts'
import { placeWords, type Place } from '../read-values.ts'
import { problem } from '../statement-file.ts'
import { textAt, type XmlNode } from './xml-node.ts'

const ROUBLES = ['RUB', 'RUR', '643', '810']

export const isRouble = (currency: string | undefined) =>
  currency === undefined || ROUBLES.includes(currency.trim())

export function assertRoubles(currency: string | undefined, place: Place): void {
  if (!isRouble(currency))
    problem(
      `${placeWords(place)}: валюта ${quote(currency!.slice(0, 10))}. Принимаются выписки в рублях`,
    )
}

/** A choice of date and time or date alone. */
export function dayOf(node: XmlNode | undefined, timeZone: string): string | undefined {
  return readIsoDay(textAt(node, 'Dt') ?? textAt(node, 'DtTm'), timeZone)
}

const MOMENT =
  /^(20\d{2}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?|Z|[+-]\d{2}:\d{2})?$/

/**
 * `YYYY-MM-DD` of an ISO date or moment, a day that exists; undefined where none is told. A moment with its offset is a day of this time
 * zone: 22:30Z is the next day in Moscow.
 */
export function readIsoDay(text: string | undefined, timeZone: string): string | undefined {
  const value = text?.trim() ?? ''
  if (value === '') return undefined
  const [, day, offset] = MOMENT.exec(value) ?? []
  const wrong = () => problem(`Дата записана неверно: ${quote(value.slice(0, 30))}`)
  if (day === undefined) return wrong()
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return wrong()
  if (offset === undefined) return day
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? wrong() : clockOf(timeZone).format(instant)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Swedes write a day as `YYYY-MM-DD`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** The last day of a period that may end with the first moment of the day after it, as the bank's own offset tells. */
export function readLastDay(text: string | undefined, timeZone: string): string | undefined {
  const day = readIsoDay(text, timeZone)
  const value = text?.trim() ?? ''
  if (day === undefined || !/(?:Z|[+-]\d{2}:\d{2})$/.test(value) || !value.includes('T')) return day
  return clockOf(timeZone).format(new Date(Date.parse(value) - 1))
}

/** A sum of ISO 20022 may have five decimals, or none before its point; those of kopecks without a remainder have two. */
export function readSum(text: string | undefined): string | undefined {
  return text
    ?.trim()
    .replace(/^\+/, '')
    .replace(/^(\d+\.\d{2})0+$/, '$1')
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
}

/** `true` and `1` are one word of XML Schema. */
export const isTrue = (text: string | undefined) => text === 'true' || text === '1'
