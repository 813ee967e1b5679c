import type { ReactNode } from 'react'
import type { Column } from '../list-types.ts'

/** Content of a cell. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row) || '—'
}
