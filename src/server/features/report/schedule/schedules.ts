import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import { MAX_SCHEDULES, type ReportSchedule, type schedules } from '#contract/report/schedules.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { may } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, zoneOf, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { nextDueTime, type DueRule } from './due-times.ts'
import { rightsOfReport } from './order-rights.ts'
import { presentSchedule, presentSchedules } from './present-schedules.ts'
import { findOwner } from './run-schedules.ts'
import * as queries from './schedule-queries.ts'
import type { StoredSchedule } from './schedule-queries.ts'
import { readersOf, readSchedule } from './schedule-values.ts'

type Calls = typeof schedules

/** report/getSchedules. */
export async function listSchedules(db: Db): Promise<Answer<Calls['getSchedules']>> {
  const rows = await queries.selectSchedules(db, may(db, 'report.control'), MAX_SCHEDULES)
  return presentSchedules(db, rows)
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

/** report/updateSchedule: its report is made with the rights of its owner, so nobody else changes it. */
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
