import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, zoneOf, type Db, type Tx } from '../../../db/handle.ts'
import { preferStandby } from '../../../db/standby/read-apart.ts'
import type { SheetRow } from '../../../sheets/columns.ts'
import { findReportKind } from '../kinds/all.ts'
import { readRequest } from '../requested-report.ts'
import { dayIn, meaningsOf, sumsOf } from './write-report.ts'

/** Rows that a screen shows; the file has all. */
const SHOWN_ROWS = 50
/** Rows that are read for sums and chart: beyond these a request would take too long. */
const READ_ROWS = 2000

/** report/getReportPreview: what the file would hold, read with the same rights and the same rows. */
export async function previewReport(
  db: Db,
  { query }: CallInput<typeof report.preview>,
): Promise<Answer<typeof report.preview>> {
  const kind = findReportKind(query.type)
  if (!kind) return refuse('report.bad-params', { fields: { type: 'Такого отчёта нет' } })
  const { columns, authorize, checkChoices, open, opens, chart } = readRequest(query)
  authorize(db, db.caller.session!)
  await checkChoices(db)
  const dayOf = dayIn(zoneOf(db))
  const read = async (tx: Tx) => {
    const sums = sumsOf(columns)
    const rows: SheetRow[] = []
    const links: (string | null)[] = []
    for await (const page of open(tx).pages())
      for (const row of page) {
        if (rows.length === READ_ROWS) return { rows, links, sums, isWhole: false }
        sums.add(row)
        if (links.length < SHOWN_ROWS) links.push(opens?.(row) ?? null)
        rows.push(columns.map((column) => column.value(row, dayOf)))
      }
    return { rows, links, sums, isWhole: true }
  }
  const { statementMs } = db.services.config.deadlines
  const { rows, links, sums, isWhole } = await preferStandby(db, statementMs, read, () =>
    inTransaction(db, read),
  )
  const totals = isWhole && rows.length > 0 ? sums.line() : undefined
  return {
    rows: rows.slice(0, SHOWN_ROWS).map((row) => [...row]),
    links,
    total: rows.length,
    more: !isWhole,
    totals: totals ? [...totals] : null,
    meanings: totals ? meaningsOf(columns) : [],
    chart: (isWhole && chart?.(rows)) || null,
  }
}
