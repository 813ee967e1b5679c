import type { PlatformMoneyGroup } from '#contract/payment/money-flow.ts'
import { today } from '#web/ui/format.ts'
import { parseDay } from '#web/ui/inputs/parse-day.ts'

/** What the address asks for. */
export interface MoneyChoice {
  readonly from: string
  readonly until: string
  readonly by: PlatformMoneyGroup
}

/** Today by company or bank unless the address says otherwise; several days are told by day. */
export function readChoice(
  params: URLSearchParams,
  groups: readonly PlatformMoneyGroup[],
): MoneyChoice {
  const from = dayOf(params.get('from')) ?? today()
  const until = dayOf(params.get('to')) ?? today()
  const asked = groups.find((group) => group === params.get('by'))
  const ofDay = groups.includes('company') ? 'company' : 'bank'
  return { from, until, by: asked ?? (from === until ? ofDay : 'day') }
}

const dayOf = (value: string | null) =>
  value !== null && parseDay(value, today()) === value ? value : undefined

const DAY_MS = 86_400_000
const daysFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const dayBefore = (day: string): string => daysFrom(day, -1)

/** Periods that end today: the day, the week from Monday, the month from its first. */
export function presetPeriods(now: string = today()) {
  const weekday = (new Date(now).getUTCDay() + 6) % 7
  return [
    { label: 'Сегодня', from: now, until: now },
    { label: 'Неделя', from: daysFrom(now, -weekday), until: now },
    { label: 'Месяц', from: `${now.slice(0, 8)}01`, until: now },
  ]
}
