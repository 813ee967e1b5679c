import assert from 'node:assert/strict'
import { readTable } from '#server/sheets/read-table.ts'
import type { ReadCell, ReadTable, SheetBounds } from '#server/sheets/read-xlsx.ts'
import { strToU8, zipSync } from 'fflate'

interface MadeWorkbook {
  /** `<row>` elements of the first sheet. */
  readonly rows: string
  /** The part after `sheetData`, such as merged cells. */
  readonly behind?: string
  /** Number formats from style 1 on; style 0 is the general one. */
  readonly formats?: readonly string[]
  readonly texts?: readonly string[]
  /** Attributes and children of `workbook` besides its sheets. */
  readonly settings?: string
}

const NAMES = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** An XLSX put together by hand, for what no program would write so readily. */
export function makeWorkbook(made: MadeWorkbook): Uint8Array {
  const { rows, behind = '', formats = [], texts = [], settings = '' } = made
  const numFmts = formats.map(
    (code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(code)}"/>`,
  )
  const xfs = formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`)
  const relations = ['worksheet', 'styles', 'sharedStrings'].map(
    (type, n) => `<Relationship Id="r${n}" Type="${RELATIONS}/${type}" Target="${type}.xml"/>`,
  )
  const parts = {
    'xl/workbook.xml': `<workbook ${NAMES} xmlns:r="${RELATIONS}">${settings}<sheets><sheet name="Лист" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/worksheet.xml': `<worksheet ${NAMES}><sheetData>${rows}</sheetData>${behind}</worksheet>`,
    'xl/styles.xml': `<styleSheet ${NAMES}><numFmts>${numFmts.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${NAMES}>${texts.join('')}</sst>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([n, xml]) => [n, strToU8(xml)])))
}

/** The plain cells of a workbook, read in this process: that the product reads it in one of its own is shown by `sheets.test.ts`. */
export function readCells(bytes: Uint8Array, bounds: SheetBounds) {
  const table = readTable(bytes, bounds)
  assert.ok('rows' in table, JSON.stringify(table))
  return cellsOf(table)
}

/** A read table with plain values in place of cells: numbers and shares as numbers, everything else as its text. */
export function cellsOf({ rows }: ReadTable) {
  return rows.map(({ number, cells }) => ({ number, cells: cells.map(plainValue) }))
}

function plainValue(cell: ReadCell | null): string | number | null {
  if (cell?.kind === 'number') return Number(cell.text)
  if (cell?.kind === 'percent') return Number(cell.text) / 100
  return cell?.text ?? null
}
