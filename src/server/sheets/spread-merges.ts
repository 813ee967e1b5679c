import { XmlProblem } from '../unpack/read-xml.ts'
import type { ReadCell } from './read-cell.ts'
import type { MergedRange, Worksheet, WorksheetRow } from './read-worksheet.ts'

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
export function spreadMerges({ rows, merges }: Worksheet): MergedRange[] {
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
