import type { ReportPreview } from '#contract/report/report-entities.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { SheetRow } from '../../../sheets/columns.ts'
import type { ReportKind } from '../report-kind.ts'

const MAX_BARS = 15

/** Values as bars, equal names together: days and what has an order in it, anything else the largest first. */
export function chartOf(
  { chart, columns }: ReportKind,
  rows: readonly SheetRow[],
): ReportPreview['chart'] {
  if (!chart) return null
  const ids = Object.keys(columns)
  const nameAt = ids.indexOf(chart.name)
  const valueAt = ids.indexOf(chart.value)
  const sums = new Map<string, number>()
  for (const row of rows) {
    const name = String(row[nameAt] ?? '—')
    sums.set(name, (sums.get(name) ?? 0) + Number(row[valueAt] ?? 0))
  }
  const values = [...sums].map(([name, value]) => ({ name, value }))
  const isByDay = columns[chart.name]!.kind === 'day'
  const { title, unit } = chart
  if (chart.isInOrder) return { title, unit, bars: values }
  return { title, unit, bars: isByDay ? lastDays(values) : largest(values) }
}

type Bar = NonNullable<ReportPreview['chart']>['bars'][number]

/** What is left is «Прочее». */
function largest(values: readonly Bar[]): Bar[] {
  const bars = values.toSorted((a, b) => b.value - a.value)
  if (bars.length <= MAX_BARS) return bars
  const rest = { name: 'Прочее', value: sumOf(bars.slice(MAX_BARS - 1)) }
  return [...bars.slice(0, MAX_BARS - 1), ...(rest.value > 0 ? [rest] : [])]
}

/** What was before them is «Раньше». */
function lastDays(values: readonly Bar[]): Bar[] {
  const days = values.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const early = days.length > MAX_BARS ? days.slice(0, 1 - MAX_BARS) : []
  const shown = days
    .slice(early.length)
    .map(({ name, value }) => ({ name: russianDay(name), value }))
  return early.length > 0 ? [{ name: 'Раньше', value: sumOf(early) }, ...shown] : shown
}

function sumOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { value }) => sum + value, 0)
}
