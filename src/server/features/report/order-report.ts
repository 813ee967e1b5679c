import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Tx, type Db } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../idempotency.ts'
import {
  countOpen,
  insertReport,
  lockRequester,
  nextOrder,
  endReport,
  findReport,
  type NewReport,
} from './report-queries.ts'
import { REPORT_JOB } from './write/make-report.ts'
import { seesAll } from './report-list-queries.ts'
import { readOrder } from './write/ordered-file.ts'

// security.md 10.1: of one person, at a time and within an hour. Accounts of a month take two dozen files in one sitting.
const MAX_OPEN = 5
const MAX_IN_HOUR = 30

/** Stores an order of the caller and signals its worker; undefined when a schedule has its report of this time already. */
export async function orderReport(
  tx: Tx,
  order: NewReport,
  stamp: IdempotencyKey,
): Promise<string | undefined> {
  const id = uuidv7()
  if (!(await insertReport(tx, id, order, stamp))) return undefined
  const { type, params, format, schedule_id } = order
  addAuditEvent(tx, {
    action: 'report.create',
    entity: 'report',
    id,
    after: { type, params, format, ...(schedule_id && { schedule_id }) },
  })
  await tx.services.jobs.enqueue(tx, REPORT_JOB, { company_id: tx.companyId, id }, { key: id })
  return id
}

/** Refuses one more order of the caller beyond the bounds of a person. */
export async function assertOrderFits(tx: Tx): Promise<void> {
  await lockRequester(tx)
  if ((await countOpen(tx)) >= MAX_OPEN) refuse('report.too-many')
  const next = await nextOrder(tx, MAX_IN_HOUR)
  if (next)
    refuse('common.too-many', {
      message: `Не больше ${MAX_IN_HOUR} файлов в час. Готовые лежат в разделе «Отчёты», следующий можно заказать с ${next.clock}`,
      retryAfterSeconds: next.seconds,
    })
}

/** report/cancelReport: the worker notices within a second and leaves nothing behind; a cancelled report stays cancelled. */
export async function cancelReport(
  db: Db,
  { body }: CallInput<typeof report.cancel>,
): Promise<Answer<typeof report.cancel>> {
  const id = body.reportId
  return inTransaction(db, async (tx) => {
    const row = await findReport(tx, id)
    if (!row || (row.created_by !== db.caller.userId && !seesAll(db))) refuse('common.not-found')
    const status = 'cancelled' as const
    if (row.status === status) return { reportId: id, status }
    if (!(await endReport(tx, { id }, { status })))
      refuse('common.bad-transition', { message: 'Отчёт уже не готовится: отменять нечего' })
    addAuditEvent(tx, { action: 'report.cancel', entity: 'report', id })
    return { reportId: id, status }
  })
}

/** report/createReport: the file is written by a job, with the rights that its maker has then. */
export async function createReport(
  db: Db,
  { body }: CallInput<typeof report.create>,
): Promise<Answer<typeof report.create>> {
  if (body.companyId !== undefined)
    refuse('report.bad-params', { fields: { companyId: 'Здесь компания не выбирается' } })
  const asked = readOrder(body)
  asked.authorize(db, db.caller.session!)
  await asked.check(db)
  return inTransaction(db, async (db) => {
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(db, 'report', stamp)
    if (earlierId) return { reportId: earlierId, status: (await findReport(db, earlierId))!.status }
    await assertOrderFits(db)
    const id = await orderReport(db, body, stamp)
    return { reportId: id!, status: 'queued' as const }
  })
}
