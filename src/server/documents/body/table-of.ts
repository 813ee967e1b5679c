import type { Table, TableColumn, TableRow } from './blocks.ts'

type Cell = string | number | null | undefined | false

/** A column of a printed table, named once: its head, its kind, what it writes in a row and in the last line. */
export interface PrintedColumn<Row> extends TableColumn {
  value(row: Row, index: number): Cell
  /** The content of the line of totals. */
  readonly total?: string
}

interface TableParts<Row> {
  readonly columns: readonly PrintedColumn<Row>[]
  readonly rows: readonly Row[]
  readonly variant?: (row: Row) => TableRow['variant']
  /** Whether a row goes on with the record of the row before. */
  readonly joined?: (row: Row) => boolean
  readonly numbered?: boolean
  readonly size?: number
}

/** Puts rows into columns; «Итого» spans the columns before the first that has a total. */
export function tableOf<Row>({
  columns,
  rows,
  variant,
  joined,
  size = 8,
  ...rest
}: TableParts<Row>): Table {
  const span = columns.findIndex(({ total }) => total !== undefined)
  return {
    is: 'table',
    variant: 'grid',
    size,
    ...rest,
    columns: columns.map(({ value: _value, total: _total, ...column }) => column),
    rows: rows.map((row, index) => {
      const cells = columns.map(({ value }) => textOf(value(row, index)))
      const its = variant?.(row)
      return { cells, ...(its && { variant: its }), ...(joined?.(row) && { joined: true }) }
    }),
    ...(span > 0 && {
      total: { span, cells: columns.slice(span).map(({ total }) => total ?? '') },
    }),
  }
}

function textOf(cell: Cell): string {
  return cell === null || cell === undefined || cell === false ? '' : String(cell)
}
