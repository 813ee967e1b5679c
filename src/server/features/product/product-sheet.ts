import type { Measure, Product } from '#contract/price/product.ts'
import type { SheetColumn, SheetRow } from '../../sheets/columns.ts'

type Words<K extends string> = Readonly<Record<K, string>>

export const KINDS: Words<Product['kind']> = { group: 'Группа', item: 'Позиция' }
export const MEASURES: Words<Measure> = { weight: 'Вес', piece: 'Штуки' }
export const UNITS: Words<Product['display_unit']> = { kg: 'кг', t: 'т', pcs: 'шт.' }
/** Scrap and other products are bought under different documents, so the kind is always chosen explicitly. */
export const CLASS_MISSING = 'Укажите вид: чёрный лом, цветной лом или не лом'

export const CLASSES: Words<Product['metal_class']> = {
  none: 'Не лом',
  ferrous: 'Чёрный лом',
  nonferrous: 'Цветной лом',
}
export const STATUSES: Words<Product['status']> = { active: 'Действует', archived: 'Архив' }

/** Columns of the file in their order; the word in the header finds the column when the file comes back. */
export const HEADERS = {
  code: 'Код',
  path: 'Группа',
  name: 'Название',
  kind: 'Вид',
  measure: 'Мера',
  display_unit: 'Единица',
  metal_class: 'Класс лома',
  gost_category: 'Категория ГОСТ',
  waste_code: 'Код отхода',
  default_zasor_bp: 'Засор, %',
  zasor_step_g: 'Шаг засора, кг',
  allowed_from_person: 'Принимать от граждан',
  requires_radiation_check: 'Радиационный контроль',
  asks_moisture: 'Спрашивать влажность',
  hazard_note: 'Предупреждение',
  status: 'Статус',
} as const
export type SheetField = keyof typeof HEADERS

const SHAPES: Readonly<Record<SheetField, Omit<SheetColumn, 'header'>>> = {
  code: { kind: 'text', width: 12 },
  path: { kind: 'text', width: 36 },
  name: { kind: 'text', width: 36 },
  kind: { kind: 'text', width: 10 },
  measure: { kind: 'text', width: 8 },
  display_unit: { kind: 'text', width: 9 },
  metal_class: { kind: 'text', width: 14 },
  gost_category: { kind: 'text', width: 16 },
  waste_code: { kind: 'text', width: 16 },
  default_zasor_bp: { kind: 'percent', width: 10 },
  zasor_step_g: { kind: 'weight', width: 15 },
  allowed_from_person: { kind: 'flag', width: 21 },
  requires_radiation_check: { kind: 'flag', width: 23 },
  asks_moisture: { kind: 'flag', width: 21 },
  hazard_note: { kind: 'text', width: 36 },
  status: { kind: 'text', width: 11 },
}
export const SHEET_FIELDS = Object.keys(HEADERS) as SheetField[]

export const SHEET_COLUMNS: readonly SheetColumn[] = SHEET_FIELDS.map((field) => ({
  header: HEADERS[field],
  ...SHAPES[field],
}))

/** What of a node the file shows. */
export type SheetNode = Omit<
  Product,
  'id' | 'parent_id' | 'order' | 'depth' | 'used' | 'version' | 'price_step_bp'
>

/** A node as a row of the file; a group has no product fields. */
export function sheetRow(node: SheetNode, path: string): SheetRow {
  const isProduct = node.kind === 'item'
  const values: Record<SheetField, SheetRow[number]> = {
    ...(node as Record<Exclude<SheetField, 'path'>, SheetRow[number]>),
    path,
    kind: KINDS[node.kind],
    measure: MEASURES[node.measure],
    display_unit: UNITS[node.display_unit],
    metal_class: CLASSES[node.metal_class],
    status: STATUSES[node.status],
  }
  return SHEET_FIELDS.map((field) => (isProduct || GROUP_FIELDS.has(field) ? values[field] : null))
}

/** What a group has of the columns. */
export const GROUP_FIELDS: ReadonlySet<SheetField> = new Set([
  'code',
  'path',
  'name',
  'kind',
  'status',
])

/** Names of groups from the root on; a word of strokes inside of a name gets one stroke more, so that ` / ` parts names. */
export function joinPath(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/(?<=^| )\/+(?=$| )/g, '$&/')).join(' / ')
}

export function splitPath(path: string): string[] {
  if (path.trim() === '') return []
  return path.split(/ \/ /).map((part) => part.trim().replaceAll(/(?<=^| )\/(\/+)(?=$| )/g, '$1'))
}
