import { serverNow } from '#web/ui/server-clock.ts'
import type { CallResult } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { day } from '#web/ui/format.ts'

export type List = CallResult<typeof price.get>
export type ListRow = List['rows'][number]
export type Column = List['columns'][number]

/** A row as the grid shows it. */
export interface GridRow {
  readonly row: ListRow
  readonly depth: number
  /** The row index of its group, -1 at the top. */
  readonly group: number
  readonly folded: boolean
}

export interface RowFilter {
  readonly words: string
  readonly priced: boolean
  readonly today: boolean
  readonly folded: ReadonlySet<string>
}

/** Rows that fit the filter, with the groups around them; what lies in a folded group is left out. */
export function gridRows(list: List, wanted: RowFilter): GridRow[] {
  const fits = fitting(list, wanted)
  const rows: GridRow[] = []
  const places = new Map<string, number>()
  const hidden = new Set<string>()
  for (const row of list.rows) {
    const { id, parent_id, kind } = row.product
    const inside = parent_id !== null && hidden.has(parent_id)
    const folded = kind === 'group' && wanted.folded.has(id)
    if (inside || folded) hidden.add(id)
    if (inside || !fits.has(id)) continue
    const group = parent_id === null ? -1 : (places.get(parent_id) ?? -1)
    const depth = group < 0 ? 0 : rows[group]!.depth + 1
    if (kind === 'group') places.set(id, rows.length)
    rows.push({ row, depth, group, folded })
  }
  return rows
}

function fitting(list: List, { words, priced, today }: RowFilter): Set<string> {
  const asked = words.trim().toLocaleLowerCase('ru')
  const fits = new Set<string>()
  const named = new Set<string>()
  const parents = new Map(list.rows.map(({ product }) => [product.id, product.parent_id]))
  const now = day(new Date(serverNow()).toISOString())
  for (const row of list.rows) {
    const { id, parent_id, kind, name, code } = row.product
    const text = `${name} ${code ?? ''}`.toLocaleLowerCase('ru')
    const found = text.includes(asked) || (parent_id !== null && named.has(parent_id))
    if (found && kind === 'group') named.add(id)
    if (!found || (kind === 'group' && (asked || priced || today))) continue
    const cells = Object.values(row.cells)
    if (priced && !cells.some((cell) => cell.price_kop !== null)) continue
    if (today && !cells.some((cell) => day(cell.updated_at) === now)) continue
    // With a found row its groups are shown, whatever their own names.
    for (let at: string | null = id; at !== null && !fits.has(at); at = parents.get(at) ?? null)
      fits.add(at)
  }
  return fits
}
