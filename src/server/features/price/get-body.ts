import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import {
  priceSheet,
  type PriceLine,
  type PriceSheetFacts,
} from '../../documents/kinds/price-sheet.ts'
import { textsOfDay } from '../../documents/texts/texts-of-day.ts'
import { pdfAnswer } from '../../documents/pdf/pdf-answer.ts'
import { getPrice } from './read-prices.ts'
import { companyHead } from './price-queries.ts'

/** price/getBody: the price list printed for a yard. */
export async function getBody(
  db: Db,
  { query }: CallInput<typeof price.getBody>,
): Promise<{ title: string; html: string }> {
  const facts = await priceFacts(db, query.column_id)
  const { texts } = await textsOfDay(db, 'price_sheet')
  return { title: facts.title, html: priceSheet.page(facts, texts) }
}

/** price/getPdf: the same as PDF/A. */
export async function getPdf(
  db: Db,
  { query }: CallInput<typeof price.getPdf>,
): Promise<RawAnswer> {
  const facts = await priceFacts(db, query.column_id)
  const { texts } = await textsOfDay(db, 'price_sheet')
  return pdfAnswer(db, {
    title: `${priceSheet.title}, ${facts.title}`,
    body: priceSheet.body(facts, texts),
    copies: query.copies,
  })
}

/** Products with a price in one column, under their groups. */
async function priceFacts(db: Db, columnId: string): Promise<PriceSheetFacts> {
  const { columns, rows, as_of } = await getPrice(db)
  const column = columns.find(({ id }) => id === columnId)
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
  return { company, title: column.title, at: as_of, timeZone: zoneOf(db), lines }
}
