import type { RefObject } from 'react'
import type { Sheet } from './grid-actions.ts'
import type { Selection } from './grid-moves.ts'
import type { Change, Pending } from '../edit/pending-prices.ts'
import type { Foreign } from './price-cell.tsx'

export interface PriceGridProps extends Omit<Sheet, 'edits'> {
  pending: Pending
  foreign: ReadonlyMap<string, ReadonlyMap<string, Foreign>>
  selection: Selection
  select: (selection: Selection) => void
  canEdit: boolean
  /** Absent where columns may not be moved. */
  moveColumn?: ((from: number, to: number) => void) | undefined
  write: (changes: Change[]) => void
  undo: () => void
  redo: () => void
  fold: (groupId: string) => void
  /** At a place of the window, in pixels. */
  askMenu: (x: number, y: number) => void
  /** The only tab stop of the grid. */
  grid: RefObject<HTMLDivElement | null>
}
