import { formatKg, formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import { pluralForm } from '#contract/words/plural.ts'
import { serverNow } from './server-clock.ts'

const NBSP = '\u00a0'
const DASH = '—'

let zone: string | undefined

/** Times are shown in the company's zone; until it is known, in the browser's. */
export function setZone(name: string | undefined) {
  zone = name
  formats.clear()
}

type Amount = number | null | undefined

/** Kopecks → «144 466,50 ₽»; absent → «—». */
export const money = (kop: Amount) => withUnit(kop, formatMoney, '₽')
/** Grams → «12 480 кг». */
export const kg = (grams: Amount) => withUnit(grams, formatKg, 'кг')
/** Grams → «7,809 т», to the kilogram: scales show no finer values. */
export const tonnes = (grams: Amount) =>
  withUnit(grams, (exact) => formatTonnes(Math.round(exact / 1000) * 1000), 'т')
/** Basis points → «3,33 %». */
export const percent = (bp: Amount) => withUnit(bp, formatPercent, '%')
/** A count with grouped thousands. */
export const count = (value: Amount) =>
  value === null || value === undefined ? DASH : value.toLocaleString('ru-RU')

function withUnit(value: Amount, format: (value: number) => string, unit: string): string {
  return value === null || value === undefined ? DASH : `${format(value)}${NBSP}${unit}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatInstant(
  instant: string | number | Date,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('ru-RU', { ...options, ...(zone && { timeZone: zone }) })
    formats.set(key, format)
  }
  return format.format(new Date(instant))
}

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** An instant → «21.11.2026 14:05». */
export function dateTime(instant: string | null | undefined): string {
  return instant ? `${formatInstant(instant, DAY)}${NBSP}${formatInstant(instant, TIME)}` : DASH
}

/** An instant in a list → «21.11 14:05» in the year that goes on, with its year in another. */
export const shortDateTime = (instant: string): string =>
  dateTime(instant).replace(`.${today().slice(0, 4)}${NBSP}`, NBSP)

/** An instant → «14:05». */
export function time(instant: string | number | null | undefined): string {
  return instant ? formatInstant(instant, TIME) : DASH
}

const EXACT = { ...TIME, second: '2-digit', fractionalSecondDigits: 3 } as const

/** An instant → «14:05:09,120», for traffic whose parts of a second matter. */
export function exactTime(instant: string | number): string {
  return formatInstant(instant, EXACT)
}

/** A calendar day `YYYY-MM-DD` → «21.11.2026»; an instant → its day in the company's zone. */
export function day(value: string | null | undefined): string {
  if (!value) return DASH
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : formatInstant(value, DAY)
}

const WALL = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The company's local time as `YYYY-MM-DDTHH:mm`: the value of a date-time field. */
export function wallTime(instant: string | number): string {
  const [, d, m, y, clock] =
    /^(..)\.(..)\.(....),? (.....)$/.exec(formatInstant(instant, WALL)) ?? []
  return `${y}-${m}-${d}T${clock}`
}

/**
 * The instant at which the company's local time is `YYYY-MM-DDTHH:mm`, undefined for another text. A time that a clock change
 * skips is moved by the skip; of a time that occurs twice the first is used.
 */
export function instantOf(wall: string | undefined): string | undefined {
  const asked =
    wall && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asked)) return undefined
  const ahead = (at: number) => Date.parse(`${wallTime(at)}Z`) - at
  // Offsets one day before and after, so that a clock change between them is found.
  const offsets = [ahead(asked - DAY_MS), ahead(asked + DAY_MS)]
  const fits = offsets.map((offset) => asked - offset).find((at) => at + ahead(at) === asked)
  return new Date(fits ?? asked - offsets[0]!).toISOString()
}

const DAY_MS = 86_400_000

/** Today in the company's zone by the server's clock, as `YYYY-MM-DD`. */
export function today(now = serverNow()): string {
  const [d, m, y] = formatInstant(new Date(now), DAY).split('.')
  return `${y}-${m}-${d}`
}

/** Minutes → «0:39», over a day «25 ч». */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${hours}${NBSP}ч`
  return `${hours}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`
}

/** «1 акт», «2 акта», «5 актов». */
export function plural(value: number, one: string, few: string, many: string): string {
  return `${count(value)}${NBSP}${pluralForm(value, [one, few, many])}`
}

/** How much of a text that has a least and a largest length is written. */
export const writtenWords = (length: number, least: number, most: number) =>
  length < least
    ? `Напишите ещё ${plural(least - length, 'знак', 'знака', 'знаков')}`
    : `${length} из ${most}`

/** «№» and its number stay in one line. */
export const unbroken = (text: string): string => text.replaceAll(/№ (?=\S)/g, '№\u00a0')
