import type { List } from './grid-rows.ts'

/** Windows of the buttons; those of saving open by themselves (`open-conflicts.ts`). */
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
