import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { readCalendar } from './day-queries.ts'
import { operatorDashboard } from './operator-dashboard.ts'
import { superDashboard } from './super-dashboard.ts'
import type { Days } from './dashboard-days.ts'

type Filter = CallInput<typeof report.getDashboard>['query']['filter']

/** A chart shows a month unless asked otherwise. */
const SHOWN_DAYS = 30
const MAX_DAYS = 366

/** Figures for one's own company, or for the whole platform to SUPERVISOR (screens.md 12). */
export async function getDashboard(
  db: Db,
  { query: { filter } }: CallInput<typeof report.getDashboard>,
): Promise<Answer<typeof report.getDashboard>> {
  const session = db.caller.session!
  if (isSupervisor(session) !== (filter.scope === 'super')) refuse('access.denied')
  const days = await shownDays(db, filter)
  const figures = await (filter.scope === 'super'
    ? superDashboard(db, days)
    : operatorDashboard(db, days, { siteId: filter.site_id, period: filter.period ?? 'day' }))
  return {
    scope: filter.scope,
    date_from: days.from,
    date_to: days.to,
    ...figures,
    as_of: days.now,
  }
}

async function shownDays(db: Db, filter: Filter): Promise<Days> {
  const { timezone } = db.caller.session!
  const asked = { from: filter.date_from ?? null, to: filter.date_to ?? null }
  const calendar = await readCalendar(db, timezone, asked, SHOWN_DAYS)
  if (calendar.span < 1 || calendar.span > MAX_DAYS)
    refuse('filter.invalid', { fields: { 'filter.date_from': `Период от 1 до ${MAX_DAYS} дней` } })
  const { from, to, before, now, clock } = calendar
  const today = calendar.today === to
  return {
    from,
    to,
    before,
    words: today ? 'сегодня' : `за ${russianDay(to)}`,
    beforeWords: today ? `вчера к ${clock}` : russianDay(before),
    goesOn: today,
    now,
    clock,
  }
}
