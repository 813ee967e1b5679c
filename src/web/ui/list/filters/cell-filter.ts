import type { ListState } from '../address/list-address.ts'
import type { Column, ListFilter } from '../list-types.ts'

interface Narrowing {
  statuses: readonly string[]
  filters: readonly ListFilter[]
}

type Change = Partial<ListState>

/** How a cell's value narrows the list: to it alone, or to everything else; absent where the contract cannot. */
export function cellFilter<Row>(
  column: Column<Row> | undefined,
  row: Row,
  state: ListState,
  { statuses, filters }: Narrowing,
): { only?: Change; except?: Change } {
  if (!column) return {}
  const values = row as Record<string, unknown>
  const status = values['status']
  if (column.id === 'status' && typeof status === 'string' && statuses.includes(status))
    return {
      only: { status: [status] },
      except: { status: statuses.filter((other) => other !== status) },
    }
  const filter = filters.find(({ key }) => key === (column.filter ?? column.id))
  const value = filter && values[filter.key]
  if (filter && filter.options.some((option) => option.value === value))
    return { only: { own: { ...state.own, [filter.key]: String(value) } } }
  const text = column.found ? column.text(row).trim() : ''
  return text ? { only: { q: text.slice(0, MAX_SEARCH) } } : {}
}

/** The contract's bound of `search`. */
const MAX_SEARCH = 100
