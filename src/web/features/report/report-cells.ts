import type { CellKind, ReportCell, ReportDescription } from '#contract/report/report-entities.ts'
import { count, dateTime, day, kg, money, percent, tonnes } from '#web/ui/format.ts'

/** How a column is written: weights of a column that reaches a tonne are tonnes. */
export type CellUnit = CellKind | 'tonnes'

const CELLS: Record<CellUnit, (value: ReportCell) => string> = {
  text: String,
  integer: (value) => count(Number(value)),
  money: (value) => money(Number(value)),
  weight: (value) => kg(Number(value)),
  tonnes: (value) => tonnes(Number(value)),
  percent: (value) => percent(Number(value)),
  day: (value) => day(String(value)),
  instant: (value) => dateTime(String(value)),
  flag: (value) => (value ? 'да' : 'нет'),
}

const DAY = /^\d{4}-\d\d-\d\d/
const isOfKind = (unit: CellUnit, text: string) =>
  unit === 'text' || ((unit === 'day' || unit === 'instant') && DAY.test(text))

export function cellText(unit: CellUnit, value: ReportCell): string {
  if (value === null || value === '') return ''
  // «Итого» may be in a column of numbers or of days.
  return typeof value === 'string' && !isOfKind(unit, value) ? value : CELLS[unit](value)
}

const TONNE_G = 1_000_000

/** The unit of each column, by the greatest of its values. */
export function unitsOf(
  columns: ReportDescription['columns'],
  rows: readonly (readonly ReportCell[])[],
): CellUnit[] {
  return columns.map(({ kind }, place) => {
    const isHeavy = rows.some((row) => Math.abs(Number(row[place] ?? 0)) >= TONNE_G)
    return kind === 'weight' && isHeavy ? 'tonnes' : kind
  })
}
