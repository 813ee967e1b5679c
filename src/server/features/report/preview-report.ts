import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import type { ReportPreview } from '#contract/report/report-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { ruDay } from '../../documents/figures.ts'
import { inTransaction, zoneOf, type Db } from '../../db/handle.ts'
import type { SheetRow } from '../../sheets/columns.ts'
import { findReportKind } from './kinds/all.ts'
import type { ReportKind } from './report-kind.ts'
import { readRequest } from './requested-report.ts'
import { dayIn, meaningsOf, sumsOf } from './write/write-report.ts'

/** Rows that a screen shows; the file has all. */
const SHOWN_ROWS = 50
/** Rows that are read for sums and chart: beyond these a request would take too long. */
const READ_ROWS = 2000
const MAX_BARS = 15

/** report/getReportPreview: what the file would hold, read with the same rights and the same rows. */
export async function previewReport(
  db: Db,
  { query }: CallInput<typeof report.preview>,
): Promise<Answer<typeof report.preview>> {
  const kind = findReportKind(query.type)
  if (!kind) return refuse('report.bad-params', { fields: { type: 'Такого отчёта нет' } })
  const { columns, authorize, checkChoices, open, opens } = readRequest(query)
  authorize(db, db.caller.session!)
  await checkChoices(db)
  const sums = sumsOf(columns)
  const dayOf = dayIn(zoneOf(db))
  const rows: SheetRow[] = []
  const links: (string | null)[] = []
  const isWhole = await inTransaction(db, async (tx) => {
    for await (const page of open(tx).pages())
      for (const row of page) {
        if (rows.length === READ_ROWS) return false
        sums.add(row)
        if (links.length < SHOWN_ROWS) links.push(opens?.(row) ?? null)
        rows.push(columns.map((column) => column.value(row, dayOf)))
      }
    return true
  })
  const totals = isWhole && rows.length > 0 ? sums.line() : undefined
  return {
    rows: rows.slice(0, SHOWN_ROWS).map((row) => [...row]),
    links,
    total: rows.length,
    more: !isWhole,
    totals: totals ? [...totals] : null,
    meanings: totals ? meaningsOf(columns) : [],
    chart: isWhole ? chartOf(kind, rows) : null,
  }
}

/** Values as bars, equal names together: days and what has an order in it, anything else the largest first. */
function chartOf(
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
  const shown = days.slice(early.length).map(({ name, value }) => ({ name: ruDay(name), value }))
  return early.length > 0 ? [{ name: 'Раньше', value: sumOf(early) }, ...shown] : shown
}

function sumOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { value }) => sum + value, 0)
}
