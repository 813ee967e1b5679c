import { quote } from '#contract/words/quote.ts'
import { Refusal } from '#http/refusal.ts'
import { XmlProblem } from '../unpack/read-xml.ts'
import { readZip } from '../unpack/read-zip.ts'
import type { ReadCell } from './read-cell.ts'
import { readWorkbook, type Workbook } from './read-workbook.ts'
import {
  readWorksheet,
  type MergedRange,
  type Worksheet,
  type WorksheetRow,
} from './read-worksheet.ts'

/** Beyond these a file is refused; `bytes` bounds the file, the parts inside may hold ten times as much. */
export interface SheetBounds {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** A row of a read table with its number in the file, from 1; empty rows are left out. */
export interface ReadRow {
  readonly number: number
  readonly cells: (ReadCell | null)[]
}

/** What a person may not notice in their own file, and what was done about it; `column` from 0. */
export interface SheetNote {
  readonly row: number
  readonly column: number | null
  readonly message: string
}

export interface ReadTable {
  readonly rows: ReadRow[]
  readonly notes: SheetNote[]
}

export type TableOutcome =
  | ReadTable
  | { readonly code: 'file.bad-sheet' | 'file.sheet-too-large'; readonly message?: string }

/** A workbook of an office has some dozens of parts. */
const MAX_PARTS = 2000
// A row of a sheet is a handful of elements a cell; a file within its size cannot need more.
const XML_BOUNDS = { elements: 8_000_000, attributes: 100, depth: 60 }

const bad = { bad: 'file.bad-sheet', large: 'file.sheet-too-large' } as const

/** The first visible sheet of an XLSX as a table; whatever is not one, or is too much of one, is refused. */
export function readTable(bytes: Uint8Array, bounds: SheetBounds): TableOutcome {
  try {
    const parts = readZip(bytes, { ...bad, unpacked: bounds.bytes * 10, entries: MAX_PARTS })
    const workbook = readWorkbook(parts, XML_BOUNDS)
    const sheet = readWorksheet(workbook, XML_BOUNDS)
    if (sheet.rows.length > bounds.rows || sheet.rows.some((row) => isTooWide(row, bounds)))
      return { code: bad.large }
    const merges = spreadMerges(sheet)
    const rows = sheet.rows.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, bounds.columns),
    }))
    return { rows, notes: notesOf(workbook, sheet, merges) }
  } catch (error) {
    if (error instanceof Refusal)
      return { code: error.code as (typeof bad)['bad'], message: error.message }
    if (!(error instanceof XmlProblem)) throw error
    return { code: error.reason === 'too-much' ? bad.large : bad.bad }
  }
}

/** Beyond so many cells merged ranges were made to hold up the reader. */
const MAX_FILLED = 1_000_000

const ACROSS: ReadCell = {
  kind: 'finding',
  text: 'Ячейка объединена с соседней колонкой. Разъедините их и впишите значение в каждую',
}

/**
 * Gives the value of a merged cell to the rows that it spans, in its own column; the other columns of a range get a
 * finding, since a value that belongs to two columns means something else in each. Rows that hold nothing else stay empty.
 * Returns the ranges that gave a value to a row below.
 */
function spreadMerges({ rows, merges }: Worksheet): MergedRange[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const numbers = rows.map(({ number }) => number)
  let filled = 0
  const fill = (row: WorksheetRow, column: number, cell: ReadCell) => {
    if (++filled > MAX_FILLED) throw new XmlProblem('too-much')
    while (row.cells.length < column) row.cells.push(null)
    row.cells[column] = cell
  }
  return merges.filter(({ top, bottom, left, right }) => {
    const value = byNumber.get(top)?.cells[left]
    if (!value) return false
    const spanned = numbers.slice(firstFrom(numbers, top), firstFrom(numbers, bottom + 1))
    for (const number of spanned) {
      const row = byNumber.get(number)!
      if (number !== top) fill(row, left, value)
      for (let column = left + 1; column <= right; column++) fill(row, column, ACROSS)
    }
    return spanned.length > 1
  })
}

/** The place of the first of the sorted numbers that is not below the given one. */
function firstFrom(numbers: readonly number[], given: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < given) low = middle + 1
    else high = middle
  }
  return low
}

const isTooWide = ({ cells }: ReadRow, { columns }: SheetBounds) => cells.length > columns

const LONGEST_TITLE = 40
const quoteTitle = (title: string) => quote(title.slice(0, LONGEST_TITLE))

function notesOf(
  { title, otherTitles, hiddenTitles }: Workbook,
  sheet: Worksheet,
  merges: readonly MergedRange[],
): SheetNote[] {
  const others = [
    ...otherTitles.map((one) => quoteTitle(one)),
    ...hiddenTitles.map((one) => `${quoteTitle(one)} (скрыт)`),
  ]
  const [head, ...body] = sheet.rows
  const row = head?.number ?? 1
  const ofFile =
    others.length > 0
      ? [
          {
            row,
            column: null,
            message: `Читается только лист ${quoteTitle(title)}. ${omittedTitles(others)}`,
          },
        ]
      : []
  const ofColumns = (head?.cells ?? []).flatMap((cell, column) =>
    cell && sheet.isHiddenColumn(column)
      ? [{ row, column, message: 'Колонка в файле скрыта, но загружается' }]
      : [],
  )
  const ofRows = body
    .filter(({ hidden }) => hidden)
    .map((one) => ({
      row: one.number,
      column: null,
      message: 'Строка в файле скрыта, но загружается',
    }))
  const ofMerges = merges.map(({ top, bottom, left }) => ({
    row: top,
    column: left,
    message: `Значение объединённой ячейки взято для строк ${top}–${bottom}`,
  }))
  return [...ofFile, ...ofColumns, ...ofMerges, ...ofRows]
}

const SHOWN_TITLES = 5

function omittedTitles(titles: readonly string[]): string {
  const rest = titles.length - SHOWN_TITLES
  const list = titles.slice(0, SHOWN_TITLES).join(', ')
  return `Не читаются: ${list}${rest > 0 ? ` и ещё ${rest}` : ''}`
}
