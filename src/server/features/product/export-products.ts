import type { Answer } from '#http/serve.ts'
import type { product } from '#contract/price/product.ts'
import type { Db } from '../../db/handle.ts'
import { writeXlsx } from '../../sheets/write-xlsx.ts'
import { pathsOf } from './import/match-import.ts'
import { productTree, shownProduct } from './product-row.ts'
import { SHEET_COLUMNS, sheetRow } from './product-sheet.ts'

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
