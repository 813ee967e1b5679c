import * as z from 'zod/mini'
import { issueText } from '#contract/core/issue-text.ts'
import { updateProductBody, type Product } from '#contract/price/product.ts'
import {
  pastePercent,
  pasteWeight,
  percentProblem,
  weightProblem,
} from '#contract/core/input-text.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import { cellText, type WantedKind } from '../../../sheets/cell-value.ts'
import type { ReadRow, ReadTable } from '../../../sheets/read-xlsx.ts'
import {
  HEADERS,
  productColumn,
  SHEET_FIELDS,
  splitPath,
  type ProductColumn,
  type SheetField,
} from '../product-sheet.ts'
import { MAX_DEPTH } from '../tree.ts'

export interface SheetProblem {
  readonly row: number
  readonly column: string | null
  readonly message: string
}

export type ProductFields = Pick<
  Product,
  Exclude<SheetField, 'path' | 'status' | 'code' | 'name' | 'kind'>
>

/** A row that reads well; what its file says nothing of is absent. */
export interface SheetEntry {
  readonly row: number
  readonly path: readonly string[]
  readonly name: string
  readonly kind: Product['kind'] | undefined
  readonly code: string | null | undefined
  readonly status: Product['status'] | undefined
  readonly fields: Partial<ProductFields>
}

export interface ReadSheet {
  readonly entries: SheetEntry[]
  readonly problems: SheetProblem[]
  /** What was read otherwise than a person may think; it keeps nothing from being done. */
  readonly notes: SheetProblem[]
}

/** Rows of the file under their headers; an invalid cell is reported with its row and column. */
export function readProductSheet({ rows, notes: ofFile }: ReadTable): ReadSheet {
  const [head, ...body] = rows
  if (!head) refuse('file.bad-sheet', { message: 'В файле нет ни одной строки' })
  const problems: SheetProblem[] = []
  const places = placesOf(head, problems)
  const fields = new Map([...places].map(([field, place]) => [place, HEADERS[field]]))
  const notes = ofFile.flatMap(({ row, column, message }): SheetProblem[] => {
    if (column === null) return [{ row, column, message }]
    const header = fields.get(column)
    return header === undefined ? [] : [{ row, column: header, message }]
  })
  if (problems.length > 0) return { entries: [], problems, notes }
  const findings = { problems, notes }
  const entries = body.flatMap((row) => readEntry(row, places, findings) ?? [])
  return { entries, problems, notes: notes.toSorted((a, b) => a.row - b.row) }
}

type Findings = Pick<ReadSheet, 'problems' | 'notes'>
type Places = ReadonlyMap<SheetField, number>

function placesOf(head: ReadRow, problems: SheetProblem[]): Places {
  const places = new Map<SheetField, number>()
  head.cells.forEach((cell, place) => {
    const header = cellText(cell, 'text', {
      problem: (message) => void problems.push({ row: head.number, column: null, message }),
      note: () => undefined,
    })
    if (!header) return
    const field = SHEET_FIELDS.find((one) => plainText(HEADERS[one]) === plainText(header))
    const tell = (message: string) => problems.push({ row: head.number, column: null, message })
    if (!field)
      tell(`Колонка ${quote(short(header))} не знакома. Удалите её или исправьте название`)
    else if (places.has(field)) tell(`Колонка ${quote(HEADERS[field])} стоит дважды`)
    else places.set(field, place)
  })
  for (const field of ['path', 'name'] as const)
    if (!places.has(field))
      problems.push({
        row: head.number,
        column: HEADERS[field],
        message: `Нет колонки ${quote(HEADERS[field])}`,
      })
  return places
}

function readEntry(
  row: ReadRow,
  places: Places,
  { problems, notes }: Findings,
): SheetEntry | undefined {
  const before = problems.length
  const values: Partial<Record<SheetField, unknown>> = {}
  for (const [field, place] of places) {
    const at = { row: row.number, column: HEADERS[field] }
    const tell = (message: string): undefined => void problems.push({ ...at, message })
    const { wanted, read } = readerOf(field)
    const text = cellText(row.cells[place], wanted, {
      problem: tell,
      note: (message) => void notes.push({ ...at, message }),
    })
    if (text === undefined) continue
    const value = text === null ? empty(field) : read(text, tell)
    if (value !== undefined) values[field] = value
  }
  if (values.kind === 'group')
    for (const field of SHEET_FIELDS) if (!productColumn(field).isOfGroup) delete values[field]
  reportShapeProblems(row.number, values, problems)
  return problems.length > before ? undefined : entryOf(row.number, values)
}

function entryOf(row: number, values: Partial<Record<SheetField, unknown>>): SheetEntry {
  const { path, name, kind, code, status, ...fields } = values
  return {
    row,
    path: splitPath((path as string | undefined) ?? ''),
    name: name as string,
    kind: kind as SheetEntry['kind'],
    code: code as SheetEntry['code'],
    status: status as SheetEntry['status'],
    fields: fields as Partial<ProductFields>,
  }
}

/** A row of a file is validated by the same schema as the form. */
function reportShapeProblems(
  row: number,
  { path: _path, status: _status, ...values }: Partial<Record<SheetField, unknown>>,
  problems: SheetProblem[],
): void {
  const judged = z.safeParse(updateProductBody, { kind: 'item', ...values }, { reportInput: true })
  for (const issue of judged.error?.issues ?? []) {
    const column = HEADERS[issue.path[0] as SheetField] ?? null
    const isReported = problems.some((one) => one.row === row && one.column === column)
    if (!isReported) problems.push({ row, column, message: issueText(issue) })
  }
}

/** An empty cell takes a text away and leaves everything else as it is. */
function empty(field: SheetField): null | undefined {
  return productColumn(field).isClearable ? null : undefined
}

type Reader = (value: string, tell: (message: string) => undefined) => unknown

const readPath: Reader = (value, tell) =>
  splitPath(value).length < MAX_DEPTH
    ? value
    : tell(`Слишком глубоко: не больше ${MAX_DEPTH} уровней`)

const READERS: Readonly<Record<ProductColumn['kind'], { wanted: WantedKind; read: Reader }>> = {
  text: { wanted: 'text', read: (value) => value },
  percent: {
    wanted: 'percent',
    read: (value, tell) => pastePercent(value) ?? tell(percentProblem(value)!),
  },
  weight: {
    wanted: 'number',
    read: (value, tell) => pasteWeight(value) ?? tell(weightProblem(value)!),
  },
  flag: { wanted: 'flag', read: flag },
}

function readerOf(field: SheetField): { wanted: WantedKind; read: Reader } {
  const { titles, kind } = productColumn(field)
  if (titles) return { wanted: 'word', read: word(titles) }
  return field === 'path' ? { wanted: 'text', read: readPath } : READERS[kind]
}

function word(words: Readonly<Record<string, string>>): Reader {
  const entries = Object.entries(words)
  const list = entries.map(([, shown]) => quote(shown)).join(', ')
  return (value, tell) =>
    entries.find(([, shown]) => plainText(shown) === plainText(value))?.[0] ??
    tell(`Здесь пишут ${list}, а стоит ${quote(short(value))}`)
}

function flag(value: string, tell: (message: string) => undefined): boolean | undefined {
  if (['да', '1', '+', 'истина', 'true'].includes(plainText(value))) return true
  if (['нет', '0', '-', 'ложь', 'false'].includes(plainText(value))) return false
  return tell(`Здесь пишут «да» или «нет», а стоит ${quote(short(value))}`)
}

const plainText = (value: string) =>
  value.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\.$/, '')
const short = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)
