import { pasteMoney } from '#contract/core/input-text.ts'
import type { CellValue } from './pending-prices.ts'

/**
 * A block as spreadsheets put it on the clipboard: tabs between cells, a line each row, a cell with a tab, a line break
 * or a quote in quotes with its own quotes doubled. The last line break ends the last row and begins none.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null
    const end = quoted ? at + quoted[0].length : endOfCell(text, at)
    row.push(quoted ? quoted[1]!.replaceAll('""', '"') : text.slice(at, end))
    if (text[end] !== '\t') {
      rows.push(row)
      row = []
    }
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
  }
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}

const QUOTED_CELL = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y

function quotedAt(text: string, at: number): RegExpExecArray | null {
  QUOTED_CELL.lastIndex = at
  return QUOTED_CELL.exec(text)
}

function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === '\t' || text[at] === '\n' || text[at] === '\r') return at
  return text.length
}

/**
 * The row of each line. A group has no price, so a line with prices skips it, and the following lines stay with their products;
 * an empty line is the group itself in a block that was copied with it.
 */
export function placedLines(
  lines: readonly (readonly string[])[],
  top: number,
  isGroup: (row: number) => boolean,
) {
  let row = top
  return lines.map((line) => {
    if (line.some((cell) => cell.trim() !== '')) while (isGroup(row)) row++
    return { row: row++, line }
  })
}

/** Rows for the clipboard; what we write are prices, which need no quotes, and texts that were typed into one cell. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]/g, ' ')).join('\t'))
    .join('\n')
}

/** A typed or pasted text: an empty one takes the price away, one that is no amount stays as it is. */
export function readPrice(text: string): CellValue {
  const bare = text.trim()
  return bare === '' ? null : (pasteMoney(bare) ?? bare.slice(0, LONGEST))
}

// A text that is no price is stored only for display.
const LONGEST = 60
