/** A place in the grid: the row among those shown, the price column. */
export interface Place {
  readonly row: number
  readonly col: number
}

export interface Size {
  readonly rows: number
  readonly cols: number
  /** Rows that fit into view. */
  readonly page: number
}

interface PressedKey {
  readonly code: string
  readonly ctrl: boolean
}

/** Where a key leads; undefined for a key that does not move. */
export function moveCursor(
  { code, ctrl }: PressedKey,
  { row, col }: Place,
  size: Size,
): Place | undefined {
  const [lastRow, lastCol] = [size.rows - 1, size.cols - 1]
  switch (code) {
    case 'ArrowUp':
      return within({ row: ctrl ? 0 : row - 1, col }, size)
    case 'ArrowDown':
      return within({ row: ctrl ? lastRow : row + 1, col }, size)
    case 'ArrowLeft':
      return within({ row, col: ctrl ? 0 : col - 1 }, size)
    case 'ArrowRight':
      return within({ row, col: ctrl ? lastCol : col + 1 }, size)
    case 'Home':
      return within({ row: ctrl ? 0 : row, col: 0 }, size)
    case 'End':
      return within({ row: ctrl ? lastRow : row, col: lastCol }, size)
    case 'PageUp':
      return within({ row: row - size.page, col }, size)
    case 'PageDown':
      return within({ row: row + size.page, col }, size)
    default:
      return undefined
  }
}

export function within({ row, col }: Place, { rows, cols }: Size): Place {
  return {
    row: Math.max(0, Math.min(row, rows - 1)),
    col: Math.max(0, Math.min(col, cols - 1)),
  }
}

/** Two corners of the selection; typing goes to `active`. */
export interface Selection {
  readonly anchor: Place
  readonly active: Place
}

export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export function blockOf({ anchor, active }: Selection): Block {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.col, active.col),
    right: Math.max(anchor.col, active.col),
  }
}
