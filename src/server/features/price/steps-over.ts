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
  const known = knownPrices(changes, facts)
  const steps: TimedStep[] = []
  for (const change of changes) {
    const { product_id, column_id, new_kop, at_us } = change
    const product = products.get(product_id)
    const column = columns.get(column_id)
    if (new_kop === null || !product || !column) continue
    const old_kop = furthestOf(previousPrices(known, change), new_kop)
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

/** The facts by cell. */
interface KnownPrices {
  readonly now_us: number
  readonly list: string | undefined
  /** What the default column pays now, and after these very changes, by product. */
  readonly listNow: ReadonlyMap<string, number | null>
  readonly listAfter: ReadonlyMap<string, number | null>
  readonly past: ReadonlyMap<string, readonly PastPrice[]>
  readonly waiting: ReadonlyMap<string, readonly TimedPrice[]>
}

function knownPrices(changes: readonly TimedChange[], facts: StepFacts): KnownPrices {
  const list = facts.columns.find(({ is_default }) => is_default)?.id
  const ofList = changes.filter(({ column_id, at_us }) => column_id === list && at_us === undefined)
  return {
    now_us: facts.now_us,
    list,
    listNow: new Map(facts.cells.map(({ product_id, price_kop }) => [product_id, price_kop])),
    listAfter: new Map(ofList.map(({ product_id, new_kop }) => [product_id, new_kop])),
    past: byCell(facts.past),
    waiting: byCell(facts.waiting),
  }
}

/** What a change is measured from, by the rules of `stepsOver`; null where there is no such price. */
function previousPrices(known: KnownPrices, change: TimedChange): (number | null)[] {
  const { product_id, column_id, old_kop, at_us } = change
  const key = keyOf(product_id, column_id)
  const past = known.past.get(key) ?? []
  const plan = at_us !== undefined && plannedBy(known, key, at_us - 1)
  const before = plan ? plan.price_kop : old_kop
  const dayBefore = (at_us ?? known.now_us) - DAY_US
  const planOfThen = plannedBy(known, key, dayBefore)
  const goneSince = past.find((row) => row.at_us > dayBefore && row.old_kop !== null)
  const lastOne = past.findLast((row) => row.old_kop !== null)
  return [
    before,
    planOfThen ? planOfThen.price_kop : (goneSince?.old_kop ?? old_kop),
    before === null ? (lastOne?.old_kop ?? null) : null,
    priceBesideList(known, change),
  ]
}

/** The price that a plan of a cell has put in force by a moment, undefined where none has. */
const plannedBy = ({ waiting }: KnownPrices, key: string, until_us: number) =>
  waiting.get(key)?.findLast(({ at_us }) => at_us <= until_us)

/** What a column would pay, had it moved with the default one since a second person saw it, thirty days at most. */
function priceBesideList(known: KnownPrices, change: TimedChange): number | null {
  const { product_id, column_id, old_kop } = change
  const { list, listNow } = known
  if (list === undefined || list === column_id) return null
  const past = known.past.get(keyOf(product_id, column_id)) ?? []
  const pastList = known.past.get(keyOf(product_id, list)) ?? []
  const since = past.findLast(({ is_confirmed }) => is_confirmed)?.at_us ?? -Infinity
  const own = past.find(({ at_us }) => at_us > since)
  const ofList = pastList.find(({ at_us }) => at_us > since)
  const ownThen = own ? own.old_kop : old_kop
  const listThen = ofList ? ofList.old_kop : (listNow.get(product_id) ?? null)
  const listPays = listPrice(known, change, keyOf(product_id, list))
  if (listPays === null) return ownThen
  if (ownThen === null || listThen === null || listThen === 0) return listPays
  return safe(divHalfUp(exact(listPays) * exact(ownThen), exact(listThen)))
}

/** What the default column pays while a change is in force: the least of it, since a list may be planned to rise and fall again. */
function listPrice(known: KnownPrices, change: TimedChange, listKey: string): number | null {
  const { product_id, column_id, at_us } = change
  const now = known.listNow.get(product_id) ?? null
  if (at_us === undefined) return known.listAfter.get(product_id) ?? now
  const first = plannedBy(known, listKey, at_us)?.price_kop ?? now
  const own = known.waiting.get(keyOf(product_id, column_id)) ?? []
  const next_us = own.find((row) => row.at_us > at_us)?.at_us ?? Infinity
  const later = (known.waiting.get(listKey) ?? [])
    .filter((row) => row.at_us > at_us && row.at_us < next_us)
    .map(({ price_kop }) => price_kop)
  const prices = [first, ...later].filter((price) => price !== null)
  return prices.length === 0 ? null : Math.min(...prices)
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
