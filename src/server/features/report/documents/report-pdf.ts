import { formatKg, formatMoney, formatPercent } from '#contract/core/input-text.ts'
import type { DashboardUnit } from '#contract/report/dashboard.ts'
import type { ReportPreview } from '#contract/report/report-entities.ts'
import type { ColumnKind, ColumnValue } from '#contract/lists/column.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../../db/handle.ts'
import {
  heading,
  paragraph,
  type Block,
  type DocumentBody,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { drawPdfApart } from '../../../documents/pdf/pdf-thread.ts'
import { batchesOf, wallClock, type Sheet, type SheetRow } from '../../../sheets/columns.ts'
import type { RequestedReport } from '../requested-report.ts'
import { tablePage } from './printed-list.ts'
import { selectBookCompany } from './register-book-queries.ts'

/** More pages than a person would print. */
const MAX_PRINTED = 5000
/** More columns are legible only on a sheet that lies on its side. */
const UPRIGHT_COLUMNS = 6
const NUMBERS: ReadonlySet<ColumnKind> = new Set(['integer', 'money', 'weight', 'percent'])

interface PrintedReport {
  readonly sheet: Sheet
  /** What was asked for: «С даты: 01.05.2025». */
  readonly asked: readonly string[]
  /** The last line, known when all rows were read. */
  readonly totals: () => SheetRow | undefined
  /** What they add up, printed under them. */
  readonly meanings: readonly string[]
  readonly chart: RequestedReport['chart']
}

/** A report as PDF/A: the company, what was asked for, the table with a repeated head, the sums. */
export async function writeReportPdf(db: Tx, report: PrintedReport): Promise<Uint8Array> {
  const { sheet, asked, totals, meanings, chart } = report
  const textOf = cellTexts(sheet)
  const rows: string[][] = []
  const values: SheetRow[] = []
  for await (const batch of batchesOf(sheet.rows)) {
    if (rows.length + batch.length > MAX_PRINTED)
      refuse('report.bad-params', {
        message: `В отчёте больше ${MAX_PRINTED.toLocaleString('ru')} строк: для печати сузьте отбор или возьмите XLSX`,
      })
    rows.push(...batch.map(textOf))
    values.push(...batch)
  }
  const last = totals()
  const company = await selectBookCompany(db)
  const body: DocumentBody = {
    page: { ...tablePage, landscape: sheet.columns.length > UPRIGHT_COLUMNS },
    blocks: [
      heading(1, sheet.name),
      paragraph(`${company.name}, ИНН ${company.inn}`),
      paragraph(asked.join('; '), { after: 2 }),
      ...barsOf(values.length > 0 ? chart?.(values) : null),
      tableOf({ columns: printedColumns(sheet, last && textOf(last)), rows, size: 7.5 }),
      paragraph(rows.length > 0 ? `Строк: ${rows.length}` : 'Записей нет.'),
      ...(last ? meanings.map((words) => paragraph(words)) : []),
    ],
  }
  const at = new Date().toISOString()
  const { publicUrl } = db.services.config
  return drawPdfApart({ title: sheet.name, body, at, publicUrl })
}

/** The chart of the screen, before the table as there. */
function barsOf(chart: ReportPreview['chart'] | undefined): Block[] {
  if (!chart) return []
  const write = BAR_TEXTS[chart.unit]
  const bars = chart.bars.map(({ name, value }) => ({ name, value, text: write(value) }))
  return [{ is: 'bars', title: chart.title, bars }]
}

const BAR_TEXTS: Record<DashboardUnit, (value: number) => string> = {
  kop: (value) => `${formatMoney(value)} ₽`,
  g: (value) => `${formatKg(value)} кг`,
  bp: (value) => `${formatPercent(value)} %`,
  count: String,
  minutes: (value) => `${value} мин`,
}

/** The first total stands behind «Итого», which spans the columns before it. */
function printedColumns({ columns }: Sheet, last: string[] | undefined) {
  const first = columns.findIndex(({ kind }, at) => NUMBERS.has(kind) && last?.[at])
  return columns.map(({ header, kind }, at): PrintedColumn<readonly string[]> => ({
    title: header,
    kind: NUMBERS.has(kind) ? 'number' : kind === 'text' ? 'text' : 'center',
    value: (row) => row[at],
    ...(last && first > 0 && at >= first && { total: last[at] ?? '' }),
  }))
}

/** Cells as people read them; units stand in the heads. */
function cellTexts({ columns, timeZone }: Sheet): (row: SheetRow) => string[] {
  const clock = wallClock(timeZone)
  const texts: Partial<Record<ColumnKind, (value: number) => string>> = {
    integer: String,
    money: (value) => formatMoney(value),
    weight: (value) => formatKg(value),
    percent: (value) => formatPercent(value),
  }
  const textOf = (value: ColumnValue, kind: ColumnKind): string => {
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? 'да' : 'нет'
    if (typeof value === 'number') return texts[kind]?.(value) ?? String(value)
    if (kind === 'instant') return momentText(clock(value), value)
    return kind === 'day' && DAY.test(value) ? russianDay(value) : value
  }
  return (row) => row.map((value, at) => textOf(value, columns[at]!.kind))
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** «01.05.2025 00:00» of the company's clock; «Итого» stays as it is. */
function momentText(ms: number, text: string): string {
  if (Number.isNaN(ms)) return text
  const [day, time] = new Date(ms).toISOString().split('T') as [string, string]
  return `${russianDay(day)} ${time.slice(0, 5)}`
}
