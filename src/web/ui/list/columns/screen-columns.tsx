import { listMeanings, type SumMeaning } from '#contract/core/sum-meanings.ts'
import type { ColumnKind, ColumnValue, ListColumn } from '#contract/lists/column.ts'
import { count, dateTime, day, kg, money, percent, tonnes } from '../../format.ts'
import { StatusBadge } from '../../feedback/status-badge.tsx'
import { statusAppearance } from '../../feedback/status.ts'
import type { Column, ColumnAppearance } from '../list-types.ts'

/** The columns of a list as its screen draws them; what an appearance does not say follows from the kind of the column. */
export function screenColumns<Row, Id extends string>(
  columns: Readonly<Record<Id, ListColumn<Row>>>,
  appearances: Partial<Record<NoInfer<Id>, ColumnAppearance<Row>>>,
): Column<Row>[] {
  return (Object.keys(columns) as Id[]).map((id) => screenColumn(id, columns[id], appearances[id]))
}

function screenColumn<Row>(
  id: string,
  column: ListColumn<Row>,
  appearance: ColumnAppearance<Row> | undefined,
): Column<Row> {
  const { title, sort, total, sums } = column
  if (column.kind === 'status') {
    const { of, value } = column
    const cell = (row: Row) => {
      const status = value(row)
      return status && <StatusBadge kind={of} status={status} />
    }
    const text = (row: Row) => {
      const status = value(row)
      return status ? statusAppearance(of, status).label : ''
    }
    return { id, title, sort, width: STATUS_WIDTH, cell, text, ...appearance }
  }
  const { width, align, show, showSum = show } = kinds[column.kind]
  return {
    id,
    title,
    sort,
    width,
    align,
    text: (row) => show(column.value(row)),
    total: total ? (totals) => showSum(totals[total], totals) : undefined,
    sum: column.addend && ((rows) => showSum(addRows(column, rows), {})),
    meaning: sums && MEANINGS[sums],
    ...appearance,
  }
}

/** As the server adds them up over a filter. */
function addRows<Row>({ addend, value }: ListColumn<Row>, rows: readonly Row[]): number {
  const amount = (row: Row) => (typeof addend === 'function' ? addend(row) : Number(value(row)))
  return rows.reduce((sum, row) => sum + amount(row), 0)
}

const MEANINGS: Partial<Record<SumMeaning, string>> = listMeanings

/** Each kind has values of one type, which its format takes. */
type Show = (value: ColumnValue | undefined) => string
type ShowSum = (value: ColumnValue | undefined, totals: Readonly<Record<string, number>>) => string
interface KindAppearance {
  /** Pixels. */
  readonly width: number
  readonly align?: 'end'
  readonly show: Show
  /** Of a sum, where that is another; beside the others of its line. */
  readonly showSum?: ShowSum
}

/** Thousands of tonnes in kilograms are wider than their column: one such weight turns all of its line into tonnes. */
const LONG_G = 1_000_000_000
function weightSum(grams: number, totals: Readonly<Record<string, number>>): string {
  const isLong = Object.entries(totals).some(([of, sum]) => of.endsWith('_g') && sum >= LONG_G)
  return isLong || grams >= LONG_G ? tonnes(grams) : kg(grams)
}

const STATUS_WIDTH = 134

const kinds: Record<ColumnKind, KindAppearance> = {
  text: { width: 150, show: (value) => String(value ?? '') },
  integer: { width: 90, align: 'end', show: count as Show },
  money: { width: 130, align: 'end', show: money as Show },
  weight: { width: 104, align: 'end', show: kg as Show, showSum: weightSum as ShowSum },
  percent: { width: 90, align: 'end', show: percent as Show },
  day: { width: 96, show: day as Show },
  instant: { width: 150, show: dateTime as Show },
  flag: { width: 90, show: (value) => (value ? 'Да' : 'Нет') },
}
