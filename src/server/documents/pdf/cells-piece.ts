import type { CellForm, FormCell } from '../body/blocks.ts'
import { MM, type Canvas } from './canvas.ts'
import { breakText, drawText, type TextBox } from './lines.ts'
import type { Piece } from './piece.ts'

const PAD = { x: 0.8 * MM, y: 0.5 * MM }
const SIZE = 9
/** Millimetres. */
const LINE = 0.25
const CAPTION = 7.5

interface PlacedCell {
  readonly cell: FormCell
  readonly row: number
  readonly x: number
  readonly width: number
  readonly text: TextBox
  readonly caption: TextBox | undefined
  /** What it takes at least. */
  readonly height: number
}

/** A ruled form on one sheet: its columns are as wide as they are said to be, its rows as high as their texts. */
export function cellsPiece(canvas: Canvas, block: CellForm, left: number, width: number): Piece {
  const cells = placeCells(canvas, block, left, width)
  const heights = rowHeights(cells, block.rows.length)
  const topOf = (row: number) => sum(heights.slice(0, row))
  const draw = (top: number) => {
    for (const placed of cells) {
      const { row, cell } = placed
      const y = top + topOf(row)
      drawCell(canvas, placed, y, topOf(row + (cell.rows ?? 1)) - topOf(row))
    }
  }
  return { height: sum(heights), draw }
}

/** Cells take the first free columns of their row: those that a cell of a row above reaches down to are taken. */
function placeCells(canvas: Canvas, { widths, rows }: CellForm, left: number, width: number) {
  const scale = width / sum(widths)
  const edges = [0, ...widths].map((_, i) => left + sum(widths.slice(0, i)) * scale)
  const takenUntil = widths.map(() => 0)
  return rows.flatMap((cells, row) => {
    let column = 0
    return cells.map((cell): PlacedCell => {
      while (takenUntil[column]! > row) column++
      const { columns = 1, rows: deep = 1 } = cell
      takenUntil.fill(row + deep, column, column + columns)
      const x = edges[column]!
      column += columns
      return { row, x, ...measure(canvas, cell, edges[column]! - x) }
    })
  })
}

function measure(canvas: Canvas, cell: FormCell, width: number) {
  const inner = width - 2 * PAD.x
  const style = { size: cell.size ?? SIZE, leading: 1.2, ...(cell.bold && { bold: true }) }
  const text = breakText(canvas, [{ text: cell.text }], inner, style)
  const small = { size: CAPTION, leading: 1.2 }
  const caption =
    cell.caption === undefined
      ? undefined
      : breakText(canvas, [{ text: cell.caption }], inner, small)
  const asked = text.height + (caption?.height ?? 0) + 2 * PAD.y
  return { cell, width, text, caption, height: Math.max(asked, (cell.height ?? 0) * MM) }
}

/** A cell over several rows makes the last of them higher where they are too low for it. */
function rowHeights(cells: readonly PlacedCell[], count: number): number[] {
  const heights = Array.from({ length: count }, () => 0)
  for (const { row, cell, height } of cells)
    if ((cell.rows ?? 1) === 1) heights[row] = Math.max(heights[row]!, height)
  for (const { row, cell, height } of cells) {
    const end = row + (cell.rows ?? 1)
    const missing = height - sum(heights.slice(row, end))
    if (missing > 0) heights[end - 1] = heights[end - 1]! + missing
  }
  return heights
}

function drawCell(canvas: Canvas, placed: PlacedCell, top: number, height: number): void {
  const { cell, x, width, text, caption } = placed
  const [right, bottom] = [x + width, top + height]
  for (const side of cell.lines) {
    if (side === 'top') canvas.rule(x, top, right, top, LINE)
    if (side === 'right') canvas.rule(right, top, right, bottom, LINE)
    if (side === 'bottom') canvas.rule(x, bottom, right, bottom, LINE)
    if (side === 'left') canvas.rule(x, top, x, bottom, LINE)
  }
  const place = { x: x + PAD.x, width: width - 2 * PAD.x, align: cell.align }
  drawText(canvas, text, { ...place, y: top + PAD.y })
  if (caption) drawText(canvas, caption, { ...place, y: top + height - PAD.y - caption.height })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
