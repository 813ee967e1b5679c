import { SegmentedControl } from '@mantine/core'
import { paths } from '#contract/screen-paths.ts'
import { Link } from '#web/router/link.tsx'
import type { AnswerPeriod, PurchasesAnswer, Tile } from '#contract/report/dashboard.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { StackedChart } from '#web/ui/charts/lazy-charts.tsx'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { differenceText } from '#web/ui/form/difference.ts'
import { count, day, today } from '#web/ui/format.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { FORMATS } from '../dashboard-parts.tsx'
import { figureText } from './figure-line.tsx'
import shared from './figures.module.css'
import styles from './purchases-panel.module.css'

const PERIODS: { value: AnswerPeriod; label: string }[] = [
  { value: 'day', label: 'День' },
  { value: 'week', label: 'Неделя' },
  { value: 'month', label: 'Месяц' },
]

interface PurchasesPanelProps {
  answer: PurchasesAnswer | undefined
  period: AnswerPeriod
  setPeriod: (period: AnswerPeriod) => void
}

/** The one answer of a home: how much was bought and for how much, beside the period before, with a chart by metal. */
export function PurchasesPanel({ answer, period, setPeriod }: PurchasesPanelProps) {
  const note = answer && noteOf(answer)
  const seesMonth = useHeldRights()?.has('report.create') ?? true
  return (
    <Panel
      title={`Закупки ${answer?.figures[0]?.period ?? ''}`}
      actions={
        <>
          {period === 'month' && seesMonth && (
            <Link to={`${paths.month}?month=${today().slice(0, 7)}`}>Месяц подробно</Link>
          )}
          <SegmentedControl
            aria-label="Период"
            size="xs"
            data={PERIODS}
            value={period}
            onChange={(value) => setPeriod(PERIODS.find((one) => one.value === value)!.value)}
          />
        </>
      }
    >
      <div>
        <div
          className={`${shared['figures']} ${styles['figures']}`}
          data-waits={answer?.period === period ? undefined : ''}
        >
          {answer?.figures.map((figure) => (
            <Figure key={figure.key} figure={figure} />
          ))}
        </div>
        <p className={styles['note']}>{note ?? '\u00a0'}</p>
        <div className={styles['chart']}>
          {answer && (
            <StackedChart
              title={answer.chart.title}
              format={FORMATS[answer.chart.unit]}
              axis={wholeTonnes}
              label={shortLabel}
              layers={answer.chart.lines}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}

function Figure({ figure: { key, title, value, unit, sums, recent, href } }: { figure: Tile }) {
  return (
    <Link to={href} data-figure={key} title={sums ? sumMeanings[sums] : undefined}>
      <small>
        {title}
        {recent && <Sparkline days={recent} format={FORMATS[unit]} />}
      </small>
      <b>{value === null ? '—' : figureText(unit, value)}</b>
    </Link>
  )
}

/** One difference is said, of the weight: that of the sum follows it. */
function noteOf({ figures: [weight] }: PurchasesAnswer): string | undefined {
  if (!weight?.previous_period) return undefined
  const { value, previous, previous_period: than } = weight
  const also = value === 0 ? 'тоже ' : ''
  return differenceText(value, previous, than) ?? `Для сравнения: ${than} закупок ${also}не было`
}

const GRAMS_IN_TONNE = 1_000_000

/** Numbers of the axis are round: «2,5 т», not «2,500 т». */
export const wholeTonnes = (grams: number) => `${count(grams / GRAMS_IN_TONNE)}\u00a0т`

const DAY_AND_MONTH = 5

export const shortLabel = (x: string) => (x.length > 5 ? day(x).slice(0, DAY_AND_MONTH) : x)
