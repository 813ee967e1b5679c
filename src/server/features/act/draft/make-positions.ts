import type { positionInput } from '#contract/act/act-input.ts'
import { positionShapes } from '#contract/act/position-fields.ts'
import { mergeTyped } from '#contract/core/plain-fields.ts'
import type { WeightActLine } from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import type * as z from 'zod/mini'
import { actTotals, pieceAmount, weightAmount } from '../../../arithmetic/amounts.ts'
import type { PricedProduct, PositionRow, PositionValues } from './position-queries.ts'
import { priceOf, takePrevious, type PriceContext } from './position-price.ts'

type PositionInput = z.output<typeof positionInput>

/** Input of positions: lines of the act's weight acts, and products with the prices of one column. */
export interface PositionContext extends PriceContext {
  readonly lines: readonly WeightActLine[]
  /** Lines of the body in their order, as they were stored. */
  readonly ownLines: readonly WeightActLine[]
  readonly products: readonly PricedProduct[]
  /** Positions before this save: each gives its price to one position at most, where the price may stay at all. */
  readonly before: readonly PositionRow[]
}

// A hundred billion roubles: above it a slip of the hand, and far below where whole numbers end.
const MAX_AMOUNT = 10_000_000_000_000

/** Typed positions → rows with weights, prices and sums; a wrong one is refused at its field. */
export function makePositions(
  typed: readonly PositionInput[],
  context: PositionContext,
): PositionValues[] {
  const used = new Set<string>()
  const free = [...context.before]
  return typed.map((one, i) => {
    const line = lineOf(one, i, context)
    if (line && used.has(line.id)) wrong(i, 'line_id', 'Эта строка уже стоит в другой позиции')
    if (line) used.add(line.id)
    const productId = line?.product_id ?? one.product_id!
    const product = context.products.find(({ id }) => id === productId)
    if (!product) return wrong(i, 'product_id', 'Такого товара нет')
    const previous = takePrevious(free, one, product.id, line)
    // An existing position may stay; lines are validated with their weight act.
    if (!line && product.status !== 'active' && !previous) wrong(i, 'product_id', 'Товар в архиве')
    if ((product.measure === 'weight') !== (line !== undefined))
      wrong(i, line ? 'line_id' : 'product_id', measureProblem(product.measure))
    return position({ one, i, product, line, previous }, context)
  })
}

function lineOf(
  one: PositionInput,
  i: number,
  context: PositionContext,
): WeightActLine | undefined {
  if (one.line !== undefined)
    return context.ownLines[one.line] ?? wrong(i, 'line', 'Такой строки в запросе нет')
  if (one.line_id === undefined) return undefined
  const line = context.lines.find(({ id }) => id === one.line_id)
  return line ?? wrong(i, 'line_id', 'Такой строки нет в весовых актах этого акта')
}

function measureProblem(measure: string): string {
  return measure === 'weight'
    ? 'Товар принимают по весу: выберите строку весового акта'
    : 'Товар принимают поштучно: укажите количество'
}

interface MadePositions {
  readonly one: PositionInput
  readonly i: number
  readonly product: PricedProduct
  readonly line: WeightActLine | undefined
  /** The position before this save. */
  readonly previous: PositionRow | undefined
}

function position(
  { one, i, product, line, previous }: MadePositions,
  context: PriceContext,
): PositionValues {
  const price = priceOf(one, product, previous, context)
  if (!price) return wrong(i, 'override_reason', 'Цена не из прайса: укажите причину')
  const amount = amountOf(price.price_kop, line, one.qty)
  if (amount > MAX_AMOUNT)
    refuse('common.number-range', {
      fields: { [`positions.${i}.price_kop`]: 'Слишком большая сумма' },
    })
  // The name from the issued act stays as long as its price does.
  const named = price.from_issued_act ? previous! : product
  return {
    product_id: product.id,
    name: named.name,
    measure: product.measure,
    gost_category: named.gost_category,
    waste_code: named.waste_code,
    ...mergeTyped(positionShapes, one, previous),
    ...weightsOf(line),
    qty: line ? null : one.qty!,
    ...price,
    approver_id: null,
    amount_kop: amount,
  }
}

/** The weights of a line as a position copies them; none for products by piece. */
function weightsOf(line: WeightActLine | undefined) {
  return {
    line_id: line?.id ?? null,
    gross_g: line?.gross_g ?? null,
    tare_g: line?.tare_g ?? null,
    pack_g: line?.pack_g ?? null,
    phys_g: line?.phys_g ?? null,
    deductions: JSON.stringify(line?.deductions ?? []),
    base_g: line?.base_g ?? null,
    zasor_mode: line?.zasor_mode ?? null,
    zasor_bp: line?.zasor_bp ?? null,
    zasor_g: line?.zasor_g ?? null,
    net_g: line?.net_g ?? null,
  }
}

/** Totals of an act over its positions. */
export function totalsOf(positions: readonly Pick<PositionValues, 'net_g' | 'amount_kop'>[]) {
  return actTotals(positions.map((row) => ({ net_g: row.net_g ?? 0, amount_kop: row.amount_kop })))
}

/**
 * Positions as they could have been typed: prices of the list stay unsaid, others keep their reason. Plain fields are left out,
 * so they keep their previous values.
 */
export function toInput(rows: readonly PositionRow[]): PositionInput[] {
  return rows.map((row) => ({
    ...(row.line_id === null
      ? { product_id: row.product_id, qty: row.qty! }
      : { line_id: row.line_id }),
    ...(row.price_source === 'override' && row.price_kop !== null
      ? { price_kop: row.price_kop, override_reason: row.override_reason! }
      : {}),
  }))
}

function amountOf(
  price: number | null | undefined,
  line: WeightActLine | undefined,
  qty: number | undefined,
): number {
  if (price === null || price === undefined) return 0
  // A first estimate in floating point: exact arithmetic follows only where its result is safe.
  const rough = line ? (line.net_g / 1_000_000) * price : qty! * price
  if (rough > MAX_AMOUNT) return Number.MAX_SAFE_INTEGER
  return line ? weightAmount(line.net_g, price) : pieceAmount(qty!, price)
}

function wrong(i: number, field: string, message: string): never {
  return refuse('common.validation', { fields: { [`positions.${i}.${field}`]: message } })
}
