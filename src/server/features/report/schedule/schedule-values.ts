import type { ScheduleOrder, ScheduleReader } from '#contract/report/schedules.ts'
import { refuse } from '#http/refusal.ts'
import { readPeople } from '../../../auth/sessions.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { readOrder } from '../write/ordered-file.ts'
import { findComposedFile } from '../write/composed-files.ts'
import { paramsOnDay, paramsWithoutDays, periodProblem } from './due-params.ts'
import { dayOf } from './due-times.ts'
import { mayHaveReport, nameReport, rightsOfReport, type NamedReport } from './order-rights.ts'
import type { ScheduleValues } from './schedule-queries.ts'

/** The schedule that a person asks for, once its report could be ordered by the caller today: refuses `report.bad-params`. */
export async function readSchedule(db: Db, order: ScheduleOrder): Promise<ScheduleValues> {
  const named = nameReport(order.type, order.params)
  if (!rightsOfReport(named)) bad('type', 'Этот отчёт не составляют по расписанию')
  const wrongPeriod = periodProblem(order)
  if (wrongPeriod) bad('period', wrongPeriod)
  const day = dayOf(zoneOf(db), new Date())
  const report = readOrder({ ...order, params: paramsOnDay(order, day) })
  report.authorize(db, db.caller.session!)
  // Whether there is anything to put into an archive is known on its day.
  if (!findComposedFile(order.type)) await report.check(db)
  await assertReaders(db, named, order.recipients)
  const { title, format, period, repeats, at_time, recipients } = order
  return {
    title,
    format,
    period,
    repeats,
    at_time,
    recipients,
    params: paramsWithoutDays(order),
    weekdays: repeats === 'week' ? (order.weekdays ?? []) : [],
    month_day: repeats === 'month' ? (order.month_day ?? null) : null,
  }
}

/** Other people of the company who may have the report, by name. */
export async function readersOf(db: Db, named: NamedReport): Promise<ScheduleReader[]> {
  const people = await readPeople(db.q, db.companyId)
  return people
    .filter((person) => person.userId !== db.caller.userId && mayHaveReport(person, named))
    .map(({ userId, fullName }) => ({ id: userId, name: fullName }))
}

async function assertReaders(
  db: Db,
  named: NamedReport,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return
  const readers = new Set((await readersOf(db, named)).map(({ id }) => id))
  if (recipients.some((id) => !readers.has(id)))
    bad('recipients', 'Выберите сотрудников, у которых есть право на этот отчёт')
}

function bad(field: string, message: string): never {
  return refuse('report.bad-params', { fields: { [field]: message } })
}
