import { refuse } from '#http/refusal.ts'
import { cellsOf, openCsvRecords } from '#server/text/csv-records.ts'
import { recogniseEncoding } from '#server/text/recognise-encoding.ts'

interface CsvBounds {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** The rows of a CSV that is all at hand, as other programs would read what we write; empty rows are left out. */
export function readCsv(bytes: Uint8Array, bounds: CsvBounds) {
  if (bytes.length > bounds.bytes) refuse('file.sheet-too-large')
  const found = recogniseEncoding(bytes)
  if ('unreadable' in found) return refuse('file.bad-sheet')
  const records = openCsvRecords()
  const rows: { number: number; cells: string[] }[] = []
  for (const record of records.readChunk(new TextDecoder(found.encoding).decode(bytes), true)) {
    if (record.fault) refuse('file.bad-sheet')
    const cells = cellsOf(record, records.delimiter())
    if (cells.every((cell) => cell === '')) continue
    if (rows.length === bounds.rows || cells.length > bounds.columns) refuse('file.sheet-too-large')
    rows.push({ number: record.line, cells })
  }
  return rows
}
