import { sumMeanings } from '#contract/core/sum-meanings.ts'
import type { ColumnValue } from '#contract/lists/column.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import { refuse } from '#http/refusal.ts'
import { zoneOf, type Tx } from '../../../db/handle.ts'
import { wallClock, type Sheet, type SheetRow } from '../../../sheets/columns.ts'
import { writeCsv } from '../../../sheets/write-csv.ts'
import { writeXlsx } from '../../../sheets/write-xlsx.ts'
import { writeReportPdf } from '../documents/report-pdf.ts'
import type { RequestedReport } from '../requested-report.ts'
import type { ProgressListener, WrittenFile } from './composed-file.ts'
import { MAX_ROWS, type DayOf, type ExportColumn } from '../lists/list-export.ts'

/** Units stand in the head, since cells are bare numbers. */
const UNITS: Partial<Record<ExportColumn<unknown>['kind'], string>> = { money: '₽', weight: 'кг' }

/** Writes a whole report as of one moment; neither the line of sums nor the words under it count as rows. */
export async function writeReport(
  db: Tx,
  requested: RequestedReport,
  format: ReportFormat,
  onProgress: ProgressListener,
): Promise<WrittenFile> {
  const { title, columns, open, asked, chart, writeXml } = requested
  if (format === 'xml' && writeXml) return writeXml(db, onProgress)
  const opened = open(db)
  const total = (await opened.count?.()) ?? 0
  assertFits(total)
  let rows = 0
  const sums = sumsOf(columns)
  const totals = () => (rows > 0 ? sums.line() : undefined)
  const day = dayIn(zoneOf(db))
  const sheet: Sheet = {
    name: title,
    columns: columns.map(({ title, kind }) => ({
      header: UNITS[kind] ? `${title}, ${UNITS[kind]}` : title,
      kind,
    })),
    timeZone: zoneOf(db),
    rows: (async function* () {
      for await (const page of opened.pages()) {
        for (const row of page) {
          sums.add(row)
          yield columns.map((column) => column.value(row, day))
        }
        rows += page.length
        assertFits(rows)
        await onProgress(Math.floor((rows / Math.max(total, rows)) * 95))
      }
      // The sums of a printed table are no row of it.
      const last = format === 'pdf' ? undefined : totals()
      if (!last) return
      yield last
      for (const words of meaningsOf(columns))
        yield columns.map((_, at) => (at === 0 ? words : null))
    })(),
  }
  const bytes =
    format === 'pdf'
      ? await writeReportPdf(db, {
          sheet,
          totals,
          meanings: meaningsOf(columns),
          asked: (await asked?.(db)) ?? [],
          chart,
        })
      : await (format === 'csv' ? writeCsv(sheet) : writeXlsx(sheet))
  return { bytes: Buffer.from(bytes), mime: MIME[format as keyof typeof MIME], rows }
}

function assertFits(rows: number): void {
  if (rows > MAX_ROWS)
    refuse('report.bad-params', {
      message: `В списке больше ${MAX_ROWS.toLocaleString('ru')} строк. Сузьте отбор и повторите`,
    })
}

const MIME = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The last line: «Итого» with the sums that the screen shows in its footer; none where no column is summed. */
export function sumsOf(columns: readonly ExportColumn<unknown>[]) {
  const sums = columns.map(({ sum }): bigint | undefined => (sum ? 0n : undefined))
  return {
    add(row: unknown) {
      for (const [at, { sum }] of columns.entries())
        if (sum) sums[at] = sums[at]! + BigInt(sum(row))
    },
    line(): SheetRow | undefined {
      if (sums.every((sum) => sum === undefined)) return undefined
      const cells = sums.map((sum): ColumnValue => (sum === undefined ? null : Number(sum)))
      const free = cells.indexOf(null)
      return cells.map((cell, at) => (at === free ? 'Итого' : cell))
    },
  }
}

/** The meanings of the sums in the last line, in words; each once. */
export const meaningsOf = (columns: readonly ExportColumn<unknown>[]): string[] => [
  ...new Set(columns.flatMap(({ sums }) => (sums ? [sumMeanings[sums]] : []))),
]

export function dayIn(timeZone: string): DayOf {
  const clock = wallClock(timeZone)
  return (instant) => new Date(clock(instant)).toISOString().slice(0, 10)
}
