import { open, type FileHandle } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { quote } from '#contract/words/quote.ts'
import {
  cellsOf,
  MAX_RECORD,
  openCsvRecords,
  type CsvRecord,
  type CsvRecords,
} from '../../../../text/csv-records.ts'
import { collectEncodingEvidence, type TextEncoding } from '../../../../text/recognise-encoding.ts'
import {
  Unavailable,
  MAX_VALUE,
  OLD_COLUMNS,
  oldValues,
  type OldPage,
  type UnreadRow,
  type OldColumn,
  type OldRow,
} from '../old-row.ts'
import { FILE_BOUNDS, type FileJob } from './file-job.ts'
import { openMatches, type Matches } from './file-matches.ts'
import { openRowScan } from './scan-row.ts'

const CHUNK = 256 * 1024
// As many as are useful on a screen; the others are only counted.
const MAX_UNREAD = 20

/**
 * Reads a file once for all questions, a piece at a time, so that memory does not grow with it. A row that cannot be
 * trusted is named with its line and reason and never answered.
 */
export async function searchFile({ url, columns, questions }: FileJob): Promise<OldPage[]> {
  const file = await openSource(fileURLToPath(url))
  try {
    const before = await file.stat()
    if (before.size > FILE_BOUNDS.bytes) throw new Unavailable('файл больше 64 МБ')
    const encoding = await encodingOf(file)
    const reading = openReading(columns, encoding, questions.map(openMatches))
    const decoder = new TextDecoder(encoding)
    for await (const chunk of chunksOf(file))
      reading.read(decoder.decode(chunk, { stream: true }), false)
    reading.read(decoder.decode(), true)
    const after = await file.stat()
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      throw new Unavailable('файл как раз записывается')
    return reading.pages()
  } finally {
    await file.close()
  }
}

async function openSource(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Unavailable('нет файла')
    if (code === 'EACCES' || code === 'EPERM') throw new Unavailable('файл закрыт')
    throw error
  }
  throw new Unavailable('это не файл')
}

/** From the beginning; a file that grows meanwhile ends at the bound. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(CHUNK)
  for (let at = 0; at <= FILE_BOUNDS.bytes;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function encodingOf(file: FileHandle): Promise<TextEncoding> {
  const evidence = collectEncodingEvidence()
  for await (const chunk of chunksOf(file)) evidence.add(chunk)
  const found = evidence.recognise()
  if ('unreadable' in found) throw new Unavailable(`файл ${found.unreadable}`)
  return found.encoding
}

function openReading(
  names: Readonly<Record<string, string>>,
  encoding: TextEncoding,
  matches: readonly Matches[],
) {
  const records = openCsvRecords(titleOf('legacy_id', names))
  const unread: UnreadRow[] = []
  let unreadTotal = 0
  let rows = 0
  let matchRow: ReturnType<typeof openRows> | undefined
  const take = (record: CsvRecord) => {
    if (!matchRow) {
      const header = headerOf(record, records)
      if (header) matchRow = openRows(readHeader(header, names), encoding, records.delimiter())
      return
    }
    const found = matchRow(record, matches)
    if (found === 'empty') return
    rows++
    if (rows > FILE_BOUNDS.rows) throw new Unavailable('в файле больше 500 000 строк')
    if (found === undefined) return
    unreadTotal++
    if (unread.length < MAX_UNREAD) unread.push({ line: record.line, reason: found })
  }
  return {
    read(text: string, isLast: boolean) {
      for (const record of records.readChunk(text, isLast)) take(record)
    },
    pages(): OldPage[] {
      if (!matchRow) throw new Unavailable('файл пуст')
      const unreadPart = unreadTotal > 0 ? { unread: { total: unreadTotal, rows: unread } } : {}
      return matches.map((one) => ({ ...one.page(), ...unreadPart }))
    },
  }
}

/** Which cell of a row holds which of our columns. */
interface FileColumns {
  readonly count: number
  readonly places: ReadonlyMap<OldColumn, number>
}

function titleOf(column: OldColumn, columns: Readonly<Record<string, string>>): string {
  return (columns[column] ?? column).trim().toLowerCase()
}

/** The places of our columns by the header; a missing or doubled one of those that were named is refused. */
function readHeader(
  cells: readonly string[],
  columns: Readonly<Record<string, string>>,
): FileColumns {
  if (cells.length > FILE_BOUNDS.columns)
    throw new Unavailable(`в ней больше ${FILE_BOUNDS.columns} столбцов`)
  const titles = cells.map((title) => title.replace('\ufeff', '').trim().toLowerCase())
  const places = new Map<OldColumn, number>()
  for (const column of OLD_COLUMNS) {
    const title = titleOf(column, columns)
    const place = titles.indexOf(title)
    if (place >= 0 && titles.includes(title, place + 1))
      throw new Unavailable(`в ней два столбца ${quote(title)}`)
    if (place < 0 && (column === 'legacy_id' || columns[column] !== undefined))
      throw new Unavailable(`в ней нет столбца ${quote(columns[column] ?? column)}`)
    if (place >= 0) places.set(column, place)
  }
  return { count: cells.length, places }
}

/** A row under our names of columns; a column that the file does not have is empty. */
function rowOf(cells: readonly string[], { places }: FileColumns): OldRow {
  return oldValues((column) => {
    const place = places.get(column)
    return place === undefined ? '' : (cells[place] ?? '').trim().slice(0, MAX_VALUE)
  })
}

function headerOf(record: CsvRecord, records: CsvRecords): string[] | undefined {
  if (record.fault) throw new Unavailable(`заголовок не читается: ${record.fault}`)
  const cells = cellsOf(record, records.delimiter())
  return cells.every((cell) => cell.trim() === '') ? undefined : cells
}

/** Checks one row after another and accepts the reliable ones; returns the reason why a row is not reliable. */
function openRows(columns: FileColumns, encoding: TextEncoding, delimiter: string) {
  const { scan, folded, digits } = openRowScan(delimiter, !encoding.startsWith('utf'), MAX_RECORD)
  const idPlace = columns.places.get('legacy_id')!
  return (record: CsvRecord, matches: readonly Matches[]): string | undefined => {
    const { text, quoted, unended } = record
    const seen = scan(text)
    const fault = record.fault ?? seen.fault
    if (fault) return fault
    if (seen.empty) return 'empty'
    const parted = once(() => cellsOf(record, delimiter))
    const count = quoted ? parted().length : seen.delimiters + 1
    if (count < columns.count && unended) return 'файл обрывается на этой строке'
    if (count > columns.count && parted().some((cell, n) => n >= columns.count && cell.trim()))
      return `ячеек ${count}, а столбцов ${columns.count}: лишний разделитель`
    const id = () => (quoted ? parted()[idPlace]! : cellAt(text, delimiter, idPlace)).trim()
    const whole = { folded: once(folded), digits: once(digits), id }
    const fitting = matches.filter((one) => seen.combining || one.mayFit(whole))
    if (fitting.length === 0) return undefined
    const row = rowOf(parted(), columns)
    const notes = notesOf(count < columns.count, unended)
    for (const one of fitting) one.take(notes.length > 0 ? { ...row, notes } : row)
    return undefined
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** One cell of a row without quotes. */
function cellAt(text: string, delimiter: string, place: number): string {
  let from = 0
  for (let n = 0; n < place; n++) {
    const next = text.indexOf(delimiter, from)
    if (next < 0) return ''
    from = next + 1
  }
  const end = text.indexOf(delimiter, from)
  return text.slice(from, end < 0 ? text.length : end)
}

function notesOf(short: boolean, unended: boolean): string[] {
  return [
    ...(short ? ['В строке файла меньше ячеек, чем столбцов: недостающие пусты'] : []),
    ...(unended ? ['Файл кончается без конца строки: последняя ячейка могла быть обрезана'] : []),
  ]
}
