import type { StatusKind } from '../core/status-titles.ts'
import type { SumMeaning } from '../core/sum-meanings.ts'

/**
 * What a column holds, in the units of the product: kopecks, grams, basis points, `YYYY-MM-DD`, instants with `Z`. A text in a
 * column of numbers (such as «Итого») is written as that text.
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'money'
  | 'weight'
  | 'percent'
  | 'day'
  | 'instant'
  | 'flag'

export type ColumnValue = string | number | boolean | null

interface ColumnFrame {
  readonly title: string
  /** The contract's sort field; without one the list cannot be ordered by this column. */
  readonly sort?: string
}

interface ColumnSum<Row> {
  /** Where the answer's `totals` hold the sum of this column over the whole filter. */
  readonly total?: string
  /** What a row adds to the sum of a file or a report where no answer has the sum: the value (`true`) or another number. */
  readonly addend?: true | ((row: Row) => number)
}

/** A column of money that is added up names the meaning of its sum. */
type MoneySum<Row> =
  | (ColumnSum<Row> & { readonly sums: SumMeaning })
  | { readonly total?: never; readonly addend?: never; readonly sums?: never }

interface ColumnContent<Row> extends ColumnFrame {
  /** An instant in a column of days means its day in the company's zone. */
  readonly value: (row: Row) => ColumnValue | undefined
}

type PlainColumn<Row> =
  | (ColumnContent<Row> & { readonly kind: 'money' } & MoneySum<Row>)
  | (ColumnContent<Row> &
      ColumnSum<Row> & { readonly kind: Exclude<ColumnKind, 'money'>; readonly sums?: never })

interface StatusColumn<Row> extends ColumnFrame {
  readonly total?: never
  readonly addend?: never
  readonly sums?: never
  readonly kind: 'status'
  readonly of: StatusKind
  readonly value: (row: Row) => string | null | undefined
}

/** A column of a list as its screen, its file and reports know it. */
export type ListColumn<Row> = PlainColumn<Row> | StatusColumn<Row>

/** Columns by their id, in the order of the screen. */
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>
