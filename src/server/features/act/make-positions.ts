import type { positionInput } from '#contract/act-input.ts'
import type { WeightActLine } from '#contract/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import type * as z from 'zod/mini'
import { actTotals, pieceAmount, weightAmount } from '../../arithmetic/amounts.ts'
import type { Goods, PositionRow, PositionValues } from './position-queries.ts'

type Typed = z.output<typeof positionInput>

/** What positions are made from: lines of the act's weight acts, and goods with the prices of one column. */
export interface Grounds {
  readonly lines: readonly WeightActLine[]
  /** Lines of the body in their order, as they were stored. */
  readonly ownLines: readonly WeightActLine[]
  readonly goods: readonly Goods[]
  /** Positions before this save: a price that was kept stays kept. */
  readonly before: readonly PositionRow[]
}

// A hundred billion roubles: above it a slip of the hand, and far below where whole numbers end.
const MAX_AMOUNT = 10_000_000_000_000

/** Typed positions → rows with weights, prices and sums; a wrong one is refused at its field. */
export function makePositions(typed: readonly Typed[], grounds: Grounds): PositionValues[] {
  const used = new Set<string>()
  return typed.map((one, i) => {
    const line = lineOf(one, i, grounds)
    if (line && used.has(line.id)) wrong(i, 'line_id', 'Эта строка уже стоит в другой позиции')
    if (line) used.add(line.id)
    const productId = line?.product_id ?? one.product_id!
    const goods = grounds.goods.find(({ id }) => id === productId)
    if (!goods) return wrong(i, 'product_id', 'Такого товара нет')
    if (!line && goods.status !== 'active') wrong(i, 'product_id', 'Товар в архиве')
    if ((goods.measure === 'weight') !== (line !== undefined))
      wrong(i, line ? 'line_id' : 'product_id', measureProblem(goods.measure))
    return position(one, i, goods, line, grounds)
  })
}

function lineOf(one: Typed, i: number, grounds: Grounds): WeightActLine | undefined {
  if (one.line !== undefined)
    return grounds.ownLines[one.line] ?? wrong(i, 'line', 'Такой строки в запросе нет')
  if (one.line_id === undefined) return undefined
  const line = grounds.lines.find(({ id }) => id === one.line_id)
  return line ?? wrong(i, 'line_id', 'Такой строки нет в весовых актах этого акта')
}

function measureProblem(measure: string): string {
  return measure === 'weight'
    ? 'Товар принимают по весу: выберите строку весового акта'
    : 'Товар принимают поштучно: укажите количество'
}

function position(
  one: Typed,
  i: number,
  goods: Goods,
  line: WeightActLine | undefined,
  grounds: Grounds,
): PositionValues {
  const price = priced(one, i, goods, line, grounds)
  const amount = amountOf(price.price_kop, line, one.qty)
  if (amount > MAX_AMOUNT)
    refuse('common.number-range', {
      fields: { [`positions.${i}.price_kop`]: 'Слишком большая сумма' },
    })
  return {
    product_id: goods.id,
    name: goods.name,
    measure: goods.measure,
    gost_category: goods.gost_category,
    waste_code: goods.waste_code,
    description: one.description ?? null,
    ...weightsOf(line),
    qty: line ? null : one.qty!,
    column_id: goods.column_id,
    ...price,
    approver_id: null,
    amount_kop: amount,
  }
}

/** The weights of a line as a position copies them; none for goods by piece. */
export function weightsOf(line: WeightActLine | undefined) {
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

/** Positions as they could have been typed: list prices are looked up anew, others keep their reason. */
export function typedAgain(rows: readonly PositionRow[]): Typed[] {
  return rows.map((row) => ({
    ...(row.line_id === null
      ? { product_id: row.product_id, qty: row.qty! }
      : { line_id: row.line_id }),
    ...(row.price_source === 'override' && row.price_kop !== null
      ? { price_kop: row.price_kop, override_reason: row.override_reason! }
      : { take_price: true }),
    description: row.description,
  }))
}

type Price = Pick<
  PositionValues,
  'base_price_kop' | 'price_kop' | 'price_source' | 'override_reason'
>

/** The list's price, a price that was kept since an earlier save, or another one with its reason. */
function priced(
  one: Typed,
  i: number,
  goods: Goods,
  line: WeightActLine | undefined,
  { before }: Grounds,
): Price {
  const base = goods.price_kop
  const kept = one.take_price ? undefined : before.find((row) => isOf(row, goods.id, line))
  const wanted = one.take_price ? base : (one.price_kop ?? kept?.price_kop ?? base)
  if (wanted === base) return fromList(base, base)
  if (kept && kept.price_source === 'list' && kept.price_kop === wanted)
    return fromList(kept.base_price_kop, wanted)
  const reason = one.override_reason ?? (kept?.price_kop === wanted ? kept.override_reason : null)
  if (!reason) return wrong(i, 'override_reason', 'Цена не из прайса: укажите причину')
  return {
    base_price_kop: base,
    price_kop: wanted,
    price_source: 'override',
    override_reason: reason,
  }
}

function fromList(base: number | null, price: number | null): Price {
  return {
    base_price_kop: base,
    price_kop: price,
    price_source: 'list',
    override_reason: null,
  }
}

function isOf(row: PositionRow, productId: string, line: WeightActLine | undefined): boolean {
  return row.product_id === productId && row.line_id === (line?.id ?? null)
}

function amountOf(
  price: number | null | undefined,
  line: WeightActLine | undefined,
  qty: number | undefined,
): number {
  if (price === null || price === undefined) return 0
  // A first look in floating point: exact arithmetic follows only where its result is safe.
  const rough = line ? (line.net_g / 1_000_000) * price : qty! * price
  if (rough > MAX_AMOUNT) return Number.MAX_SAFE_INTEGER
  return line ? weightAmount(line.net_g, price) : pieceAmount(qty!, price)
}

function wrong(i: number, field: string, message: string): never {
  return refuse('common.validation', { fields: { [`positions.${i}.${field}`]: message } })
}
