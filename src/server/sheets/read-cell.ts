/**
 * A cell as its file means it. `text` is a plain decimal number for `number`, and for `percent` the number that stands before
 * the sign (3, not 0.03); a day is `YYYY-MM-DD`, a flag «да» or «нет». A `finding` has no value: `text` says why.
 */
export interface ReadCell {
  readonly kind: 'text' | 'number' | 'percent' | 'day' | 'time' | 'flag' | 'finding'
  readonly text: string
}

/** What a number format makes of a number. */
export type NumberShape = 'number' | 'percent' | 'day' | 'time' | 'thousands' | { zeros: number }

/** A cell as written in the sheet; `value` and `formula` are absent where their elements are. */
export interface RawCell {
  readonly type: string
  readonly value: string | undefined
  readonly hasFormula: boolean
  /** Text of the cell itself or of the shared strings. */
  readonly text: string | undefined
  shape(value: number): NumberShape
}

interface Calendar {
  readonly since1904: boolean
  /** The file itself says that its stored values are not to be trusted. */
  readonly staleFormulas: boolean
}

// Control characters but the line break, the return and the tab: no text, and no PostgreSQL, holds them.
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
/** Excel keeps fifteen digits: of a longer number the rest are zeros. */
const EXACT_BELOW = 1e15
const DIGITS = 15

/** The meaning of a cell by its type and its number format; nothing = an empty one. */
export function readCell(cell: RawCell, calendar: Calendar): ReadCell | null {
  if (cell.hasFormula && (isUncalculated(cell) || calendar.staleFormulas)) return finding(NO_RESULT)
  if (cell.text !== undefined) return readText(cell.text)
  const { type, value = '' } = cell
  if (value === '') return null
  if (type === 'e') return finding(`В ячейке ошибка ${value.slice(0, 20)}. Исправьте формулу`)
  if (type === 'b')
    return ['0', '1'].includes(value) ? readFlag(value === '1') : finding(NOT_READABLE)
  if (type === 'd') return readIsoDay(value)
  if (type !== 'n') return finding(NOT_READABLE)
  return readNumber(value, cell, calendar)
}

const NO_RESULT =
  'Здесь формула без посчитанного значения. Откройте файл в Excel, сохраните его или впишите число'
const NOT_READABLE = 'Ячейка записана неверно. Впишите значение заново'

/** A text that a formula made may be empty; a number may not. */
function isUncalculated({ type, value }: RawCell): boolean {
  return value === undefined || (value === '' && type !== 'str')
}

function readText(text: string): ReadCell | null {
  if (text === '') return null
  if (NO_TEXT.test(text)) return finding('В ячейке недопустимые символы. Впишите текст заново')
  return { kind: 'text', text }
}

const readFlag = (yes: boolean): ReadCell => ({ kind: 'flag', text: yes ? 'да' : 'нет' })
const finding = (text: string): ReadCell => ({ kind: 'finding', text })

function readNumber(given: string, { shape }: RawCell, { since1904 }: Calendar): ReadCell {
  const value = Number(given)
  if (given.trim() === '' || !Number.isFinite(value)) return finding(NOT_READABLE)
  if (Math.abs(value) >= EXACT_BELOW)
    return finding('Число длиннее 15 знаков: Excel его округлил. Впишите его как текст')
  const meant = shape(value)
  if (meant === 'percent') return { kind: 'percent', text: decimal(value * 100) }
  if (meant === 'day' || meant === 'time') return readSerial(value, meant, since1904)
  if (meant === 'thousands')
    return finding('Число показано в тысячах. Задайте ячейке обычный числовой формат')
  const text = decimal(value)
  const whole = typeof meant === 'object' && /^\d+$/.test(text)
  return { kind: 'number', text: whole ? text.padStart(meant.zeros, '0') : text }
}

/** A number by the digits that Excel keeps, never with an exponent. */
function decimal(value: number): string {
  const exact = Number(value.toPrecision(DIGITS))
  const text = String(exact)
  return text.includes('e') ? exact.toFixed(20).replace(/\.?0+$/, '') : text
}

const DAY_MS = 86_400_000
// Days between the beginning of each calendar and 1970; the first one holds a day that never was, 29.02.1900 (number 60).
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107
const LAST_DAY = 2_958_465

function readSerial(value: number, meant: 'day' | 'time', since1904: boolean): ReadCell {
  const days = Math.floor(value) + (since1904 ? EPOCH_1900 - EPOCH_1904 : 0)
  if (value < 0 || days > LAST_DAY) return finding('Такой даты нет. Впишите её заново')
  const time = new Date(Math.round((value - Math.floor(value)) * 86_400) * 1000)
  if (meant === 'time' && value < 1) return { kind: 'time', text: time.toISOString().slice(11, 16) }
  if (days < 1 || days === 60) return finding('Такой даты нет. Впишите её заново')
  const early = days < 60 ? 1 : 0
  const day = new Date((days + early - EPOCH_1900) * DAY_MS)
  return { kind: 'day', text: day.toISOString().slice(0, 10) }
}

function readIsoDay(value: string): ReadCell {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(value)?.[1]
  const at = day ? new Date(`${day}T00:00:00Z`) : undefined
  const exists = at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day!)
  return exists ? { kind: 'day', text: day! } : finding('Такой даты нет. Впишите её заново')
}
