import { ownValue } from '#contract/core/own-value.ts'
import * as z from 'zod/mini'
import type { ReportPeriod, ScheduleOrder } from '#contract/report/schedules.ts'
import { findReportKind } from '../kinds/all.ts'
import { LIST_TYPE } from '../requested-report.ts'
import { findComposedFile } from '../write/composed-files.ts'

interface Days {
  readonly from: string
  readonly to: string
}

/** The days of a period on a day. */
export function daysOfPeriod(period: ReportPeriod, day: string): Days {
  const today = Temporal.PlainDate.from(day)
  const days = (from: Temporal.PlainDate, to: Temporal.PlainDate): Days => ({
    from: from.toString(),
    to: to.toString(),
  })
  const firstOfMonth = today.with({ day: 1 })
  switch (period) {
    case 'yesterday': {
      const yesterday = today.subtract({ days: 1 })
      return days(yesterday, yesterday)
    }
    case 'last_week': {
      const sunday = today.subtract({ days: today.dayOfWeek })
      return days(sunday.subtract({ days: 6 }), sunday)
    }
    case 'last_month':
      return days(firstOfMonth.subtract({ months: 1 }), firstOfMonth.subtract({ days: 1 }))
    case 'month_to_date':
      return days(firstOfMonth, today)
  }
}

/** What the parameters of time of a report are on such days: a single day is the last of them. */
const TIME_PARAMS: Record<string, (days: Days) => string> = {
  date_from: ({ from }) => from,
  date_to: ({ to }) => to,
  date: ({ to }) => to,
  year: ({ to }) => to.slice(0, 4),
}

type Ordered = Pick<ScheduleOrder, 'type' | 'params' | 'period'>

/** The parameters of a report that is due on a day. */
export function paramsOnDay({ type, params, period }: Ordered, day: string): unknown {
  if (period === null) return params
  const days = daysOfPeriod(period, day)
  const given = objectOf(params)
  if (!hasFilter(type)) return { ...given, ...timeParams(timeParamsOf(type), days) }
  const filter = timeParams(['date_from', 'date_to'], days)
  return { ...given, filter: { ...objectOf(given['filter']), ...filter } }
}

function timeParams(names: readonly string[], days: Days): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, ownValue(TIME_PARAMS, name)!(days)]))
}

/** The parameters without days of their own: a period gives them each time. */
export function paramsWithoutDays({ type, params, period }: Ordered): unknown {
  if (period === null) return params
  const given = objectOf(params)
  if (!hasFilter(type)) return withoutTime(given)
  return { ...given, filter: withoutTime(objectOf(given['filter'])) }
}

/** Why a period cannot be scheduled; a report of the same fixed days is not ordered again and again. */
export function periodProblem({ type, params, period }: Ordered): string | undefined {
  if (hasFilter(type)) {
    const { date_from, date_to } = objectOf(objectOf(params)['filter'])
    const isFixed = date_from !== undefined || date_to !== undefined
    return period === null && isFixed ? 'Выберите, за какие дни' : undefined
  }
  const hasTime = timeParamsOf(type).length > 0
  if (hasTime && period === null) return 'Выберите, за какие дни'
  return !hasTime && period !== null ? 'Этот отчёт не имеет периода' : undefined
}

const hasFilter = (type: string) => type === LIST_TYPE || findComposedFile(type) !== undefined

function timeParamsOf(type: string): string[] {
  return Object.keys(findReportKind(type)?.params ?? {}).filter((name) =>
    Object.hasOwn(TIME_PARAMS, name),
  )
}

function withoutTime(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(TIME_PARAMS, name)),
  )
}

const anyObject = z.record(z.string(), z.unknown())

/** What is no object is left to the report's own check. */
function objectOf(value: unknown): Record<string, unknown> {
  const read = z.safeParse(anyObject, value)
  return read.success ? read.data : {}
}
