import type { PriceList } from '#contract/price/price-entities.ts'
import type * as z from 'zod/mini'
import type { Db } from '../../db/handle.ts'
import { inTreeOrder } from '../product/tree.ts'
import {
  activeColumns,
  cellsOfActiveColumns,
  databaseNow,
  nextPlans,
  pricedProducts,
} from './price-queries.ts'

type List = z.output<typeof PriceList>
type Cells = List['rows'][number]['cells']

/** price/getPrice: active columns over the active catalogue; a cell that was never priced is absent. */
export async function getPrice(db: Db): Promise<List> {
  const [columns, products, cells, plans, asOf] = await Promise.all([
    activeColumns(db),
    pricedProducts(db),
    cellsOfActiveColumns(db),
    nextPlans(db),
    databaseNow(db),
  ])
  const byProduct = new Map<string, Cells>()
  for (const { product_id, column_id, ...cell } of cells) {
    const row = byProduct.get(product_id)
    if (row) row[column_id] = cell
    else byProduct.set(product_id, { [column_id]: cell })
  }
  for (const { product_id, column_id, ...planned } of plans) {
    const cell = byProduct.get(product_id)?.[column_id]
    if (cell) cell.planned = planned
  }
  const rows = inTreeOrder(products).map(({ order: _order, depth: _depth, ...product }) => ({
    product,
    cells: byProduct.get(product.id) ?? {},
  }))
  return { columns, rows, as_of: asOf } as List
}
