import type { ReactNode } from 'react'
import type { Column } from '../list-types.ts'

/** Content of a cell. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.text(row) || '—'
}

/** What a row is called: the text of the column that heads its card on a phone. */
export function titleOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  const column = columns.find(({ card }) => card === 'title') ?? columns[0]
  return column?.text(row) ?? ''
}
