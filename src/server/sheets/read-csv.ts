import { refuse } from '#http/refusal.ts'

export interface CsvBounds {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** A row of a read table with its number in the file, from 1; empty rows are left out. */
export interface CsvRow {
  readonly number: number
  readonly cells: string[]
}

/**
 * Rows of a CSV text: UTF-8 with or without BOM, else windows-1251; `;`, or `,` and tab when the header line has no `;`.
 * Refuses what goes beyond the bounds and a quote that is never closed.
 */
export function readCsv(bytes: Uint8Array, bounds: CsvBounds): CsvRow[] {
  if (bytes.length > bounds.bytes) refuse('file.sheet-too-large')
  const text = decoded(bytes)
  const delimiter = delimiterOf(text.slice(0, text.search(/\r?\n|$/)))
  const rows: CsvRow[] = []
  let number = 0
  for (const cells of records(text, delimiter)) {
    number++
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === bounds.rows || cells.length > bounds.columns) refuse('file.sheet-too-large')
    rows.push({ number, cells })
  }
  return rows
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function delimiterOf(header: string): string {
  return [';', '\t', ','].find((one) => header.includes(one)) ?? ';'
}

/** Records by RFC 4180: a quoted cell may hold delimiters, line breaks and doubled quotes. */
function* records(text: string, delimiter: string): Generator<string[]> {
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    const read = text[at] === '"' ? quotedCell : plainCell
    const [cell, end] = read(text, at, delimiter)
    cells.push(cell)
    at = end
    if (text[at] === delimiter) {
      at++
      if (at === text.length) cells.push('')
      continue
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    yield cells
    cells = []
  }
  if (cells.length > 0) yield cells
}

function plainCell(text: string, from: number, delimiter: string): [string, number] {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    end++
  return [text.slice(from, end), end]
}

function quotedCell(text: string, from: number, delimiter: string): [string, number] {
  let end = from + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end === -1) refuse('file.bad-sheet')
    if (text[end + 1] !== '"') break
    end += 2
  }
  const next = text[end + 1]
  if (![delimiter, '\n', '\r', undefined].includes(next)) refuse('file.bad-sheet')
  return [text.slice(from + 1, end).replaceAll('""', '"'), end + 1]
}
