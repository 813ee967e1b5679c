import { useEffect, useRef, useState } from 'react'
import { price } from '#contract/price/price.ts'
import { queryClient } from '#web/api/query-client.ts'
import { callKey, useCall } from '#web/api/use-call.ts'
import type { List } from './grid/grid-rows.ts'
import type { CellKey, Stand } from './edit/pending-prices.ts'
import type { Foreign } from './grid/price-cell.tsx'

/** How long a price changed by another user stays marked, ms. */
const MARKED_MS = 8000

type Marks = ReadonlyMap<string, ReadonlyMap<string, Foreign>>

/** The current list; changes by other users are marked for a while, changes saved here are not. */
export function usePriceList() {
  const list = useCall(price.get, {}, { keepPrevious: true })
  const { data, refetch } = list
  const known = useRef<List>(undefined)
  const [foreign, setForeign] = useState<Marks>(new Map())
  useEffect(() => {
    const before = known.current
    known.current = data
    if (!before || !data) return
    const marks = changesOf(before, data)
    if (marks.size > 0) setForeign(marks)
  }, [data])
  useEffect(() => {
    if (foreign.size === 0) return undefined
    const timer = setTimeout(() => setForeign(new Map()), MARKED_MS)
    return () => clearTimeout(timer)
  }, [foreign])
  useEffect(() => {
    const next = data && nearestPlan(data)
    if (next === undefined) return undefined
    const timer = setTimeout(() => void refetch(), Math.min(next + 500, LONGEST_MS))
    return () => clearTimeout(timer)
  }, [data, refetch])
  /** The answer to this user's own call: not a change by another user. */
  const accept = (change: (now: List) => List) => {
    const key = callKey(price.get, {})
    const now = queryClient.getQueryData<List>(key)
    if (!now) return
    known.current = change(now)
    queryClient.setQueryData(key, known.current)
  }
  return { ...list, foreign, accept }
}

// A longer timer would not fit into the browser's 32 bits.
const LONGEST_MS = 3_600_000

/** Milliseconds from the answer until the next planned price takes effect, both times by the server's clock. */
function nearestPlan(list: List): number | undefined {
  const moments = list.rows.flatMap((row) =>
    Object.values(row.cells).flatMap((cell) => (cell.planned ? [cell.planned.from_at] : [])),
  )
  if (moments.length === 0) return undefined
  return Date.parse(moments.reduce((a, b) => (a < b ? a : b))) - Date.parse(list.as_of)
}

function changesOf(before: List, after: List): Marks {
  const rowsBefore = new Map(before.rows.map((row) => [row.product.id, row]))
  const marks = new Map<string, Map<string, Foreign>>()
  for (const row of after.rows) {
    const old = rowsBefore.get(row.product.id)
    if (!old || old === row) continue
    for (const [column, cell] of Object.entries(row.cells)) {
      const was = old.cells[column]
      if ((was?.version ?? 0) >= cell.version || (was?.price_kop ?? null) === cell.price_kop)
        continue
      const marked = marks.get(row.product.id) ?? new Map<string, Foreign>()
      marks.set(row.product.id, marked)
      marked.set(column, { at: cell.updated_at, by: cell.updated_by_name })
    }
  }
  return marks
}

/** What the server has in each cell. */
export function standsOf(list: List): (key: CellKey) => Stand {
  const rows = new Map(list.rows.map((row) => [row.product.id, row.cells]))
  return ({ product, column }) => {
    const cell = rows.get(product)?.[column]
    return { kop: cell?.price_kop ?? null, version: cell?.version }
  }
}

export interface SavedPrice extends CellKey {
  readonly kop: number | null
  readonly version: number
}

/** The list with the prices that were just accepted; unchanged rows stay the same objects. */
export function withSavedPrices(list: List, saved: readonly SavedPrice[], by: string | null): List {
  const byRow = Map.groupBy(saved, ({ product }) => product)
  const updated_at = new Date().toISOString()
  const rows = list.rows.map((row) => {
    const own = byRow.get(row.product.id)
    if (!own) return row
    const cells = { ...row.cells }
    for (const { column, kop, version } of own)
      // A newer version by another user has already arrived.
      if ((cells[column]?.version ?? 0) < version)
        cells[column] = {
          ...cells[column],
          price_kop: kop,
          version,
          updated_at,
          updated_by_name: by,
        }
    return { ...row, cells }
  })
  return { ...list, rows }
}
