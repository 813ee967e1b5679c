import { sql } from 'kysely'
import type { ReportFormat, ReportStatus } from '#contract/report/report-entities.ts'
import { zoneOf, type Db, type Tx } from '../../db/handle.ts'
import type { IdempotencyKey } from '../../idempotency.ts'

/** Serialises two orders of one person, so that neither passes a bound unseen. */
export async function lockRequester(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report:${db.caller.userId}`}, 0))`.execute(
    db.q,
  )
}

const countsInHour = sql`status <> 'failed' and created_at > now() - interval '1 hour'`

/** A person's waiting and running reports; what a schedule ordered does not count. */
export async function countOpen(db: Tx): Promise<number> {
  const row = await db.q
    .selectFrom('report')
    .where('created_by', '=', db.caller.userId)
    .where('due_at', 'is', null)
    .where('status', 'in', ['queued', 'running'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * When a person who has ordered `maxInHour` reports within the hour may order the next one: the whole minute by the company's
 * clock, and seconds until then. Undefined while fewer were ordered; failed reports and those of schedules do not count.
 */
export async function nextOrder(
  db: Tx,
  maxInHour: number,
): Promise<{ clock: string; seconds: number } | undefined> {
  const { rows } = await sql<{ clock: string; seconds: number }>`
    select to_char(free.at at time zone ${zoneOf(db)}, 'HH24:MI') as clock,
      greatest(1, ceil(extract(epoch from free.at - now())))::int as seconds
    from (select date_trunc('minute', created_at + interval '1 hour 59.999999 seconds') as at
      from report where created_by = ${db.caller.userId} and due_at is null and ${countsInHour}
      order by created_at desc limit 1 offset ${maxInHour - 1}) as free`.execute(db.q)
  return rows[0]
}

export interface NewReport {
  readonly type: string
  readonly params: unknown
  readonly format: ReportFormat
  readonly schedule_id?: string
  /** The due time of the schedule; absent when a person asked. */
  readonly due_at?: string
}

/** Returns false when the schedule already has a report for this due time. */
export async function insertReport(
  db: Tx,
  id: string,
  { type, params, format, schedule_id, due_at }: NewReport,
  stamp: IdempotencyKey,
): Promise<boolean> {
  const by = db.caller.userId!
  const result = await db.q
    .insertInto('report')
    .values({
      company_id: db.companyId,
      id,
      type,
      params: JSON.stringify(params),
      format,
      created_by: by,
      updated_by: by,
      ...(schedule_id && { schedule_id }),
      ...(due_at && { due_at }),
      ...stamp,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'schedule_id', 'due_at'])
        .where('due_at', 'is not', null)
        .doNothing(),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findReport(db: Db, id: string) {
  const row = await db.q
    .selectFrom('report')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'status', 'progress', 'file_id', 'error', 'created_by', 'shared_with'])
    .executeTakeFirst()
  return row && { ...row, status: row.status as ReportStatus }
}

/** The fields of a report that the worker needs once it has taken it. */
export interface TakenReport {
  readonly id: string
  readonly type: string
  readonly params: unknown
  readonly format: ReportFormat
  readonly created_by: string
  readonly schedule_id: string | null
  /** Another worker that takes the report over raises it: then this worker stops. */
  readonly version: number
}

/** Marks a waiting report, or one whose worker died, as running; nothing when it is finished already. */
export async function takeReport(db: Tx, id: string): Promise<TakenReport | undefined> {
  const row = await db.q
    .updateTable('report')
    .set({ status: 'running', progress: 0, version: sql`version + 1`, updated_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'type', 'params', 'format', 'created_by', 'schedule_id', 'version'])
    .executeTakeFirst()
  return row && { ...row, format: row.format as ReportFormat }
}

/** How far it is, in percent; false when it was taken over or given up meanwhile. */
export async function noteProgress(
  db: Db,
  { id, version }: TakenReport,
  progress: number,
): Promise<boolean> {
  const result = await db.q
    .updateTable('report')
    .set({ progress, updated_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Whether the worker that took the report still makes it: it was not cancelled, given up or taken over. */
export async function isStillTaken(db: Db, { id, version }: TakenReport): Promise<boolean> {
  const row = await db.q
    .selectFrom('report')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'running')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A connection's process in PostgreSQL, by which another connection may interrupt it. */
interface Backend {
  readonly pid: number
  /** A number is given again, and is another process of another machine. */
  readonly backend_start: string
}

export async function readBackend({ q }: Tx): Promise<Backend> {
  const { rows } = await sql<Backend>`
    select pid, backend_start from pg_stat_activity where pid = pg_backend_pid()`.execute(q)
  return rows[0]!
}

export async function interruptBackend({ q }: Db, { pid, backend_start }: Backend): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${pid} and backend_start = ${backend_start}`.execute(q)
}

export interface Outcome {
  readonly status: 'ready' | 'failed' | 'cancelled'
  readonly file_id?: string
  readonly rows?: number
  readonly error?: string
}

/** Finishes a report that still belongs to this worker; a caller that gives up a lost report leaves `version` out. */
export async function endReport(
  db: Tx,
  { id, version }: { id: string; version?: number },
  outcome: Outcome,
): Promise<boolean> {
  const result = await db.q
    .updateTable('report')
    .set({
      ...outcome,
      ...(outcome.status === 'ready' && {
        progress: 100,
        // domain.md 3.18: a file is stored for 30 days.
        expires_at: sql`now() + interval '30 days'`,
      }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
