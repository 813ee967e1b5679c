import { Facts } from '../../layout/facts.tsx'
import { cellOf } from './cell-text.ts'
import type { Column } from '../list-types.ts'

/** Of a list whose rows the peek knows nothing more of. */
export interface RowFactsProps<Row> {
  columns: Column<Row>[]
  row: Row
}

/** All columns of one row under each other. */
export function RowFacts<Row>({ columns, row }: RowFactsProps<Row>) {
  return (
    <Facts facts={columns.map((column) => ({ label: column.title, value: cellOf(column, row) }))} />
  )
}
