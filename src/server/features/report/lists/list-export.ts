import type { CallSpec } from '#contract/core/call.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import type { SumMeaning } from '#contract/core/sum-meanings.ts'
import type { ColumnKind, ColumnValue, ListColumn, ListColumns } from '#contract/lists/column.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { countUpTo } from '../../../db/query/list-page.ts'
import { walkList, type ListSpec } from '../../../list/lists.ts'

/** More rows than this are refused: the filter must be narrowed (domain.md 11). */
export const MAX_ROWS = 200_000

/** The calendar day of an instant in the company's zone. */
export type DayOf = (instant: string) => string

/** A column of a file, its cells in the product's own units. */
export interface ExportColumn<Row> {
  readonly title: string
  readonly kind: ColumnKind
  readonly value: (row: Row, dayOf: DayOf) => ColumnValue
  /** What the row adds to the last line, as the footer of the screen counts it. */
  readonly sum?: (row: Row) => number
  /** What a sum of money adds up. */
  readonly sums?: SumMeaning
}

export type ExportColumns<Row> = Readonly<Record<string, ExportColumn<Row>>>

/** One reading of a list: both parts must run in one transaction. */
export interface OpenList<Row> {
  /** Rows up to one more than may be written. */
  readonly count: () => Promise<number>
  readonly pages: () => AsyncGenerator<Row[]>
}

/** A list of the screens that can be written to a file. */
export interface ExportedList<Row = unknown> {
  readonly call: CallSpec
  readonly title: string
  readonly columns: ExportColumns<Row>
  /** A filter that the list's own call has accepted. */
  open(db: Tx, filter: object): OpenList<Row>
}

interface ListExportSpec<
  Filter,
  S extends string,
  D,
  T extends keyof D,
  Found extends object,
  Item,
  Row,
> {
  readonly call: CallSpec
  readonly title: string
  readonly columns: ListColumns<Row>
  readonly list: (db: Db, filter: Filter) => ListSpec<S, D, T, Found, Item, unknown>
  /** Where the list's items are no rows yet: it gives ids only, or texts are read beside them. */
  readonly rows: (db: Db, items: Item[]) => Promise<Row[]> | Row[]
}

/** Binds the columns of a screen to the list that fills it with its rows. */
export function listExport<
  Filter,
  S extends string,
  D,
  T extends keyof D,
  Found extends object,
  Row,
>(spec: Omit<ListExportSpec<Filter, S, D, T, Found, Row, Row>, 'rows'>): ExportedList {
  return listExportFrom({ ...spec, rows: (_, items) => items })
}

/** The same for a list whose rows are made from its items. */
export function listExportFrom<
  Filter,
  S extends string,
  D,
  T extends keyof D,
  Found extends object,
  Item,
  Row,
>(spec: ListExportSpec<Filter, S, D, T, Found, Item, Row>): ExportedList {
  const { list, rows, columns, ...rest } = spec
  return {
    ...rest,
    columns: exportColumns(columns),
    open: (db: Tx, filter: Filter) => ({
      count: () => countUpTo(db.q, list(db, filter).from, MAX_ROWS + 1),
      pages: async function* () {
        for await (const items of walkList(db, list(db, filter), MAX_ROWS))
          yield await rows(db, items)
      },
    }),
  } as ExportedList
}

/** The columns of a file, by their ids as the screen knows them. */
export function exportColumns<Row>(columns: ListColumns<Row>): ExportColumns<Row> {
  return Object.fromEntries(
    Object.entries(columns).map(([id, column]) => [id, exportColumn(column)]),
  )
}

function exportColumn<Row>(column: ListColumn<Row>): ExportColumn<Row> {
  const { title, total, addend, sums } = column
  const addsValue = addend === true || (!addend && total)
  const sum = addsValue ? (row: Row) => Number(column.value(row) ?? 0) : addend
  return {
    title,
    kind: column.kind === 'status' ? 'text' : column.kind,
    value: (row, dayOf) => fileValue(column, row, dayOf),
    ...(sum && { sum }),
    ...(sums && { sums }),
  }
}

function fileValue<Row>(column: ListColumn<Row>, row: Row, dayOf: DayOf): ColumnValue {
  const value = column.value(row)
  if (value === null || value === undefined) return null
  if (column.kind === 'status') return statusTitle(column.of, String(value))
  return column.kind === 'day' && isInstant(value) ? dayOf(value) : value
}

const isInstant = (value: ColumnValue): value is string =>
  typeof value === 'string' && value.includes('T')
