import { readXml, XmlProblem, type XmlBounds } from '../unpack/read-xml.ts'
import { readCell, type RawCell, type ReadCell } from './read-cell.ts'
import type { Workbook } from './read-workbook.ts'
import { isOn, TextCollector, unescapeText } from './shared-texts.ts'

/** A row that holds something, with its number in the file and its cells by their columns, both from 1 and from 0. */
export interface WorksheetRow {
  readonly number: number
  readonly hidden: boolean
  readonly cells: (ReadCell | null)[]
}

/** Both ends belong to it; rows from 1, columns from 0. */
export interface MergedRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Worksheet {
  readonly rows: WorksheetRow[]
  readonly merges: MergedRange[]
  isHiddenColumn(column: number): boolean
}

// Excel's own bounds.
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384

type At = Readonly<Record<string, string>>

/** The cells of a sheet; one whose rows or cells repeat or go back is broken, since no program could say which counts. */
export function readWorksheet(workbook: Workbook, bounds: XmlBounds): Worksheet {
  const reader = new WorksheetReader(workbook)
  readXml(workbook.sheet, reader, bounds)
  const { rows, merges, hiddenColumns } = reader
  return {
    rows,
    merges,
    isHiddenColumn: (column) => hiddenColumns.some(([from, to]) => column >= from && column <= to),
  }
}

class WorksheetReader {
  readonly rows: WorksheetRow[] = []
  readonly merges: MergedRange[] = []
  readonly hiddenColumns: [number, number][] = []
  private readonly workbook: Workbook
  private readonly collector = new TextCollector()
  private row: WorksheetRow = { number: 0, hidden: false, cells: [] }
  private column = -1
  private at: At = {}
  private value: string | undefined
  private hasFormula = false
  private hasText = false
  private inValue = false

  constructor(workbook: Workbook) {
    this.workbook = workbook
  }

  open(name: string, at: At): void {
    this.collector.open(name)
    if (name === 'row') this.openRow(at)
    else if (name === 'c') this.openCell(at)
    else if (name === 'v') {
      this.value = ''
      this.inValue = true
    } else if (name === 'f') this.hasFormula = true
    else if (name === 'is') this.hasText = true
    else if (name === 'mergeCell') this.merges.push(rangeOf(at['ref'] ?? ''))
    else if (name === 'col' && isOn(at['hidden']))
      this.hiddenColumns.push([Number(at['min']) - 1, Number(at['max']) - 1])
  }

  text(part: string): void {
    if (this.inValue) this.value += part
    else this.collector.text(part)
  }

  close(name: string): void {
    this.collector.close(name)
    if (name === 'v') this.inValue = false
    if (name === 'c') this.closeCell()
    if (name === 'row' && this.row.cells.some(Boolean)) this.rows.push(this.row)
  }

  private openRow(at: At): void {
    const number = at['r'] === undefined ? this.row.number + 1 : Number(at['r'])
    if (!Number.isInteger(number) || number <= this.row.number || number > MAX_ROWS) refuseBroken()
    this.row = { number, hidden: isOn(at['hidden']), cells: [] }
    this.column = -1
  }

  private openCell(at: At): void {
    const column = at['r'] === undefined ? this.column + 1 : placeOf(at['r']).column
    if (column <= this.column || column >= MAX_COLUMNS) refuseBroken()
    if (at['r'] !== undefined && placeOf(at['r']).row !== this.row.number) refuseBroken()
    this.column = column
    this.at = at
    this.value = undefined
    this.hasFormula = false
    this.hasText = false
    this.collector.take()
  }

  private closeCell(): void {
    const { since1904, staleFormulas } = this.workbook
    const cell = readCell(this.rawCell(), { since1904, staleFormulas })
    if (!cell) return
    while (this.row.cells.length < this.column) this.row.cells.push(null)
    this.row.cells.push(cell)
  }

  private rawCell(): RawCell {
    const { value, hasFormula, at, workbook } = this
    const type = at['t'] ?? 'n'
    const style = Number(at['s'] ?? 0)
    const shape = (number: number) => workbook.shape(style, number)
    if (this.hasText) return { type, value, hasFormula, text: this.collector.take(), shape }
    if (type === 'str')
      return { type, value, hasFormula, text: value && unescapeText(value), shape }
    if (type !== 's') return { type, value, hasFormula, text: undefined, shape }
    const text = value ? workbook.texts[Number(value)] : ''
    if (text === undefined) refuseBroken()
    return { type, value, hasFormula, text, shape }
  }
}

function rangeOf(ref: string): MergedRange {
  const [from = '', to = from] = ref.split(':')
  const [start, end] = [placeOf(from), placeOf(to)]
  if (end.row < start.row || end.column < start.column) refuseBroken()
  return { top: start.row, bottom: end.row, left: start.column, right: end.column }
}

/** «AB12» → row 12, column 27. */
function placeOf(ref: string): { row: number; column: number } {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(ref) ?? []
  if (!letters) refuseBroken()
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(digits), column: column - 1 }
}

function refuseBroken(): never {
  throw new XmlProblem('broken')
}
