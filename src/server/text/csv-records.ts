/** A record of a CSV file, whole or with what is wrong with it. */
export interface CsvRecord {
  /** Line of the file on which it begins, from 1. */
  readonly line: number
  readonly text: string
  /** A cell of it is in quotes. */
  readonly quoted: boolean
  /** Why it cannot be taken apart into cells, in words. */
  readonly fault: string | undefined
  /** The file ends behind it without an end of line: it may be cut off. */
  readonly unended: boolean
}

export interface CsvRecords {
  /** Records that are complete with this text; the rest waits for the next one. */
  readChunk(text: string, isLast: boolean): Generator<CsvRecord>
  /** Known after the first record. */
  delimiter(): string
}

/** Signs of one record; ours have a few hundred. Longer ones are left out, so that memory stays bounded. */
export const MAX_RECORD = 65_536

const DELIMITERS = [';', '\t', ',', '|']
const BAD_QUOTES = 'кавычки в строке расставлены неверно'
const OPEN_QUOTE = 'кавычка открыта и не закрыта'
const TOO_LONG = 'строка длиннее 65 536 знаков'

interface Dialect {
  readonly delimiter: string
  readonly lineEnd: '\n' | '\r'
  /** Where the first record begins: behind Excel's line `sep=;`. */
  readonly from: number
}

/**
 * Records of a CSV text that comes in pieces, by RFC 4180: a cell in quotes may hold delimiters, ends of lines and doubled
 * quotes. A broken record ends with its first line, so that those behind it stay right. `wanted` is a title of the header
 * by which the delimiter is known.
 */
export function openCsvRecords(wanted?: string): CsvRecords {
  let waiting = ''
  let line = 1
  let dialect: Dialect | undefined
  let skipping = false

  function* readChunk(chunk: string, isLast: boolean): Generator<CsvRecord> {
    const text = waiting + chunk
    waiting = ''
    let at = 0
    if (!dialect) {
      dialect = dialectOf(text, isLast, wanted)
      if (!dialect) return void (waiting = text)
      at = dialect.from
      line += at > 0 ? 1 : 0
    }
    const { lineEnd, delimiter } = dialect
    let quote = text.indexOf('"', at)
    while (at < text.length) {
      const mayWait = !isLast && !skipping && text.length - at <= MAX_RECORD
      const lineBreak = text.indexOf(lineEnd, at)
      if (lineBreak < 0 && mayWait) break
      const first = lineBreak < 0 ? text.length : lineBreak
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      const quoted = quote >= 0 && quote < first && !skipping
      const { end, fault } = quoted
        ? quotedEnd(text, at, delimiter, lineEnd)
        : { end: first, fault: undefined }
      const isWhole = end < text.length
      if (quoted && !isWhole && mayWait) break
      const next = fault === undefined && (isWhole || isLast) ? end : first
      if (!skipping)
        yield recordOf(
          text.slice(at, next),
          { line, quoted, lineEnd, fault },
          isLast && next === text.length,
        )
      line += quoted && next > first ? linesIn(text, at, next, lineEnd) : 0
      skipping = lineBreak < 0 && !isLast
      if (skipping) return
      at = next + 1
      line++
    }
    waiting = text.slice(at)
  }
  return { readChunk, delimiter: () => dialect?.delimiter ?? ';' }
}

interface RecordFacts {
  line: number
  quoted: boolean
  lineEnd: string
  fault: string | undefined
}

function recordOf(raw: string, { lineEnd, ...facts }: RecordFacts, unended: boolean): CsvRecord {
  if (raw.length > MAX_RECORD) return { ...facts, text: '', fault: TOO_LONG, unended }
  const text = lineEnd === '\n' && raw.endsWith('\r') ? raw.slice(0, -1) : raw
  return { ...facts, text, unended }
}

/** Cells of a whole record. */
export function cellsOf({ text, quoted }: CsvRecord, delimiter: string): string[] {
  if (!quoted) return text.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1)
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'))
      at = close + 1
    } else {
      const next = text.indexOf(delimiter, at)
      const end = next < 0 ? text.length : next
      cells.push(text.slice(at, end))
      at = end
    }
  }
  return cells
}

/** Undefined while too little of the text is there to tell. */
function dialectOf(text: string, isLast: boolean, wanted?: string): Dialect | undefined {
  if (!isLast && text.length <= MAX_RECORD) return undefined
  const head = text.slice(0, MAX_RECORD)
  const lineEnd = lineEndOf(head)
  const separated = /^sep=(.)\r?[\r\n]/i.exec(text)
  if (separated) return { delimiter: separated[1]!, lineEnd, from: separated[0].length }
  const header = headerOf(text, lineEnd)
  const names = (delimiter: string) =>
    header.split(delimiter).map((title) => title.replaceAll('"', '').trim().toLowerCase())
  const delimiter =
    DELIMITERS.find((one) => wanted !== undefined && names(one).includes(wanted)) ??
    DELIMITERS.find((one) => header.includes(one)) ??
    ';'
  return { delimiter, lineEnd, from: 0 }
}

/** Old Macintosh files end their lines with a lone return; elsewhere it is part of a cell, as is any in quotes. */
function lineEndOf(head: string): Dialect['lineEnd'] {
  if (!head.includes('\n')) return head.includes('\r') ? '\r' : '\n'
  const bare = head.replaceAll(/"[^"]*(?:"|$)/g, '')
  return bare.split(/\r(?!\n)/).length > bare.split('\n').length ? '\r' : '\n'
}

/** The first line that is not empty; titles in quotes may have several. */
function headerOf(text: string, lineEnd: string): string {
  let end = text.search(/[^\r\n]/)
  let quotes = 0
  for (; end >= 0 && end < text.length; end++) {
    if (text[end] === '"') quotes++
    if (text[end] === lineEnd && quotes % 2 === 0) break
  }
  return text.slice(0, Math.max(end, 0)).trim()
}

/** Where the record ends that begins here; the text's own length when the text ends first. */
function quotedEnd(
  text: string,
  from: number,
  delimiter: string,
  lineEnd: string,
): { end: number; fault: string | undefined } {
  for (let at = from; ; at++) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1)
      if (close < 0) return { end: text.length, fault: OPEN_QUOTE }
      at = close + 1
      if (text[at] === '\r' && [undefined, '\n'].includes(text[at + 1])) at++
      const isEnd = at >= text.length || text[at] === lineEnd
      if (isEnd) return { end: at, fault: undefined }
      if (text[at] !== delimiter) return { end: at, fault: BAD_QUOTES }
      continue
    }
    while (at < text.length && text[at] !== delimiter && text[at] !== lineEnd) at++
    if (at >= text.length || text[at] === lineEnd) return { end: at, fault: undefined }
  }
}

/** -1 when none closes it. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function linesIn(text: string, from: number, to: number, lineEnd: string): number {
  let lines = 0
  for (let at = text.indexOf(lineEnd, from); at >= 0 && at < to; at = text.indexOf(lineEnd, at + 1))
    lines++
  return lines
}
