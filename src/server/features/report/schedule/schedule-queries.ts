import { sql, type UpdateObject } from 'kysely'
import type { ReportFormat, ReportStatus } from '#contract/report/report-entities.ts'
import type { ReportPeriod, ReportSchedule, ScheduleRepeat } from '#contract/report/schedules.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { DB } from '../../../db/schema.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'
import type { DueRule } from './due-times.ts'

/** The parts of a schedule that a person chooses. */
export interface ScheduleValues extends DueRule {
  readonly title: string
  readonly params: unknown
  readonly format: ReportFormat
  readonly period: ReportPeriod | null
  readonly recipients: readonly string[]
}

/** A schedule as stored, with the zone that its company has now. */
export interface StoredSchedule extends ScheduleValues {
  readonly id: string
  readonly type: string
  readonly status: ReportSchedule['status']
  readonly stop_reason: ReportSchedule['stop_reason']
  readonly zone: string
  readonly company_zone: string
  readonly next_at: string
  readonly last_due_at: string | null
  readonly created_by: string
  readonly owner_name: string
  readonly version: number
}

function schedules(db: Db) {
  return db.q
    .selectFrom('report_schedule as s')
    .innerJoin('app_user as u', 'u.id', 's.created_by')
    .innerJoin('company as c', 'c.id', 's.company_id')
    .where('s.company_id', '=', db.companyId)
    .select([
      's.id',
      's.title',
      's.type',
      's.params',
      sql<ReportFormat>`s.format`.as('format'),
      sql<ReportPeriod | null>`s.period`.as('period'),
      sql<ScheduleRepeat>`s.repeats`.as('repeats'),
      's.at_time',
      's.weekdays',
      's.month_day',
      's.recipients',
      sql<StoredSchedule['status']>`s.status`.as('status'),
      sql<StoredSchedule['stop_reason']>`s.stop_reason`.as('stop_reason'),
      's.zone',
      'c.timezone as company_zone',
      's.next_at',
      's.last_due_at',
      's.created_by',
      'u.full_name as owner_name',
      's.version',
    ])
}

/** The caller's own schedules and those that give the caller their reports; with the right to control, all of the company. */
export function selectSchedules(db: Db, withAll: boolean, most: number): Promise<StoredSchedule[]> {
  const { userId } = db.caller
  return schedules(db)
    .$if(!withAll, (query) =>
      query.where(sql<boolean>`(s.created_by = ${userId} or ${userId}::uuid = any(s.recipients))`),
    )
    .orderBy('s.title')
    .orderBy('s.id')
    .limit(most)
    .execute()
}

export function findSchedule(db: Db, id: string): Promise<StoredSchedule | undefined> {
  return schedules(db).where('s.id', '=', id).executeTakeFirst()
}

export function lockSchedule(tx: Tx, id: string): Promise<StoredSchedule | undefined> {
  return schedules(tx).where('s.id', '=', id).forUpdate('s').executeTakeFirst()
}

/** One maker of schedules of a company at a time, since each counts the rest. */
export async function countSchedules(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report_schedule:${tx.companyId}`}, 0))`.execute(
    tx.q,
  )
  const { n } = await tx.q
    .selectFrom('report_schedule')
    .where('company_id', '=', tx.companyId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

interface NewSchedule extends ScheduleValues, IdempotencyKey {
  readonly id: string
  readonly type: string
  readonly zone: string
  readonly next_at: string
}

export async function insertSchedule(tx: Tx, values: NewSchedule): Promise<void> {
  const by = tx.caller.userId!
  await tx.q
    .insertInto('report_schedule')
    .values({ ...values, ...columnsOf(values), company_id: tx.companyId, created_by: by })
    .execute()
    .catch((error) => onConstraint(error, { report_schedule_client_id_unique: 'common.id-reused' }))
}

/** Lists and JSON as the database takes them. */
export function columnsOf({ params, weekdays, recipients, ...rest }: ScheduleValues) {
  return {
    ...rest,
    params: JSON.stringify(params),
    weekdays: [...weekdays],
    recipients: [...recipients],
  }
}

export async function changeSchedule(
  tx: Tx,
  id: string,
  values: UpdateObject<DB, 'report_schedule'>,
): Promise<void> {
  await tx.q
    .updateTable('report_schedule')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Sets the next due time without a new version: for a person who changes the schedule it is still the same. */
export async function moveSchedule(
  tx: Tx,
  id: string,
  values: { zone: string; next_at: string; last_due_at?: string },
): Promise<void> {
  await tx.q
    .updateTable('report_schedule')
    .set(values)
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function removeSchedule(tx: Tx, id: string): Promise<void> {
  await tx.q
    .deleteFrom('report_schedule')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export const SCHEDULES_CODE = 'report.schedules'

/** Schedules that are due, and those whose company has moved to another zone; those of a suspended company wait. */
export function dueSchedules(q: Db['q'], now: Date): Promise<SweptRow[]> {
  return q
    .selectFrom('report_schedule as s')
    .innerJoin('company as c', 'c.id', 's.company_id')
    .where('s.status', '=', 'active')
    .where('c.status', '=', 'active')
    .where((eb) =>
      eb.or([eb('s.next_at', '<=', now.toISOString()), eb('s.zone', '<>', eb.ref('c.timezone'))]),
    )
    .where(notSetAside(SCHEDULES_CODE, 's.company_id', 's.id'))
    .orderBy('s.next_at')
    .select(['s.company_id', 's.id'])
    .limit(1000)
    .execute()
}

/** The latest report of each schedule. */
export async function latestReports(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, NonNullable<ReportSchedule['last']>>()
  const rows = await db.q
    .selectFrom('report')
    .distinctOn('schedule_id')
    .where('company_id', '=', db.companyId)
    .where('schedule_id', 'in', [...ids])
    .orderBy('schedule_id')
    .orderBy('created_at', 'desc')
    .select(['schedule_id', 'created_at', 'status', 'error', 'file_id'])
    .execute()
  return new Map(
    rows.map(({ schedule_id, created_at, status, error, file_id }) => [
      schedule_id!,
      {
        at: created_at,
        status: status as ReportStatus,
        error,
        file_id: status === 'ready' ? file_id : null,
      },
    ]),
  )
}

/** Names of people of the company, also of blocked and dismissed ones. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('id', 'in', [...ids])
    .select(['id', 'full_name'])
    .execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/** Gives a ready report to people besides its maker. */
export async function shareReport(
  tx: Tx,
  reportId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx.q
    .updateTable('report')
    .set({ shared_with: [...userIds] })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', reportId)
    .execute()
}
