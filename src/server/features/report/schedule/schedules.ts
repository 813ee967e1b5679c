import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import {
  MAX_SCHEDULES,
  type ReportSchedule,
  type schedules,
  type ScheduleOrder,
  type ScheduleReader,
} from '#contract/report/schedules.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { may } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, zoneOf, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { readPeople } from '../../../auth/sessions.ts'
import { titleOfReport } from '../report-list-queries.ts'
import { readOrder } from '../write/ordered-file.ts'
import { findComposedFile } from '../write/composed-files.ts'
import { nextDueTime, dayOf, type DueRule } from './due-times.ts'
import { rightsOfReport, mayHaveReport, nameReport, type NamedReport } from './order-rights.ts'
import { findOwner } from './run-schedules.ts'
import * as queries from './schedule-queries.ts'
import {
  latestReports,
  namesOf,
  type StoredSchedule,
  type ScheduleValues,
} from './schedule-queries.ts'
import { paramsOnDay, paramsWithoutDays, periodProblem } from './due-params.ts'

type Calls = typeof schedules

/** report/getSchedules. */
export async function listSchedules(db: Db): Promise<Answer<Calls['getSchedules']>> {
  const rows = await queries.selectSchedules(db, may(db, 'report.control'), MAX_SCHEDULES)
  return presentSchedules(db, rows)
}

/** Schedules as the caller sees them, with the present rights of those who are given their reports. */
async function presentSchedules(
  db: Db,
  rows: readonly StoredSchedule[],
): Promise<ReportSchedule[]> {
  const ids = rows.flatMap(({ recipients }) => recipients)
  const latest = await latestReports(
    db,
    rows.map(({ id }) => id),
  )
  const names = await namesOf(db, ids)
  const people = ids.length > 0 ? await readPeople(db.q, db.companyId) : []
  const sessions = new Map(people.map((person) => [person.userId, person]))
  return rows.map((row) => {
    const named = nameReport(row.type, row.params)
    const is_own = row.created_by === db.caller.userId
    return {
      id: row.id,
      title: row.title,
      type: row.type,
      report_title: titleOfReport(row.type, row.params),
      params: row.params,
      format: row.format,
      period: row.period,
      repeats: row.repeats,
      at_time: row.at_time,
      weekdays: [...row.weekdays],
      month_day: row.month_day,
      status: row.status,
      stop_reason: row.stop_reason,
      next_at: row.status === 'active' ? row.next_at : null,
      owner: { id: row.created_by, name: row.owner_name },
      recipients: row.recipients.map((id) => {
        const session = sessions.get(id)
        const is_allowed = session !== undefined && mayHaveReport(session, named)
        return { id, name: names.get(id) ?? '', is_allowed }
      }),
      last: latest.get(row.id) ?? null,
      is_own,
      may_run: is_own || may(db, 'report.control'),
      version: row.version,
    }
  })
}

async function presentSchedule(db: Db, row: StoredSchedule): Promise<ReportSchedule> {
  return (await presentSchedules(db, [row]))[0]!
}

/** report/getScheduleReaders. */
export async function listReaders(
  db: Db,
  { query }: CallInput<Calls['getScheduleReaders']>,
): Promise<Answer<Calls['getScheduleReaders']>> {
  const named = { type: query.type, listCall: query.call }
  if (!rightsOfReport(named))
    refuse('report.bad-params', { fields: { type: 'Этот отчёт не составляют по расписанию' } })
  return readersOf(db, named)
}

/** The schedule that a person asks for, once its report could be ordered by the caller today: refuses `report.bad-params`. */
async function readSchedule(db: Db, order: ScheduleOrder): Promise<ScheduleValues> {
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
async function readersOf(db: Db, named: NamedReport): Promise<ScheduleReader[]> {
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

/** report/createSchedule. */
export async function createSchedule(
  db: Db,
  { body }: CallInput<Calls['createSchedule']>,
): Promise<ReportSchedule> {
  const values = await readSchedule(db, body)
  return inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    const earlier = await findEarlierCopy(tx, 'report_schedule', stamp)
    if (earlier) return presentSchedule(tx, (await queries.findSchedule(tx, earlier))!)
    if ((await queries.countSchedules(tx)) >= MAX_SCHEDULES) refuse('report.too-many-schedules')
    const id = uuidv7()
    const { type } = body
    await queries.insertSchedule(tx, { ...values, ...stamp, ...dueFromNow(tx, values), id, type })
    const after = { type, ...values }
    addAuditEvent(tx, {
      action: 'report_schedule.create',
      entity: 'report_schedule',
      id,
      after,
    })
    return presentSchedule(tx, (await queries.findSchedule(tx, id))!)
  })
}

/** report/updateSchedule: a report is made with the rights of the schedule's owner, so only the owner changes it. */
export async function updateSchedule(
  db: Db,
  { body }: CallInput<Calls['updateSchedule']>,
): Promise<ReportSchedule> {
  const stored = await queries.findSchedule(db, body.id)
  if (!stored || !isSeen(db, stored)) return refuse('common.not-found')
  if (stored.created_by !== db.caller.userId)
    refuse('access.denied', { message: 'Расписание меняет только его владелец' })
  const values = await readSchedule(db, { ...body, type: stored.type })
  return onSchedule(db, body, async (tx, before) => {
    await queries.changeSchedule(tx, before.id, {
      ...queries.columnsOf(values),
      ...dueFromNow(tx, values),
    })
    return tellChange(tx, before, 'report_schedule.update')
  })
}

/** report/switchSchedule: what was missed while it was off is not made up for. */
export function switchSchedule(
  db: Db,
  { body }: CallInput<Calls['switchSchedule']>,
): Promise<ReportSchedule> {
  return onSchedule(db, body, async (tx, before) => {
    if (body.is_on === (before.status === 'active')) return presentSchedule(tx, before)
    if (body.is_on && typeof (await findOwner(tx, before)) === 'string')
      refuse('report.owner-may-not')
    await queries.changeSchedule(tx, before.id, {
      status: body.is_on ? 'active' : 'off',
      stop_reason: null,
      ...(body.is_on && dueFromNow(tx, before)),
    })
    return tellChange(tx, before, body.is_on ? 'report_schedule.on' : 'report_schedule.off')
  })
}

/** report/deleteSchedule. */
export function deleteSchedule(
  db: Db,
  { body }: CallInput<Calls['deleteSchedule']>,
): Promise<Answer<Calls['deleteSchedule']>> {
  return onSchedule(db, body, async (tx, before) => {
    await queries.removeSchedule(tx, before.id)
    addAuditEvent(tx, {
      action: 'report_schedule.delete',
      entity: 'report_schedule',
      id: before.id,
      before: auditedPart(before),
    })
    return { ok: true } as const
  })
}

/** The schedule, locked for one who may manage it; others who see it are refused, and to the rest it does not exist. */
function onSchedule<T>(
  db: Db,
  { id, version }: { id: string; version: number },
  work: (tx: Tx, before: StoredSchedule) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const schedule = await queries.lockSchedule(tx, id)
    if (!schedule) return refuse('common.not-found')
    assertManager(tx, schedule)
    if (schedule.version !== version) refuse('common.stale')
    return work(tx, schedule)
  })
}

/** Refuses all but the owner and those who may control reports. */
export function assertManager(db: Db, schedule: StoredSchedule): void {
  if (!isSeen(db, schedule)) refuse('common.not-found')
  if (schedule.created_by !== db.caller.userId && !may(db, 'report.control'))
    refuse('access.denied', { message: 'Это расписание другого сотрудника' })
}

function isSeen(db: Db, { created_by, recipients }: StoredSchedule): boolean {
  const userId = db.caller.userId!
  return created_by === userId || recipients.includes(userId) || may(db, 'report.control')
}

/** Also what a switched-off schedule needs to begin again: the next due time from now. */
function dueFromNow(db: Db, rule: DueRule) {
  const zone = zoneOf(db)
  return { zone, next_at: nextDueTime(rule, zone, new Date()).toISOString() }
}

async function tellChange(
  tx: Tx,
  before: StoredSchedule,
  action: AuditAction,
): Promise<ReportSchedule> {
  const after = (await queries.findSchedule(tx, before.id))!
  addAuditEvent(tx, {
    action,
    entity: 'report_schedule',
    id: before.id,
    before: auditedPart(before),
    after: auditedPart(after),
  })
  return presentSchedule(tx, after)
}

function auditedPart(schedule: StoredSchedule): object {
  const { title, type, params, format, period, repeats, at_time } = schedule
  const { weekdays, month_day, recipients, status } = schedule
  const rule = { period, repeats, at_time, weekdays, month_day }
  return { title, type, params, format, ...rule, recipients, status }
}
