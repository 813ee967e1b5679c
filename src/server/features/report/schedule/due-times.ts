import type { ScheduleRepeat } from '#contract/report/schedules.ts'

/** When a report is due, on the wall clock of a time zone. */
export interface DueRule {
  readonly repeats: ScheduleRepeat
  /** `07:30`. */
  readonly at_time: string
  /** Monday is 1. */
  readonly weekdays: readonly number[]
  readonly month_day: number | null
}

/** More days than lie between two due times of any rule. */
const FAR_DAYS = 40

/** The first due time after a moment. */
export function nextDueTime(rule: DueRule, zone: string, after: Date): Date {
  return findDueTime(rule, zone, after, 1, (at) => at > after)
}

/** The latest due time that has come. */
export function latestDueTime(rule: DueRule, zone: string, now: Date): Date {
  return findDueTime(rule, zone, now, -1, (at) => at <= now)
}

/** The day of a moment in a zone. */
export function dayOf(zone: string, at: Date): string {
  return wallTime(zone, at).toPlainDate().toString()
}

/** The last moment of the day that a moment has in one zone, as the day of another zone. */
export function endOfDay(at: Date, zone: string, otherZone: string): Date {
  const next = wallTime(zone, at).toPlainDate().add({ days: 1 })
  return new Date(next.toZonedDateTime(otherZone).epochMilliseconds - 1)
}

function findDueTime(
  rule: DueRule,
  zone: string,
  from: Date,
  step: 1 | -1,
  fits: (at: Date) => boolean,
): Date {
  const plainTime = Temporal.PlainTime.from(rule.at_time)
  // A day earlier: the clock of the day before may have been put forward over midnight.
  const start = wallTime(zone, from).toPlainDate().subtract({ days: step })
  for (let days = 0; days <= FAR_DAYS; days++) {
    const day = start.add({ days: days * step })
    if (!isDueDay(rule, day)) continue
    // A time that the clock skips comes later by what is skipped; of one that comes twice the first counts.
    const at = new Date(day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds)
    if (fits(at)) return at
  }
  throw new Error('a schedule that is never due')
}

function isDueDay({ repeats, weekdays, month_day }: DueRule, day: Temporal.PlainDate): boolean {
  if (repeats === 'week') return weekdays.includes(day.dayOfWeek)
  if (repeats === 'month') return day.day === Math.min(month_day ?? 1, day.daysInMonth)
  return true
}

function wallTime(zone: string, at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}
