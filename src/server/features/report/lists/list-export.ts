import type { CallSpec } from '#contract/core/call.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { countUpTo } from '../../../db/query/list-page.ts'
import { walkList, type ListSpec } from '../../../list/lists.ts'
import type { SheetKind, SheetValue } from '../../../sheets/columns.ts'

/** More rows than this are refused: the filter must be narrowed (domain.md 11). */
export const MAX_ROWS = 200_000

/** The calendar day of an instant in the company's zone. */
export type DayOf = (instant: string) => string

/** A column as the screen shows it: the same id, the same title, the cell in the product's own units. */
export interface ExportColumn<Row> {
  readonly title: string
  readonly kind: SheetKind
  readonly value: (row: Row, dayOf: DayOf) => SheetValue
  /** What the row adds to the last line, as the footer of the screen counts it. */
  readonly sum?: (row: Row) => number
}

export type ExportColumns<Row> = Readonly<Record<string, ExportColumn<Row>>>

/** One look at a list: both halves must run in one transaction. */
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
  /** The filter is one that the list's own call has accepted. */
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
  readonly columns: ExportColumns<Row>
  readonly list: (db: Db, filter: Filter) => ListSpec<S, D, T, Found, Item, unknown>
  /** Where the list gives ids only. */
  readonly rows: (db: Db, items: Item[]) => Promise<Row[]> | Row[]
}

/** Binds the columns of a screen to the list that fills it. */
export function listExport<
  Filter,
  S extends string,
  D,
  T extends keyof D,
  Found extends object,
  Item,
  Row,
>(spec: ListExportSpec<Filter, S, D, T, Found, Item, Row>): ExportedList {
  const { list, rows, ...rest } = spec
  return {
    ...rest,
    columns: rest.columns as ExportColumns<unknown>,
    open: (db: Tx, filter: Filter) => ({
      count: () => countUpTo(db.q, list(db, filter).from, MAX_ROWS + 1),
      pages: async function* () {
        for await (const items of walkList(db, list(db, filter), MAX_ROWS))
          yield await rows(db, items)
      },
    }),
  } as ExportedList
}
