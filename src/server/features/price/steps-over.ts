import { divHalfUp, exact, safe } from '../../arithmetic/rounding.ts'
import { isBeyond, type PriceStep } from '../company/prices/price-share.ts'
import type { CellAt, CellChange } from './cell-queries.ts'

/** A change of now, or one that is planned for a moment. */
export interface TimedChange extends CellChange {
  readonly at_us?: number
}

export interface TimedStep extends PriceStep {
  readonly at_us?: number
}

export interface TimedPrice {
  readonly price_kop: number | null
  readonly at_us: number
}

/** What a cell held before a moment; `is_confirmed`: a second person has seen what came after. */
export interface PastPrice {
  readonly old_kop: number | null
  readonly at_us: number
  readonly is_confirmed: boolean
}

/** Moments are microseconds since 1970; rows with one are sorted by it, past ones are of the last thirty days. */
export interface StepFacts {
  readonly products: readonly {
    readonly id: string
    readonly name: string
    readonly measure: 'weight' | 'piece'
    readonly share_bp: number
  }[]
  readonly columns: readonly {
    readonly id: string
    readonly title: string
    readonly is_default: boolean
  }[]
  /** What the default column pays now. */
  readonly cells: readonly (CellAt & { readonly price_kop: number | null })[]
  readonly waiting: readonly (CellAt & TimedPrice)[]
  readonly past: readonly (CellAt & PastPrice)[]
  readonly has_bought: boolean
  readonly now_us: number
}

const DAY_US = 86_400_000_000

const keyOf = (product_id: string, column_id: string) => `${product_id} ${column_id}`

function byCell<Row extends CellAt>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const cells = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row.product_id, row.column_id)
    const own = cells.get(key)
    if (own) own.push(row)
    else cells.set(key, [row])
  }
  return cells
}

/**
 * Changes beyond the share. A change is measured from the price before it and from that of a day before, so that many small ones are one; a
 * price that was taken away counts for thirty days. A column that is not the default one is also measured from what it paid beside the
 * default one thirty days ago, or a new column, or one that nobody looks at, would be a way to any price.
 */
export function stepsOver(changes: readonly TimedChange[], facts: StepFacts): TimedStep[] {
  const products = new Map(facts.products.map((product) => [product.id, product]))
  const columns = new Map(facts.columns.map((column) => [column.id, column]))
  const list = facts.columns.find(({ is_default }) => is_default)?.id
  const listCells = new Map(
    facts.cells.map(({ product_id, price_kop }) => [product_id, price_kop] as const),
  )
  const past = byCell(facts.past)
  const waiting = byCell(facts.waiting)
  const changedNow = new Map(
    changes
      .filter(({ at_us }) => at_us === undefined)
      .map((change) => [keyOf(change.product_id, change.column_id), change.new_kop] as const),
  )

  /** The first price of a cell that gave way after a moment, undefined where none did. */
  const heldAt = (key: string, after_us: number) =>
    past.get(key)?.find(({ at_us }) => at_us > after_us)
  /** The price that a plan of a cell has put in force by a moment, undefined where none has. */
  const plannedBy = (key: string, until_us: number) =>
    waiting.get(key)?.findLast(({ at_us }) => at_us <= until_us)

  const priceBefore = ({ product_id, column_id, old_kop, at_us }: TimedChange) => {
    const plan = at_us !== undefined && plannedBy(keyOf(product_id, column_id), at_us - 1)
    return plan ? plan.price_kop : old_kop
  }
  const priceOfDayBefore = ({ product_id, column_id, old_kop, at_us }: TimedChange) => {
    const key = keyOf(product_id, column_id)
    const moment = (at_us ?? facts.now_us) - DAY_US
    const plan = plannedBy(key, moment)
    if (plan) return plan.price_kop
    const gone = past.get(key)?.find((row) => row.at_us > moment && row.old_kop !== null)
    return gone ? gone.old_kop : old_kop
  }
  const lastPriceOf = ({ product_id, column_id }: CellAt) =>
    past.get(keyOf(product_id, column_id))?.findLast(({ old_kop }) => old_kop !== null)?.old_kop ??
    null

  /** What the default column pays while a change is in force: the least of it, since a list may be planned to rise and fall again. */
  const listPrice = ({ product_id, column_id, at_us }: TimedChange, list_id: string) => {
    const key = keyOf(product_id, list_id)
    const now = listCells.get(product_id) ?? null
    if (at_us === undefined) return changedNow.get(key) ?? now
    const first = plannedBy(key, at_us)?.price_kop ?? now
    const next = waiting.get(keyOf(product_id, column_id))?.find((row) => row.at_us > at_us)
    const later = (waiting.get(key) ?? [])
      .filter((row) => row.at_us > at_us && row.at_us < (next?.at_us ?? Infinity))
      .map(({ price_kop }) => price_kop)
    const prices = [first, ...later].filter((price) => price !== null)
    return prices.length === 0 ? null : Math.min(...prices)
  }
  /** What a column would pay now, had it moved with the default one since a second person saw it, thirty days at most. */
  const priceBesideList = (change: TimedChange) => {
    const { product_id, column_id, old_kop } = change
    if (list === undefined || list === column_id) return null
    const key = keyOf(product_id, column_id)
    const since = past.get(key)?.findLast(({ is_confirmed }) => is_confirmed)?.at_us ?? -Infinity
    const own = heldAt(key, since)
    const ofList = heldAt(keyOf(product_id, list), since)
    const ownThen = own ? own.old_kop : old_kop
    const listThen = ofList ? ofList.old_kop : (listCells.get(product_id) ?? null)
    const listNow = listPrice(change, list)
    if (listNow === null) return ownThen
    if (ownThen === null || listThen === null || listThen === 0) return listNow
    return safe(divHalfUp(exact(listNow) * exact(ownThen), exact(listThen)))
  }

  const steps: TimedStep[] = []
  for (const change of changes) {
    const { product_id, column_id, new_kop, at_us } = change
    const product = products.get(product_id)
    const column = columns.get(column_id)
    if (new_kop === null || !product || !column) continue
    const before = priceBefore(change)
    const previous = [
      before,
      priceOfDayBefore(change),
      before === null ? lastPriceOf(change) : null,
      priceBesideList(change),
    ]
    const old_kop = furthestOf(previous, new_kop)
    if (!isBeyond(old_kop, new_kop, { share_bp: product.share_bp, has_bought: facts.has_bought }))
      continue
    const { name, measure } = product
    const column_title = column.title
    const step = { product_id, column_id, name, column_title, measure, old_kop, new_kop }
    steps.push(at_us === undefined ? step : { ...step, at_us })
  }
  return steps.toSorted(
    (a, b) =>
      distanceOf(b) - distanceOf(a) ||
      a.name.localeCompare(b.name, 'ru') ||
      keyOf(a.product_id, a.column_id).localeCompare(keyOf(b.product_id, b.column_id)),
  )
}

const distanceOf = ({ old_kop, new_kop }: PriceStep) => Math.abs(new_kop - (old_kop ?? 0))

/** The previous price that the new one is furthest from by share, null where there is none. */
function furthestOf(previous: readonly (number | null)[], new_kop: number): number | null {
  let furthest: number | null = null
  for (const kop of previous)
    if (kop !== null && (furthest === null || isFurther(kop, furthest, new_kop))) furthest = kop
  return furthest
}

function isFurther(kop: number, than_kop: number, new_kop: number): boolean {
  const distance = (price: number) => exact(Math.abs(new_kop - price))
  const size = (price: number) => exact(Math.max(price, 1))
  return distance(kop) * size(than_kop) > distance(than_kop) * size(kop)
}
