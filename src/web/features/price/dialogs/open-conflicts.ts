import type { List } from '../grid/grid-rows.ts'
import type { CellKey, Edit } from '../edit/pending-prices.ts'

/** Dialogs of the price list are loaded when they are opened, so that the grid itself stays small. */
export async function openConflicts(list: List, conflicts: readonly (CellKey & { edit: Edit })[]) {
  const { showConflicts } = await import('./conflicts-dialog.tsx')
  return showConflicts(list, conflicts)
}

export async function openPlan(cells: readonly (CellKey & { edit: { value: number | null } })[]) {
  const { showPlan } = await import('./plan-dialog.tsx')
  return showPlan(cells)
}
