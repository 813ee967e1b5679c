import type { ColumnKind, ColumnValue, ListColumn } from '#contract/lists/column.ts'
import { count, dateTime, day, kg, money, percent } from '../../format.ts'
import { StatusBadge } from '../../feedback/status-badge.tsx'
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
  const { title, sort, total } = column
  if (column.kind === 'status') {
    const cell = (row: Row) => {
      const status = column.value(row)
      return status && <StatusBadge kind={column.of} status={status} />
    }
    return { id, title, sort, width: STATUS_WIDTH, cell, ...appearance }
  }
  const { width, align, show } = kinds[column.kind]
  return {
    id,
    title,
    sort,
    width,
    align,
    text: (row) => show(column.value(row)),
    total: total === undefined ? undefined : (totals) => show(totals[total]),
    ...appearance,
  }
}

type Value = ColumnValue | undefined
interface KindAppearance {
  /** Pixels. */
  readonly width: number
  readonly align?: 'end'
  readonly show: (value: Value) => string
}

const STATUS_WIDTH = 134

const ofNumber = (format: (value: number | null) => string) => (value: Value) =>
  typeof value === 'string' ? value : format(typeof value === 'number' ? value : null)
const ofText = (format: (value: string) => string) => (value: Value) =>
  format(typeof value === 'string' ? value : '')

const kinds: Record<ColumnKind, KindAppearance> = {
  text: { width: 150, show: ofText((value) => value) },
  integer: { width: 90, align: 'end', show: ofNumber(count) },
  money: { width: 130, align: 'end', show: ofNumber(money) },
  weight: { width: 104, align: 'end', show: ofNumber(kg) },
  percent: { width: 90, align: 'end', show: ofNumber(percent) },
  day: { width: 96, show: ofText(day) },
  instant: { width: 150, show: ofText(dateTime) },
  flag: { width: 90, show: (value) => (value ? 'Да' : 'Нет') },
}
