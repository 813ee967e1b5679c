import type { List } from './grid-rows.ts'
import type { CellKey, Edit } from './pending-prices.ts'

/** Windows of the price list are read when they are opened: the grid itself stays small. */
export async function openConflicts(list: List, conflicts: readonly (CellKey & { edit: Edit })[]) {
  const { showConflicts } = await import('./conflicts-dialog.tsx')
  return showConflicts(list, conflicts)
}

export async function openPlan(cells: readonly (CellKey & { edit: { value: number | null } })[]) {
  const { showPlan } = await import('./plan-dialog.tsx')
  return showPlan(cells)
}

export async function openHistory(at: {
  productId: string
  columnId: string
  title: string
  canEdit: boolean
}) {
  const { showHistory } = await import('./history-dialog.tsx')
  return showHistory(at)
}

export async function openBulk(
  list: List,
  start: { columnId: string; productIds: string[]; accept: (change: (now: List) => List) => void },
) {
  const { showBulk } = await import('./bulk-dialog.tsx')
  return showBulk(list, start)
}

export async function openColumns() {
  const { showColumns } = await import('./columns-dialog.tsx')
  return showColumns()
}
