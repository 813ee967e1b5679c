import type { positionInput } from '#contract/act/act-input.ts'
import type { repriceReasons } from '#contract/act/act-entities.ts'
import type { WeightActLine } from '#contract/weight-act/weight-act-entities.ts'
import type * as z from 'zod/mini'
import type { PricedProduct, PositionRow, PositionValues } from './position-queries.ts'

type PositionInput = z.output<typeof positionInput>

/** For whom prices are read, and the moment of the database at which they are. */
export interface PriceContext {
  readonly supplierId: string
  readonly now: string
}

type RepriceReason = (typeof repriceReasons)[number]

type Price = Pick<
  PositionValues,
  | 'column_id'
  | 'base_price_kop'
  | 'base_price_supplier_id'
  | 'base_price_at'
  | 'price_kop'
  | 'price_source'
  | 'override_reason'
  | 'previous_price_kop'
  | 'reprice_reason'
> & { from_issued_act: boolean }

/**
 * The position of the same line before the save, removed from `free` so that it serves one position alone: that of the same
 * line, or of pieces of the same product, first of all with the same count.
 */
export function takePrevious(
  free: PositionRow[],
  typed: PositionInput,
  productId: string,
  line: WeightActLine | undefined,
): PositionRow | undefined {
  const isOf = (row: PositionRow) =>
    row.product_id === productId && row.line_id === (line?.id ?? null)
  const exact = free.findIndex((row) => isOf(row) && (line !== undefined || row.qty === typed.qty))
  const index = exact < 0 ? free.findIndex(isOf) : exact
  return index < 0 ? undefined : free.splice(index, 1)[0]
}

/**
 * The price of a position by decision 20: the paper's own in a correction, the list's that was read for this very supplier,
 * column and load, the list's of now, or a typed one with its reason; undefined where that reason is wanting.
 */
export function priceOf(
  typed: PositionInput,
  product: PricedProduct,
  previous: PositionRow | undefined,
  context: PriceContext,
): Price | undefined {
  const reason = previous && repriceReasonOf(previous, typed, product, context)
  const previousPosition = reason ? undefined : previous
  const base = product.price_kop
  const wanted = typed.take_price ? base : (typed.price_kop ?? previousPosition?.price_kop ?? base)
  if (
    previousPosition?.from_issued_act &&
    !typed.take_price &&
    wanted === previousPosition.price_kop
  )
    return keptPrice(previousPosition, typed.override_reason)
  const now = {
    column_id: product.column_id,
    base_price_kop: base,
    base_price_supplier_id: context.supplierId,
    base_price_at: context.now,
    from_issued_act: false,
  }
  const note = typed.take_price ? NO_NOTE : noteOf(previous, reason, wanted)
  if (wanted === base)
    return { ...now, price_kop: base, price_source: 'list', override_reason: null, ...note }
  if (previousPosition?.price_source === 'list' && previousPosition.price_kop === wanted)
    return keptPrice(previousPosition)
  const why =
    typed.override_reason ??
    (previousPosition?.price_kop === wanted ? previousPosition.override_reason : null)
  if (!why) return undefined
  return { ...now, price_kop: wanted, price_source: 'override', override_reason: why, ...NO_NOTE }
}

const NO_NOTE = { previous_price_kop: null, reprice_reason: null }

/** Why the previous price cannot stay; undefined while everything it depends on is unchanged. */
function repriceReasonOf(
  previous: PositionRow,
  typed: PositionInput,
  product: PricedProduct,
  { supplierId }: PriceContext,
): RepriceReason | undefined {
  if (previous.base_price_at === null) return 'unproven'
  if (previous.base_price_supplier_id !== supplierId) return 'supplier'
  if (!previous.from_issued_act && previous.column_id !== product.column_id) return 'column'
  // Pieces that came later come at the price of the day they came.
  return previous.qty !== null && typed.qty! > previous.qty ? 'quantity' : undefined
}

/** The note about a replaced price; it stays in the draft as long as the new price does. */
function noteOf(
  previous: PositionRow | undefined,
  reason: RepriceReason | undefined,
  price: number | null,
): Pick<Price, 'previous_price_kop' | 'reprice_reason'> {
  if (!previous || previous.price_kop === null) return NO_NOTE
  if (previous.price_kop !== price)
    return reason ? { previous_price_kop: previous.price_kop, reprice_reason: reason } : NO_NOTE
  const { previous_price_kop, reprice_reason } = previous
  return { previous_price_kop, reprice_reason }
}

function keptPrice(previous: PositionRow, overrideReason?: string): Price {
  const isOverride = previous.price_source === 'override'
  return {
    column_id: previous.column_id,
    base_price_kop: previous.base_price_kop,
    base_price_supplier_id: previous.base_price_supplier_id,
    base_price_at: previous.base_price_at,
    from_issued_act: previous.from_issued_act,
    price_kop: previous.price_kop,
    price_source: previous.price_source,
    override_reason: isOverride ? (overrideReason ?? previous.override_reason) : null,
    previous_price_kop: previous.previous_price_kop,
    reprice_reason: previous.reprice_reason,
  }
}

/** Positions whose price was not read for this supplier from the supplier's present column (I20, decision 20). */
export function unprovenPrices(
  positions: readonly PositionRow[],
  supplierId: string,
  columnId: string | undefined,
): PositionRow[] {
  return positions.filter(
    (row) =>
      row.price_kop !== null &&
      (row.base_price_at === null ||
        row.base_price_supplier_id !== supplierId ||
        (!row.from_issued_act && row.column_id !== columnId)),
  )
}
