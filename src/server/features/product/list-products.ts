import type { CallInput } from '#contract/core/call.ts'
import type { product } from '#contract/price/product.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { writeXlsx } from '../../sheets/write-xlsx.ts'
import type { ProductRow } from './product-queries.ts'
import { productTree, shownProduct } from './product-row.ts'
import { pathsOf } from './import/match-import.ts'
import { SHEET_COLUMNS, sheetRow } from './product-sheet.ts'

type Filter = NonNullable<CallInput<typeof product.getAll>['query']['filter']>
type Node = ProductRow & { depth: number }

/** product/getProducts: the tree is small and screens need it whole, so limit and offset say nothing here. */
export async function listProducts(
  db: Db,
  input: CallInput<typeof product.getAll>,
): Promise<Answer<typeof product.getAll>> {
  const filter = input.query.filter ?? {}
  const rows = sortNodes(
    (await productTree(db)).filter((row) => fits(row, filter)),
    filter,
  )
  const items = filter.with && !filter.with.includes('rows') ? [] : rows.map(shownProduct)
  return { items, total: rows.length, limit: rows.length, offset: 0, next: null }
}

function fits(row: Node, filter: Filter): boolean {
  const allows = (allowed: readonly string[] | undefined, value: string) =>
    allowed === undefined || allowed.includes(value)
  return (
    allows(filter.ids, row.id) &&
    allows(filter.kind, row.kind) &&
    allows(filter.metal_class, row.metal_class) &&
    allows(filter.status, row.status) &&
    (filter.parent_id === undefined || row.parent_id === filter.parent_id) &&
    (!filter.search || matches(row, nameSearchText(filter.search)))
  )
}

function matches(row: Node, search: string): boolean {
  return row.name_search.includes(search) || (row.code?.toLowerCase().startsWith(search) ?? false)
}

/** Keeps the tree order unless sorting by name is requested; descending tree order reverses the whole list. */
function sortNodes(rows: Node[], filter: Filter): Node[] {
  const [field, direction] = filter.sort?.[0] ?? ['order', 'asc']
  const list =
    field === 'name' ? rows.toSorted((a, b) => (a.name_search < b.name_search ? -1 : 1)) : rows
  return direction === 'desc' ? list.toReversed() : list
}

/** product/export: the whole catalogue in the order of its tree, ready to be changed and read back. */
export async function exportProducts(db: Db): Promise<Answer<typeof product.export>> {
  const nodes = await productTree(db)
  const paths = pathsOf(nodes)
  const rows = nodes.map((node) => sheetRow(shownProduct(node), paths.get(node.parent_id) ?? ''))
  const bytes = await writeXlsx({ name: 'Номенклатура', columns: SHEET_COLUMNS, rows })
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: bytes,
    headers: {
      'content-disposition': `attachment; filename="products.xlsx"; filename*=UTF-8''${encodeURIComponent('Номенклатура.xlsx')}`,
      'cache-control': 'no-store',
    },
  }
}
