import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { priceSheet, type PriceLine } from '../../documents/kinds/price-sheet.ts'
import { getPrice } from './get-price.ts'
import { companyHead } from './price-queries.ts'

/** price/getBody: the price list printed for a yard: products with a price in one column, under their groups. */
export async function getBody(
  db: Db,
  input: CallInput<typeof price.getBody>,
): Promise<{ title: string; html: string }> {
  const { columns, rows, as_of } = await getPrice(db)
  const column = columns.find(({ id }) => id === input.query.column_id)
  if (!column) refuse('common.not-found')
  const lines: PriceLine[] = []
  // A group is written only when something under it has a price.
  let groups: PriceLine[] = []
  const parents = new Map(rows.map(({ product }) => [product.id, product.parent_id]))
  const depthOf = (id: string): number => {
    const parent = parents.get(id)
    return parent ? depthOf(parent) + 1 : 0
  }
  for (const { product, cells } of rows) {
    const depth = depthOf(product.id)
    groups = groups.filter((group) => group.depth < depth)
    if (product.kind === 'group') groups.push({ depth, name: product.name })
    const kop = cells[column.id]?.price_kop
    if (kop === undefined || kop === null) continue
    lines.push(...groups.splice(0))
    const { code, name, measure } = product
    lines.push({ depth, name, code, kop, unit: measure === 'piece' ? 'шт.' : 'т' })
  }
  const company = await companyHead(db)
  const html = priceSheet.page({
    company,
    title: column.title,
    at: as_of,
    timeZone: zoneOf(db),
    lines,
  })
  return { title: column.title, html }
}
