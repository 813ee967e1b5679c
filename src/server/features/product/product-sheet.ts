import type { ColumnKind } from '#contract/lists/column.ts'
import {
  itemFields,
  productFields,
  sheetFieldNames,
  type SheetFieldName,
} from '#contract/price/product-record.ts'
import type { Product } from '#contract/price/product.ts'
import type { SheetColumn, SheetRow } from '../../sheets/columns.ts'

type Words<K extends string> = Readonly<Record<K, string>>

/** Scrap and other products are bought under different documents, so the kind is always chosen explicitly. */
export const CLASS_MISSING = 'Укажите вид: чёрный лом, цветной лом или не лом'

const KINDS: Words<Product['kind']> = { group: 'Группа', item: 'Позиция' }
const STATUSES: Words<Product['status']> = { active: 'Действует', archived: 'Архив' }
/** Short words of a file, where the form has longer ones. */
const MEASURES: Words<Product['measure']> = { weight: 'Вес', piece: 'Штуки' }

export type SheetField = SheetFieldName | 'path' | 'kind' | 'status'

/** A column of the file; `titles` are the words of a choice. */
export interface ProductColumn extends SheetColumn {
  readonly kind: 'text' | 'percent' | 'weight' | 'flag'
  readonly titles?: Words<string>
  /** An empty cell takes the value away. */
  readonly isClearable: boolean
  /** What a group has, too. */
  readonly isOfGroup: boolean
}

const OWN_COLUMNS = {
  path: { header: 'Группа', kind: 'text', width: 36, isClearable: false, isOfGroup: true },
  kind: {
    header: 'Вид',
    kind: 'text',
    width: 10,
    titles: KINDS,
    isClearable: false,
    isOfGroup: true,
  },
  status: {
    header: 'Статус',
    kind: 'text',
    width: 11,
    titles: STATUSES,
    isClearable: false,
    isOfGroup: true,
  },
} as const satisfies Partial<Record<SheetField, ProductColumn>>

type FieldKind = (typeof productFields)[SheetFieldName]['kind']
const CELL_KINDS: Readonly<Record<FieldKind, ProductColumn['kind'] & ColumnKind>> = {
  text: 'text',
  name: 'text',
  choice: 'text',
  flag: 'flag',
  percent: 'percent',
  weight: 'weight',
}

function columnOf(name: SheetFieldName): ProductColumn {
  const field = productFields[name]
  return {
    header: 'header' in field.sheet ? field.sheet.header : field.label,
    width: field.sheet.width,
    kind: CELL_KINDS[field.kind],
    ...('titles' in field && { titles: name === 'measure' ? MEASURES : field.titles }),
    isClearable: field.kind === 'text',
    isOfGroup: !(name in itemFields),
  }
}

/** The columns in their order; the word in the header finds the column when the file comes back. */
export const SHEET_FIELDS: readonly SheetField[] = [
  'code',
  'path',
  'name',
  'kind',
  ...sheetFieldNames.filter((name) => name in itemFields),
  'status',
]
const isOwn = (field: SheetField): field is keyof typeof OWN_COLUMNS => field in OWN_COLUMNS

const columns = new Map<SheetField, ProductColumn>(
  SHEET_FIELDS.map((field) => [field, isOwn(field) ? OWN_COLUMNS[field] : columnOf(field)]),
)
export const productColumn = (field: SheetField): ProductColumn => columns.get(field)!

const headerOf = (field: SheetField) => [field, productColumn(field).header] as const
export const HEADERS = Object.fromEntries(SHEET_FIELDS.map(headerOf)) as Words<SheetField>

export const SHEET_COLUMNS: readonly SheetColumn[] = SHEET_FIELDS.map((field) => {
  const { header, kind, width } = productColumn(field)
  return { header, kind, width: width! }
})

/** The fields of a node that the file shows. */
export type SheetNode = Pick<Product, SheetFieldName | 'kind' | 'status'>

/** A node as a row of the file; a group has no product fields. */
export function sheetRow(node: SheetNode, path: string): SheetRow {
  const values: Readonly<Record<SheetField, SheetRow[number]>> = { ...node, path }
  return SHEET_FIELDS.map((field) => {
    const { titles, isOfGroup } = productColumn(field)
    if (node.kind === 'group' && !isOfGroup) return null
    return titles ? (titles[String(values[field])] ?? null) : values[field]
  })
}

/** Names of groups from the root on; a word of strokes inside of a name gets one stroke more, so that ` / ` parts names. */
export function joinPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/(?<=^| )\/+(?=$| )/g, '$&/')).join(' / ')
}

export function splitPath(path: string): string[] {
  if (path.trim() === '') return []
  return path.split(/ \/ /).map((part) => part.trim().replaceAll(/(?<=^| )\/(\/+)(?=$| )/g, '$1'))
}
