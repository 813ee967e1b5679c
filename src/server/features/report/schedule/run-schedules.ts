import { quote } from '#contract/words/quote.ts'
import { readPerson } from '../../../auth/sessions.ts'
import type { Session } from '../../../auth/session.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { idempotencyKeyOf } from '../../../idempotency.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { orderReport } from '../order-report.ts'
import type { NewReport } from '../report-queries.ts'
import { paramsOnDay } from './due-params.ts'
import { dayOf, endOfDay, latestDueTime, nextDueTime } from './due-times.ts'
import { mayOrderReport, nameReport } from './order-rights.ts'
import {
  changeSchedule,
  dueSchedules,
  lockSchedule,
  moveSchedule,
  SCHEDULES_CODE,
  type StoredSchedule,
} from './schedule-queries.ts'

/**
 * Orders the reports that are due. The order and the next due time are stored together, and a due time has one report at most: a
 * second process or a repeat after a fall finds nothing to do. Of several missed times the latest alone is made up for.
 */
export async function runDueSchedules(services: Services, now = new Date()): Promise<void> {
  const due = await dueSchedules(services.q, now)
  await eachRow(services, SCHEDULES_CODE, due, (server, { id }) =>
    inTransaction(server, (tx) => runSchedule(tx, id, now)),
  )
}

async function runSchedule(tx: Tx, id: string, now: Date): Promise<void> {
  const schedule = await lockSchedule(tx, id)
  if (schedule?.status !== 'active') return
  const { company_zone: zone } = schedule
  const nextAt = nextTimeOf(schedule, now)
  if (nextAt > now) return moveSchedule(tx, id, { zone, next_at: nextAt.toISOString() })
  const owner = await findOwner(tx, schedule)
  if (typeof owner === 'string') return stopSchedule(tx, schedule, owner)
  const dueAt = latestDueTime(schedule, zone, now)
  const order = orderOf(schedule, dayOf(zone, dueAt))
  await orderReport(
    { ...tx, caller: { userId: owner.userId, session: owner } },
    { ...order, due_at: dueAt.toISOString() },
    idempotencyKeyOf({}),
  )
  await moveSchedule(tx, id, {
    zone,
    next_at: nextDueTime(schedule, zone, now).toISOString(),
    last_due_at: dueAt.toISOString(),
  })
}

/** The stored one, reckoned again where the company has another zone now: a day that had its report has no second one. */
function nextTimeOf(schedule: StoredSchedule, now: Date): Date {
  const { zone, company_zone, next_at, last_due_at } = schedule
  if (zone === company_zone) return new Date(next_at)
  const after = last_due_at ? endOfDay(new Date(last_due_at), zone, company_zone) : now
  return nextDueTime(schedule, company_zone, after)
}

/** The order of a schedule that is due on a day. */
export function orderOf(schedule: StoredSchedule, day: string): NewReport {
  const { id: schedule_id, type, format } = schedule
  return { type, format, params: paramsOnDay(schedule, day), schedule_id }
}

/** The owner with present rights, or why no report is made in the owner's name. */
export async function findOwner(
  db: Db,
  { type, params, created_by }: StoredSchedule,
): Promise<Session | NonNullable<StoredSchedule['stop_reason']>> {
  const owner = await readPerson(db.q, created_by)
  if (!owner || owner.companyId !== db.companyId) return 'person'
  return mayOrderReport(owner, nameReport(type, params)) ? owner : 'rights'
}

const STOP_WORDS = {
  person: 'владелец больше не работает с компанией',
  rights: 'у владельца больше нет права на этот отчёт',
}

/** Those who waited for the reports are told too: an owner who is blocked reads nothing. */
async function stopSchedule(
  tx: Tx,
  { id, title, created_by, recipients }: StoredSchedule,
  stop_reason: keyof typeof STOP_WORDS,
): Promise<void> {
  await changeSchedule(tx, id, { status: 'stopped', stop_reason })
  addAuditEvent(tx, {
    action: 'report_schedule.stopped',
    entity: 'report_schedule',
    id,
    after: { title, stop_reason },
  })
  await addNotices(tx, [created_by, ...recipients], {
    kind: 'schedule_stopped',
    title: `Расписание ${quote(title)} остановлено: ${STOP_WORDS[stop_reason]}`,
    href: '/operator/reports?tab=schedules',
  })
}
