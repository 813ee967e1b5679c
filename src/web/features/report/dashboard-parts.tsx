import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Link } from '#web/router/link.tsx'
import type { Attention, DashboardUnit, Series } from '#contract/report/dashboard.ts'
import type { ActionCode } from '#contract/core/actions.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { useHeldRights, useMayOpen } from '#web/api/use-may.ts'
import { BarChart } from '#web/ui/charts/lazy-charts.tsx'
import { count, day, duration, money, percent, tonnes } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './dashboard.module.css'

export const FORMATS: Record<DashboardUnit, (value: number) => string> = {
  count,
  g: tonnes,
  kop: money,
  bp: percent,
  minutes: duration,
}

export const UNIT_WORDS: Record<DashboardUnit, string> = {
  count: 'Количество',
  g: 'Вес',
  kop: 'Сумма',
  bp: 'Доля',
  minutes: 'Время',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** «21.11»: a month of columns has no room for years. */
const DAY_AND_MONTH = 5

/** One series as bars: days as columns, names as rows. */
export function SeriesChart({ series }: { series: Series }) {
  const points = series.lines[0]?.points ?? []
  const byDay = points.every(({ x }) => DAY.test(x))
  const shown = points.some(({ y }) => y !== 0) ? points : []
  return (
    <BarChart
      title={series.title}
      unit={UNIT_WORDS[series.unit]}
      format={FORMATS[series.unit]}
      horizontal={!byDay}
      bars={shown.map(({ x, y, href }) => ({
        label: byDay ? day(x).slice(0, DAY_AND_MONTH) : x,
        value: y,
        ...(href && { href }),
      }))}
    />
  )
}

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const

interface AttentionListProps {
  attention: Attention[] | undefined
  /** A matter that this screen found itself: it opens a dialog. */
  own?: OwnMatter | undefined
}

interface OwnMatter {
  title: string
  text: string
  count: number
  kop: null
  open: () => void
}

/** Matters that need attention, each with a link to where it is resolved. */
export function AttentionList({ attention, own }: AttentionListProps) {
  const mayOpen = useMayOpen()
  return (
    <Panel title="Требует внимания">
      {attention?.length === 0 && !own && (
        <p className={styles['quiet']}>Сейчас ничего не требует внимания.</p>
      )}
      <ul className={styles['matters']}>
        {own && (
          <li>
            <button
              type="button"
              className={styles['matter']}
              data-tone="warning"
              onClick={own.open}
            >
              <MatterWords kind="set-up" tone="warning" {...own} />
            </button>
          </li>
        )}
        {attention?.map((matter) => (
          <li key={matter.kind}>
            {mayOpen(matter.href) ? (
              <Link to={matter.href} className={styles['matter']} data-tone={matter.tone}>
                <MatterWords {...matter} />
              </Link>
            ) : (
              <div className={styles['matter']} data-tone={matter.tone}>
                <MatterWords {...matter} isClosed />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What the reader does there, as the button at the end of a matter says, and the right without which it is only looked at. */
const VERBS: Readonly<Record<string, readonly [verb: string, right?: ActionCode]>> = {
  'set-up': ['Закончить'],
  unknown: ['Проверить'],
  rejected: ['Повторить', 'payment.save'],
  waiting: ['Отправить', 'payment.register'],
  file: ['Скачать', 'report.export'],
  unmatched: ['Сверить', 'payment.return'],
  unscanned: ['Приложить', 'file.upload'],
  receipts: ['Внести чеки', 'payment.save'],
  no_instrument: ['Внести', 'instrument.edit'],
  unweighed: ['Объяснить', 'exception.review'],
  exceptions: ['Просмотреть', 'exception.review'],
  'first-company': ['Завести'],
}

function verbOf(kind: string, rights: ReadonlySet<string> | undefined): string {
  const [verb = 'Открыть', right] = ownValue(VERBS, kind) ?? []
  return right === undefined || !rights || rights.has(right) ? verb : 'Показать'
}

interface MatterWordsProps extends Pick<
  Attention,
  'kind' | 'tone' | 'title' | 'text' | 'count' | 'kop'
> {
  /** The screen where it is resolved is not open to the reader. */
  isClosed?: boolean
}

function MatterWords({
  kind,
  tone,
  title,
  text,
  count: number,
  kop,
  isClosed = false,
}: MatterWordsProps) {
  const Icon = ICONS[tone]
  const rights = useHeldRights()
  return (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>
          {title}
          {number !== null && <b> · {count(number)}</b>}
        </strong>
        <small>{text}</small>
      </span>
      <span className={styles['stake']}>
        {kop !== null && kop > 0 && <b>{money(kop)}</b>}
        {!isClosed && <em>{verbOf(kind, rights)}</em>}
      </span>
    </>
  )
}
