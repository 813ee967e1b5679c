import type { Product } from '#contract/price/product.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../db/handle.ts'
import { allProducts, type ProductRow } from './product-queries.ts'
import { depthOf, inTreeOrder } from './tree.ts'

/** A node as the contract answers it. */
export function shownProduct(row: ProductRow & { depth: number }): Product {
  const { name_search: _search, priced: _priced, ...rest } = row
  return rest as Product
}

/** The whole catalogue in the order of its tree. */
export async function productTree(db: Db): Promise<(ProductRow & { depth: number })[]> {
  return inTreeOrder(await allProducts(db))
}

export async function presentProduct(db: Db, id: string): Promise<Product> {
  const rows = await allProducts(db)
  const row = rows.find((one) => one.id === id)
  return row ? shownProduct({ ...row, depth: depthOf(rows, id) }) : refuse('common.not-found')
}

/** The fields that the trail compares. */
export function productAudit(row: ProductRow): object {
  const { name_search: _search, used: _used, priced: _priced, ...own } = row
  const { version: _version, id: _id, ...rest } = own
  return rest
}
