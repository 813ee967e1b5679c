import type { CellValue, ColumnDef } from 'hucre/xlsx'
import type { ColumnKind, ColumnValue } from '#contract/lists/column.ts'
import type { SheetColumn } from './columns.ts'

const FORMATS: Partial<Record<ColumnKind, string>> = {
  integer: '#,##0',
  money: '#,##0.00',
  weight: '#,##0.000',
  percent: '0.00%',
  day: 'dd.mm.yyyy',
  instant: 'dd.mm.yyyy hh:mm',
  // Text stays text when a person edits the cell: a code such as 0012 keeps its zeros.
  text: '@',
}

const WIDTHS: Record<ColumnKind, number> = {
  text: 24,
  integer: 10,
  money: 16,
  weight: 14,
  percent: 10,
  day: 12,
  instant: 17,
  flag: 8,
}

/** A column as the library wants it. */
export function definition({ header, kind, width }: SheetColumn): ColumnDef {
  const numFmt = FORMATS[kind]
  return { header, width: width ?? WIDTHS[kind], ...(numFmt && { numFmt }) }
}

/** A name that Excel takes: at most 31 signs, none of `[]:*?/\`, no quote at its ends. */
export function sheetName(name: string): string {
  const clean = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
  return clean.replaceAll(/^[\s']+|[\s']+$/g, '') || 'Лист'
}

const SCALES: Partial<Record<ColumnKind, number>> = {
  money: 100,
  weight: 1000,
  percent: 10_000,
}
const DAY_MS = 86_400_000
/** Days from the beginning of Excel's calendar to the beginning of 1970. */
const EPOCH_DAYS = 25_569
/** Excel takes no longer cell; a longer file does not open. */
const MAX_CELL = 32_767

/** A value in the number of Excel: roubles, kilograms, shares of one, days since 1900. */
export function cell(
  value: ColumnValue,
  kind: ColumnKind,
  clock: (instant: string) => number,
): CellValue {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return value / (SCALES[kind] ?? 1)
  const wall = kind === 'day' ? dayStart(value) : kind === 'instant' ? clock(value) : Number.NaN
  return Number.isNaN(wall) ? value.slice(0, MAX_CELL) : wall / DAY_MS + EPOCH_DAYS
}

function dayStart(value: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
}
