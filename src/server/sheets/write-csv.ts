import type { ColumnKind, ColumnValue } from '#contract/lists/column.ts'
import { batchesOf, wallClock, type Sheet, type SheetRow } from './columns.ts'

// Excel takes a cell that begins so for a formula; NBSP and full-width signs are read as their plain brothers.
const FORMULA_START = /^[=+\-@\t\r\u00a0\uff1d\uff0b\uff0d\uff20]/
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/
const NEEDS_QUOTES = /[";\r\n]/

/**
 * UTF-8 with BOM, `;`, RFC 4180 quotes, Russian numbers and days; a cell that reads as a formula gets a leading `'`
 * (security.md 6.5).
 */
export async function writeCsv(sheet: Sheet): Promise<Uint8Array> {
  const kinds = sheet.columns.map((column) => column.kind)
  const clock = wallClock(sheet.timeZone)
  const encoder = new TextEncoder()
  const parts = [encoder.encode(`\ufeff${line(sheet.columns.map(({ header }) => header))}`)]
  for await (const batch of batchesOf(sheet.rows)) {
    const lines = batch.map((row) => line(cells(row, kinds, clock)))
    parts.push(encoder.encode(lines.join('')))
  }
  return Buffer.concat(parts)
}

function cells(row: SheetRow, kinds: readonly ColumnKind[], clock: (instant: string) => number) {
  return row.map((value, i) => csvText(value, kinds[i] ?? 'text', clock))
}

function line(texts: readonly string[]): string {
  return `${texts.map((text) => quoteCell(neutral(text))).join(';')}\r\n`
}

/** A text that a spreadsheet program will not run. */
export function neutral(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

function quoteCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function csvText(value: ColumnValue, kind: ColumnKind, clock: (instant: string) => number): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'number') return decimals(value, DECIMALS[kind] ?? 0)
  if (kind === 'day') return russianDay(value)
  if (kind === 'instant') return russianTime(clock(value), value)
  return value
}

/** How many decimals a product's integer becomes: kopecks to roubles, grams to kilograms, basis points to percent. */
const DECIMALS: Partial<Record<ColumnKind, number>> = { money: 2, weight: 3, percent: 2 }

function decimals(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const sign = value < 0 ? '-' : ''
  if (digits === 0) return `${sign}${text}`
  return `${sign}${text.slice(0, -digits)},${text.slice(-digits)}`
}

function russianDay(day: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : day
}

function russianTime(wall: number, instant: string): string {
  if (Number.isNaN(wall)) return instant
  const iso = new Date(wall).toISOString()
  return `${russianDay(iso.slice(0, 10))} ${iso.slice(11, 16)}`
}
