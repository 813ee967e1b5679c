import type {
  CellKind,
  ReportCell,
  ReportDescription,
  ReportPreview,
} from '#contract/report/report-entities.ts'
import { Link } from '#web/router/link.tsx'
import type { DashboardUnit } from '#contract/report/dashboard.ts'
import { BarChart } from '#web/ui/charts/lazy-charts.tsx'
import { count, dateTime, day, kg, money, percent } from '#web/ui/format.ts'
import { FORMATS, UNIT_WORDS } from './dashboard-parts.tsx'
import styles from './report-order.module.css'

const CELLS: Record<CellKind, (value: ReportCell) => string> = {
  text: String,
  integer: (value) => count(Number(value)),
  money: (value) => money(Number(value)),
  weight: (value) => kg(Number(value)),
  percent: (value) => percent(Number(value)),
  day: (value) => day(String(value)),
  instant: (value) => dateTime(String(value)),
  flag: (value) => (value ? 'да' : 'нет'),
}
const NUMBERS: ReadonlySet<CellKind> = new Set(['integer', 'money', 'weight', 'percent'])

const DAY = /^\d{4}-\d\d-\d\d/
const isOfKind = (kind: CellKind, text: string) =>
  kind === 'text' || ((kind === 'day' || kind === 'instant') && DAY.test(text))

function cellText(kind: CellKind, value: ReportCell): string {
  if (value === null || value === '') return ''
  // «Итого» may be in a column of numbers or of days.
  return typeof value === 'string' && !isOfKind(kind, value) ? value : CELLS[kind](value)
}

interface ReportTableProps {
  title: string
  columns: ReportDescription['columns']
  preview: ReportPreview
  /** The rows of other parameters are still on their way. */
  stale: boolean
}

/** The first rows of a report as they will be in the file, with its chart. */
export function ReportTable({ title, columns, preview, stale }: ReportTableProps) {
  const { rows, links, totals, chart, total, more } = preview
  const cells = (row: readonly ReportCell[], link?: string | null) =>
    columns.map(({ id, kind }, place) => (
      <td key={id} data-end={NUMBERS.has(kind) || undefined}>
        {link && place === 0 ? (
          <Link to={link}>{cellText(kind, row[place] ?? null) || 'Открыть'}</Link>
        ) : (
          cellText(kind, row[place] ?? null)
        )}
      </td>
    ))
  if (rows.length === 0) return <p className={styles['quiet']}>За этот период записей нет.</p>
  return (
    <>
      {chart && (
        <BarChart
          title={chart.title}
          unit={UNIT_WORDS[chart.unit]}
          format={isLight(chart) ? kg : FORMATS[chart.unit]}
          horizontal
          bars={chart.bars.map(({ name, value }) => ({ label: name, value }))}
        />
      )}
      <p className={styles['quiet']}>
        {more
          ? `Показаны первые строки: ${rows.length}, всего больше ${count(total)}. Итоги — в файле.`
          : `Показано строк: ${rows.length} из ${count(total)}.`}
      </p>
      <div
        className={styles['frame']}
        tabIndex={0}
        role="region"
        aria-label={title}
        aria-busy={stale}
      >
        <table className={styles['table']}>
          <thead>
            <tr>
              {columns.map(({ id, title: head, kind }) => (
                <th key={id} scope="col" data-end={NUMBERS.has(kind) || undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>{cells(row, links[place])}</tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>{cells(totals)}</tr>
            </tfoot>
          )}
        </table>
      </div>
      {preview.meanings.map((meaning) => (
        <p key={meaning} className={styles['quiet']}>
          {meaning}
        </p>
      ))}
    </>
  )
}

/** What a zero wanders by would be «0,000 т». */
const isLight = ({ unit, bars }: { unit: DashboardUnit; bars: readonly { value: number }[] }) =>
  unit === 'g' && bars.every(({ value }) => Math.abs(value) < 1_000_000)
