import type { Block } from './grid-moves.ts'
import type { Column, GridRow } from './grid-rows.ts'
import type { CellValue, Change, Edits } from '../edit/pending-prices.ts'
import { placedLines, readBlock, readPrice, writeBlock } from '../edit/price-block.ts'
import { cellText } from './price-cell.tsx'

/** What the keyboard handlers work on: rows and columns as shown on the screen, and the changes made there. */
export interface Sheet {
  readonly rows: readonly GridRow[]
  readonly columns: readonly Column[]
  readonly edits: Edits
}

export const isGroup = (row: GridRow | undefined) => row?.row.product.kind === 'group'

/** What a cell shows: the typed value, or the current price. */
export function valueAt({ rows, columns, edits }: Sheet, row: number, col: number): CellValue {
  const [at, column] = [rows[row], columns[col]]
  if (!at || !column) return null
  const edit = edits.get(at.row.product.id)?.get(column.id)
  return edit ? edit.value : (at.row.cells[column.id]?.price_kop ?? null)
}

/** The chosen block as a spreadsheet reads it; a group's row is empty, so that places stay where they are. */
export function copyBlock(sheet: Sheet, block: Block): string {
  const rows = span(block.top, block.bottom).map((row) =>
    span(block.left, block.right).map((col) =>
      isGroup(sheet.rows[row]) ? '' : cellText(valueAt(sheet, row, col)),
    ),
  )
  return writeBlock(rows)
}

export interface PasteResult {
  readonly changes: Change[]
  /** Cells with a text that were beyond the edge. */
  readonly beyond: number
  /** The corner that the block reached. */
  readonly bottom: number
  readonly right: number
}

/** A block is pasted line by line onto the shown products; a single value fills all chosen cells. */
export function pasteBlock(sheet: Sheet, block: Block, text: string): PasteResult {
  const { rows, columns } = sheet
  const lines = readBlock(text)
  const single = lines.length === 1 && lines[0]!.length === 1
  const laid = single
    ? span(block.top, block.bottom).map((row) => ({ row, line: lines[0]! }))
    : placedLines(lines, block.top, (row) => isGroup(rows[row]))
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const right = single ? block.right : block.left + width - 1
  const changes: Change[] = []
  let beyond = 0
  for (const { row, line } of laid)
    for (const col of span(block.left, right)) {
      const cell = single ? line[0] : line[col - block.left]
      const [at, column] = [rows[row], columns[col]]
      if (cell === undefined || isGroup(at)) continue
      if (!at || !column) beyond += cell.trim() === '' ? 0 : 1
      else changes.push({ product: at.row.product.id, column: column.id, value: readPrice(cell) })
    }
  return {
    changes,
    beyond,
    bottom: Math.min(laid.at(-1)!.row, rows.length - 1),
    right: Math.min(right, columns.length - 1),
  }
}

/** The upper row of the block goes down its columns; a block of one row is filled from the row above it. */
export function fillBlock(sheet: Sheet, block: Block): Change[] {
  const top = block.top === block.bottom ? block.top - 1 : block.top
  const from = span(top, block.bottom).find((row) => sheet.rows[row] && !isGroup(sheet.rows[row]))
  if (from === undefined || from < 0) return []
  return cellsOf(sheet, { ...block, top: from + 1 }, (col) => valueAt(sheet, from, col))
}

/** Clears the prices of the block. */
export function clearBlock(sheet: Sheet, block: Block): Change[] {
  return cellsOf(sheet, block, () => null)
}

function cellsOf(sheet: Sheet, block: Block, valueOf: (col: number) => CellValue): Change[] {
  return span(block.top, block.bottom).flatMap((row) => {
    const at = sheet.rows[row]
    if (!at || isGroup(at)) return []
    return span(block.left, block.right).flatMap((col) => {
      const column = sheet.columns[col]
      if (!column) return []
      return [{ product: at.row.product.id, column: column.id, value: valueOf(col) }]
    })
  })
}

/** The next row with prices in a direction; the last one stays. */
export function nextItem(rows: readonly GridRow[], row: number, step: 1 | -1): number {
  for (let at = row + step; at >= 0 && at < rows.length; at += step)
    if (!isGroup(rows[at])) return at
  return row
}

const span = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
