import type { ReportPeriod, ReportSchedule, ScheduleRepeat } from '#contract/report/schedules.ts'

export const periodTitles: Record<ReportPeriod, string> = {
  yesterday: 'Вчера',
  last_week: 'Прошлая неделя',
  last_month: 'Прошлый месяц',
  month_to_date: 'С начала месяца',
}

export const repeatTitles: Record<ScheduleRepeat, string> = {
  day: 'Каждый день',
  week: 'По дням недели',
  month: 'Раз в месяц',
}

/** Monday first. */
export const WEEKDAYS = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'] as const

/** From which day on some month is shorter. */
const SHORT_FROM = 29

type Rule = Pick<ReportSchedule, 'repeats' | 'at_time' | 'weekdays' | 'month_day'>

/** «Пн, Пт в 07:00». */
export function whenText({ repeats, at_time, weekdays, month_day }: Rule): string {
  if (repeats === 'week') {
    const days = weekdays.toSorted((a, b) => a - b).map((day) => WEEKDAYS[day - 1])
    return `${days.join(', ')} в ${at_time}`
  }
  if (repeats === 'month') {
    const short = (month_day ?? 0) >= SHORT_FROM ? ', в коротком месяце — в последний день' : ''
    return `${month_day}-го числа в ${at_time}${short}`
  }
  return `Каждый день в ${at_time}`
}

/** Why a schedule stands still. */
export function stopText({ status, stop_reason }: ReportSchedule): string | undefined {
  if (status !== 'stopped') return undefined
  return stop_reason === 'person'
    ? 'Владелец больше не работает с компанией'
    : 'У владельца больше нет права на этот отчёт'
}
