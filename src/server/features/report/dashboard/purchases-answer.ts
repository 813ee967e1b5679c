import {
  RECENT_DAYS,
  type AnswerPeriod,
  type PurchasesAnswer,
  type Tile,
} from '#contract/report/dashboard.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { report } from '#contract/report/report.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import { may } from '../../../auth/rights/rights.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { readAverageOfAll } from '../kinds/answers/average-prices-queries.ts'
import type { Days } from './dashboard-days.ts'
import {
  readBoughtByMetal,
  readDayBefore,
  type BoughtByMetal,
  type DayFigures,
  type Period,
} from './day-queries.ts'

interface Place {
  readonly companyId: string
  readonly siteId: string | null
}

type Sums = Pick<DayFigures, 'acts' | 'net_g' | 'total_kop'>

interface Read {
  readonly code: AnswerPeriod
  readonly period: Period
  /** Every day since the begin of the period before. */
  readonly figures: readonly DayFigures[]
  /** The figures that the last day is compared with. */
  readonly dayBefore: DayFigures
}

/** What was bought since the begin of the period, beside the period before it until the same day and time. */
export async function answerPurchases(
  db: Db,
  place: Place,
  days: Days,
  { code, period, figures, dayBefore }: Read,
): Promise<PurchasesAnswer> {
  const { from, before_from, before_to } = period
  const compared = { before: before_to, goesOn: days.goesOn }
  const lastBefore =
    before_to === days.before ? dayBefore : await readDayBefore(db, place, compared, figures)
  const whole = figures.filter(({ day }) => day >= before_from && day < before_to)
  const now = addUp(figures.filter(({ day }) => day >= from))
  const before = addUp([...whole, lastBefore])
  const drawn = spanOfChart(days, { code, period, figures })
  const byHour = code === 'day'
  const bought = await readBoughtByMetal(db, place, { ...drawn, byHour })
  return {
    period: code,
    figures: [
      ...withRecent(figuresOf(days, code, period, now, before), figures),
      ...(await besideList(db, place, days, from)),
    ],
    chart: {
      key: 'bought',
      title: drawn.title,
      chart: 'bar',
      unit: 'g',
      sums: null,
      lines: linesOf(bought, byHour ? hoursOf(bought) : daysOf(figures, drawn), drawn.to),
    },
  }
}

interface Span {
  readonly from: string
  readonly to: string
}

/** The days of the chart. While nothing has been bought today, this week or this month, the last ones that bought are drawn. */
function spanOfChart(
  { to, before, goesOn }: Days,
  { code, period: { from, before_from }, figures }: Omit<Read, 'dayBefore'>,
): Span & { title: string } {
  const own = { from, to, title: code === 'day' ? 'По часам' : 'По дням' }
  const last = figures.findLast(({ day, acts }) => day <= to && acts > 0)?.day
  if (!goesOn || last === undefined || last >= from) return own
  if (code === 'day')
    return { from: last, to: last, title: `${last === before ? 'Вчера' : shortDay(last)} по часам` }
  // Older than the period before: an empty axis of that one would tell no more than its own.
  if (last < before_from) return own
  const title = code === 'week' ? 'Прошлая неделя по дням' : 'Прошлый месяц по дням'
  const lastOfBefore = figures.findLast(({ day }) => day < from)!.day
  return { from: before_from, to: lastOfBefore, title }
}

/** The acts that a figure of these days adds up. */
export function actsOf(from: string, to: string): string {
  return `/operator/acts?status=issued&status=signed&from=${from}&to=${to}`
}

function addUp(figures: readonly DayFigures[]): Sums {
  const sum = (key: keyof Sums) => figures.reduce((total, one) => total + one[key], 0)
  return { acts: sum('acts'), net_g: sum('net_g'), total_kop: sum('total_kop') }
}

function figuresOf(
  days: Days,
  code: AnswerPeriod,
  { from, before_from, before_to }: Period,
  now: Sums,
  before: Sums,
): Tile[] {
  const last = shortDay(before_to)
  const until = days.goesOn ? `${last} к\u00a0${days.clock}` : last
  const words = {
    day: [days.words, days.beforeWords],
    week: ['с понедельника', `неделей раньше, до ${until}`],
    month: [
      `с ${shortDay(from)} по ${shortDay(days.to)}`,
      `с ${shortDay(before_from)} до ${until}`,
    ],
  }[code]
  const figure = (
    key: keyof Sums,
    title: string,
    unit: Tile['unit'],
    sums: Tile['sums'] = null,
  ): Tile => ({
    key,
    title,
    period: words[0]!,
    value: now[key],
    unit,
    sums,
    previous: before[key],
    previous_period: words[1]!,
    href: actsOf(from, days.to),
  })
  return [
    figure('net_g', 'Принято', 'g'),
    figure('total_kop', 'На сумму', 'kop', 'purchases'),
    figure('acts', 'Актов', 'count'),
  ]
}

/** Weight and sum also day by day, of the days that were read anyway; a single one shows nothing. */
function withRecent(tiles: Tile[], figures: readonly DayFigures[]): Tile[] {
  const last = figures.slice(-RECENT_DAYS)
  if (last.length < 2) return tiles
  const byDay = { net_g: 'net_g', total_kop: 'total_kop' } as const
  return tiles.map((tile) => {
    const key = ownValue(byDay, tile.key)
    return key ? { ...tile, recent: last.map((one) => ({ day: one.day, value: one[key] })) } : tile
  })
}

/** How far the prices of the period are from the list of their days; nothing where no position had a list price. */
export async function besideList(
  db: Db,
  { siteId }: { siteId: string | null },
  { to, words }: Pick<Days, 'to' | 'words'>,
  from: string,
): Promise<Tile[]> {
  const { deviation_bp: value } = await readAverageOfAll(
    db,
    { date_from: from, date_to: to, ...(siteId !== null && { site_id: siteId }) },
    zoneOf(db),
  )
  if (value === null) return []
  const isRead = passesRights(db.caller.session!, report.preview) && may(db, 'report.create')
  return [
    {
      key: 'list_bp',
      title: 'К прайсу',
      period: words,
      value,
      unit: 'bp',
      sums: null,
      previous: null,
      previous_period: null,
      href: isRead
        ? `/operator/reports?order=average_prices&date_from=${from}&date_to=${to}`
        : actsOf(from, to),
    },
  ]
}

const shortDay = (day: string) => day.split('-').slice(1).toReversed().join('.')

/** A line for each class that was bought at all, each with every hour or day. */
export function linesOf(
  bought: readonly BoughtByMetal[],
  places: readonly string[],
  lastDay: string,
): PurchasesAnswer['chart']['lines'] {
  return METALS.flatMap(([metal, name]) => {
    const own = new Map(
      bought.filter((one) => one.metal === metal).map((one) => [one.x, one.net_g]),
    )
    if (own.size === 0) return []
    const points = places.map((x) => {
      const day = x.length > 5 ? x : lastDay
      return { x, y: own.get(x) ?? 0, href: actsOf(day, day) }
    })
    return [{ name, points }]
  })
}

export const METALS: readonly (readonly [BoughtByMetal['metal'], string])[] = [
  ['ferrous', 'Чёрные металлы'],
  ['nonferrous', 'Цветные металлы'],
  ['none', 'Остальное'],
]

/** Hours of a usual shift are always on the axis. */
const SHIFT = { first: 8, last: 19 }

function hoursOf(bought: readonly BoughtByMetal[]): string[] {
  const found = bought.map(({ x }) => Number(x.slice(0, 2)))
  const first = Math.min(SHIFT.first, ...found)
  const last = Math.max(SHIFT.last, ...found)
  return Array.from(
    { length: last - first + 1 },
    (_, place) => `${String(first + place).padStart(2, '0')}:00`,
  )
}

const daysOf = (figures: readonly DayFigures[], { from, to }: Span) =>
  figures.map(({ day }) => day).filter((day) => day >= from && day <= to)
