import { headGroups } from '../body/head-groups.ts'
import type { Align, Bars, Table, TableColumn, TableRow } from '../body/blocks.ts'
import { MM, type Canvas } from './canvas.ts'
import { breakText, drawText, extentOf, type TextBox, type TextStyle } from './lines.ts'
import { stack, type Piece } from './piece.ts'
import { shareWidth } from './table-widths.ts'

const ALIGNS: Record<TableColumn['kind'], Align> = {
  text: 'left',
  number: 'right',
  center: 'center',
}

interface Cell {
  readonly x: number
  readonly width: number
  readonly text: TextBox
  readonly align: Align
  readonly struck?: boolean
}

/** The pieces of a table: its head, which each line carries along, its lines and its totals. */
export function tablePieces(canvas: Canvas, table: Table, left: number, width: number): Piece[] {
  return new TableLayout(canvas, table, left, width).pieces()
}

class TableLayout {
  readonly #canvas: Canvas
  readonly #table: Table
  readonly #grid: boolean
  readonly #pad: { readonly x: number; readonly y: number }
  readonly #left: number
  readonly #width: number
  readonly #widths: number[]

  constructor(canvas: Canvas, table: Table, left: number, width: number) {
    this.#canvas = canvas
    this.#table = table
    this.#grid = table.variant === 'grid'
    this.#pad = this.#grid ? { x: 0.8 * MM, y: 0.5 * MM } : { x: 1.5 * MM, y: 1 * MM }
    this.#left = left
    this.#width = width
    this.#widths = shareWidth(this.#extents(), width)
  }

  pieces(): Piece[] {
    const { rows, total } = this.#table
    const head: Piece = { ...this.#head(), withNext: true }
    const lines = rows.map((row, at): Piece => {
      const line = { ...this.#row(row), head }
      return rows[at + 1]?.joined ? { ...line, withNext: true } : line
    })
    const last = total && { ...this.#total(total), head }
    const beforeLast = lines.at(-1)
    // A line of totals alone on a sheet says nothing: it takes the last line along.
    if (last && beforeLast) lines.splice(-1, 1, { ...beforeLast, withNext: true })
    return [head, ...lines, ...(last ? [last] : [])]
  }

  #extents() {
    const { columns, rows, total } = this.#table
    return columns.map((column, i) => {
      const texts = rows.filter(({ variant }) => isLine(variant)).map(({ cells }) => cells[i] ?? '')
      const found = [
        extentOf(this.#canvas, column.title, this.#headStyle()),
        ...texts.map((text) => extentOf(this.#canvas, text, this.#cellStyle(column))),
        ...(total && i >= total.span
          ? [
              extentOf(this.#canvas, total.cells[i - total.span]!, {
                ...this.#cellStyle(column),
                bold: true,
              }),
            ]
          : []),
      ]
      const pad = 2 * this.#pad.x + 0.5
      const least = found.reduce((most, extent) => Math.max(most, extent.least), 0)
      const most = found.reduce((all, extent) => Math.max(all, extent.most), 0)
      return { least: least + pad, most: most + pad }
    })
  }

  #headStyle(): TextStyle {
    return { size: this.#grid ? this.#table.size : this.#table.size - 2, leading: 1.1 }
  }

  #cellStyle({ kind, size, bold, whole }: TableColumn): TextStyle {
    return {
      size: size ?? this.#table.size,
      leading: 1.2,
      ...(bold && { bold }),
      whole: whole ?? kind === 'number',
    }
  }

  #head(): Piece {
    const { columns, numbered } = this.#table
    const parts = [this.#headLine()]
    if (numbered) {
      const cells = columns.map((_, i) =>
        this.#cell(i, 1, String(i + 1), { size: 7, leading: 1 }, 'center'),
      )
      parts.push(this.#line(cells, 0))
    }
    return stack(parts)
  }

  /** Heads of a group have their common head above them; others stand beside both. */
  #headLine(): Piece {
    const groups = headGroups(this.#table.columns)
    const style = this.#headStyle()
    const align = this.#grid ? 'center' : 'left'
    const upper: Cell[] = []
    const lower: Cell[] = []
    const whole: Cell[] = []
    const inOrder: Cell[] = []
    let index = 0
    for (const { group, titles } of groups) {
      if (group !== undefined) upper.push(this.#cell(index, titles.length, group, style, align))
      for (const title of titles)
        (group === undefined ? whole : lower).push(this.#cell(index++, 1, title, style, align))
      inOrder.push((group === undefined ? whole : upper).at(-1)!)
    }
    const top = upper.length > 0 ? this.#heightOf(upper) : 0
    const below = this.#heightOf(lower.length > 0 ? lower : whole)
    const height = Math.max(top + below, this.#heightOf(whole))
    const draw = (y: number) => {
      for (const cell of inOrder) this.#drawCell(cell, y, upper.includes(cell) ? top : height)
      for (const cell of lower) this.#drawCell(cell, y + top, height - top)
      if (!this.#grid) this.#rule(y + height, 0.4)
    }
    return { height, draw }
  }

  #row({ cells, variant }: TableRow): Piece {
    const { columns, size } = this.#table
    if (!isLine(variant)) {
      const bold = variant === 'group'
      const align = bold ? 'left' : 'center'
      const text = { size: bold ? size + 1 : size, leading: 1.2, bold }
      const cell = this.#cell(0, columns.length, cells[0] ?? '', text, align)
      return { ...this.#line([cell], bold ? 2 * MM : 0), ...(bold && { withNext: true }) }
    }
    const struck = variant === 'struck'
    return this.#line(
      columns.map((column, i) => ({
        ...this.#cell(i, 1, cells[i] ?? '', this.#cellStyle(column), ALIGNS[column.kind]),
        struck: struck && !column.neverStruck,
      })),
      0,
    )
  }

  #total({ span, cells }: NonNullable<Table['total']>): Piece {
    const { columns } = this.#table
    const style = (column: TableColumn) => ({ ...this.#cellStyle(column), bold: true })
    return this.#line(
      [
        this.#cell(0, span, 'Итого', style(columns[0]!), 'right'),
        ...cells.map((text, i) => {
          const column = columns[span + i]!
          return this.#cell(span + i, 1, text, style(column), ALIGNS[column.kind])
        }),
      ],
      0,
    )
  }

  #cell(index: number, span: number, text: string, style: TextStyle, align: Align): Cell {
    const before = this.#widths.slice(0, index).reduce((sum, width) => sum + width, 0)
    const width = this.#widths.slice(index, index + span).reduce((sum, one) => sum + one, 0)
    const box = breakText(this.#canvas, [{ text }], width - 2 * this.#pad.x, style)
    return { x: this.#left + before, width, text: box, align }
  }

  #heightOf(cells: readonly Cell[]): number {
    return cells.reduce((most, { text }) => Math.max(most, text.height), 0) + 2 * this.#pad.y
  }

  #line(cells: readonly Cell[], before: number): Piece {
    const height = this.#heightOf(cells) + before
    const draw = (top: number) => {
      for (const cell of cells) this.#drawCell(cell, top + before, height - before)
      if (!this.#grid) this.#rule(top + height, 0.2, '#888')
    }
    return { height, draw }
  }

  #drawCell({ x, width, text, align, struck = false }: Cell, top: number, height: number): void {
    if (this.#grid) this.#canvas.box(x, top, width, height)
    const y = top + (height - text.height) / 2
    const place = { x: x + this.#pad.x, y, width: width - 2 * this.#pad.x, align, struck }
    drawText(this.#canvas, text, place)
  }

  #rule(y: number, mm: number, color?: string): void {
    this.#canvas.rule(this.#left, y, this.#left + this.#width, y, mm, color)
  }
}

function isLine(variant: TableRow['variant']): boolean {
  return variant === undefined || variant === 'struck'
}

const BAR_ROW = 4.6 * MM
const BAR_GAP = 2 * MM
/** Shares of the width: the name, and the figure behind the longest bar. */
const NAME = 0.32
const FIGURE = 0.18
const BAR_STYLE = { size: 7.5, leading: 1.2 }

/** The title and a row for each bar; a loss has none. */
export function barsPieces(canvas: Canvas, block: Bars, x: number, width: number): Piece[] {
  const title = breakText(canvas, [{ text: block.title, bold: true }], width, {
    ...BAR_STYLE,
    size: 9,
  })
  const most = Math.max(...block.bars.map(({ value }) => value), 1)
  const start = x + width * NAME
  const longest = width * (1 - NAME - FIGURE)
  const head: Piece = {
    height: title.height + BAR_GAP / 2,
    draw: (top) => drawText(canvas, title, { x, y: top, width, align: 'left' }),
    withNext: true,
  }
  const rows = block.bars.map(({ name, text, value }, place): Piece => {
    const words = breakText(
      canvas,
      [{ text: shortOf(canvas, name, width * NAME - BAR_GAP) }],
      width,
      BAR_STYLE,
    )
    const figure = breakText(canvas, [{ text }], width, BAR_STYLE)
    const length = (Math.max(value, 0) / most) * longest
    return {
      height: BAR_ROW + (place === block.bars.length - 1 ? BAR_GAP : 0),
      draw: (top) => {
        const y = top + (BAR_ROW - words.lineHeight) / 2
        drawText(canvas, words, { x, y, width, align: 'left' })
        if (length > 0) canvas.fill(start, top + 0.6 * MM, length, BAR_ROW - 1.2 * MM, '#087f5b')
        drawText(canvas, figure, { x: start + length + BAR_GAP / 2, y, width, align: 'left' })
      },
    }
  })
  return [head, ...rows]
}

/** One line: a longer name ends in dots. */
function shortOf(canvas: Canvas, name: string, width: number): string {
  const widthOf = (text: string) => extentOf(canvas, text, BAR_STYLE).most
  if (widthOf(name) <= width) return name
  let end = name.length - 1
  while (end > 1 && widthOf(`${name.slice(0, end)}…`) > width) end--
  return `${name.slice(0, end).trimEnd()}…`
}
