import type {
  CellKind,
  ReportCell,
  ReportDescription,
  ReportPreview,
} from '#contract/report/report-entities.ts'
import { Link } from '#web/router/link.tsx'
import type { DashboardUnit } from '#contract/report/dashboard.ts'
import { BarChart } from '#web/ui/charts/lazy-charts.tsx'
import { isPhone, useStore } from '#web/state/store.ts'
import { count, kg } from '#web/ui/format.ts'
import { cellText, unitsOf } from './report-cells.ts'
import { FORMATS, UNIT_WORDS } from './dashboard-parts.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './report-order.module.css'

const NUMBERS: ReadonlySet<CellKind> = new Set(['integer', 'money', 'weight', 'percent'])

/** Without columns that no row fills; on a phone money stands beside the name, where it is in sight. */
function shownColumns(
  columns: ReportDescription['columns'],
  rows: readonly (readonly ReportCell[])[],
  phone: boolean,
) {
  const isFilled = (place: number) =>
    rows.some((row) => row[place] !== null && row[place] !== undefined && row[place] !== '')
  const filled = columns
    .map((column, place) => ({ ...column, place }))
    .filter(({ place }) => place === 0 || isFilled(place))
  const order = ({ place, kind }: (typeof filled)[number]) =>
    place === 0 ? 0 : kind === 'money' ? 1 : 2
  return phone ? filled.toSorted((a, b) => order(a) - order(b)) : filled
}

/** Columns that a phone has room for. */
const MOST_BESIDE = 4

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
  const phone = useStore(isPhone)
  const units = unitsOf(columns, totals ? [...rows, totals] : rows)
  const shown = shownColumns(columns, rows, phone)
  // Ten columns side by side would hide all but two of them on a phone.
  const isStacked = phone && shown.length > MOST_BESIDE
  const cells = (row: readonly ReportCell[], link?: string | null) =>
    shown.map(({ id, title: head, kind, place }) => (
      <td
        key={id}
        data-end={NUMBERS.has(kind) || undefined}
        {...(isStacked && (place === 0 ? { 'data-whole': true } : { 'data-label': `${head}:` }))}
      >
        {link && place === 0 ? (
          <Link to={link}>{cellText(units[place]!, row[place] ?? null) || 'Открыть'}</Link>
        ) : (
          cellText(units[place]!, row[place] ?? null)
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
        <table className={isStacked ? `${styles['table']} ${stacked['stacked']}` : styles['table']}>
          <thead>
            <tr>
              {shown.map(({ id, title: head, kind }) => (
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
