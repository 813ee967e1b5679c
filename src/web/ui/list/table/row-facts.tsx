import { Facts } from '../../layout/facts.tsx'
import { cellOf } from './cell-text.ts'
import type { Column } from '../list-types.ts'

/** For a list without a side card of its own. */
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
