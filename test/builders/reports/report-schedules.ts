import { schedules, type ReportSchedule, type ScheduleOrder } from '#contract/report/schedules.ts'
import type { Person, World } from '#test/support/world.ts'

/** A report of every day on the day before it. */
export const DAILY_ORDER: ScheduleOrder = {
  title: 'Закупки за вчера',
  type: 'purchases_by_product',
  params: {},
  format: 'csv',
  period: 'yesterday',
  repeats: 'day',
  at_time: '07:00',
  recipients: [],
}

export function addSchedule(
  person: Person,
  change: Partial<ScheduleOrder> = {},
): Promise<ReportSchedule> {
  return person.api.send(schedules.createSchedule, { body: { ...DAILY_ORDER, ...change } })
}

export function schedulesOf(person: Person): Promise<ReportSchedule[]> {
  return person.api.send(schedules.getSchedules, { query: {} })
}

/** Lets a schedule be due at this moment and later ones. */
export async function setDue(
  { services }: World,
  { id }: ReportSchedule,
  at: string,
): Promise<void> {
  await services.q
    .updateTable('report_schedule')
    .set({ next_at: at })
    .where('id', '=', id)
    .execute()
}

/** What was ordered so far, in the order of due times. */
export function orderedReports({ services }: World) {
  return services.q
    .selectFrom('report')
    .orderBy('due_at')
    .select(['id', 'params', 'due_at', 'created_by', 'format'])
    .execute()
}

export async function clearSchedules({ services: { q } }: World): Promise<void> {
  await q.deleteFrom('report').execute()
  await q.deleteFrom('report_schedule').execute()
  await q.deleteFrom('notice').execute()
}
