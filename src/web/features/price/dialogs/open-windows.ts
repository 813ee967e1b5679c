import { quote } from '#contract/words/quote.ts'
import type { Block } from '../grid/grid-moves.ts'
import type { GridRow, List } from '../grid/grid-rows.ts'

/** The context in which the dialogs of the buttons and of the menu are opened; those of saving are in `open-conflicts.ts`. */
export interface OnSheet {
  readonly list: List
  readonly rows: readonly GridRow[]
  /** The active row and column, and the rows that are selected with them. */
  readonly row: number
  readonly col: number
  readonly block: Block
  readonly accept: (change: (now: List) => List) => void
  readonly canEdit: boolean
}

/** The history of the active price; where no price is active, as on a group, that of the column. */
export async function historyOf({ list, rows, row, col, canEdit }: OnSheet) {
  const [product, column] = [rows[row]?.row.product, list.columns[col]]
  if (!column) return
  const named = product?.kind === 'item' ? product : undefined
  const title = named ? `${named.name}, ${column.title}` : `История колонки ${quote(column.title)}`
  await openHistory({ productId: named?.id, columnId: column.id, title, canEdit })
}

/** A change of the active column, starting with the chosen products. */
export async function bulkOf({ list, rows, col, block, accept }: OnSheet) {
  const column = list.columns[col]
  if (!column) return
  const chosen = rows.slice(block.top, block.bottom + 1).map((one) => one.row.product)
  const productIds = chosen.filter(({ kind }) => kind === 'item').map(({ id }) => id)
  await openBulk(list, { columnId: column.id, productIds, accept })
}

async function openHistory(at: {
  productId: string | undefined
  columnId: string
  title: string
  canEdit: boolean
}) {
  const { showHistory } = await import('./history-dialog.tsx')
  return showHistory(at)
}

async function openBulk(
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
