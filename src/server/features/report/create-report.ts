import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { REPORT_JOB } from './write/make-report.ts'
import { readOrder } from './write/ordered-file.ts'
import { countRequested, findReport, insertReport, lockRequester } from './report-queries.ts'

// security.md 10.1: of one person, at a time and within an hour.
const MAX_OPEN = 5
const MAX_IN_HOUR = 10
const HOUR_S = 3600

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
    await assertNumber(db)
    const id = uuidv7()
    await insertReport(db, id, body, stamp)
    addAuditEvent(db, {
      action: 'report.create',
      entity: 'report',
      id,
      after: { type: body.type, params: body.params, format: body.format },
    })
    await db.services.jobs.enqueue(db, REPORT_JOB, { company_id: db.companyId, id }, { key: id })
    return { reportId: id, status: 'queued' as const }
  })
}

async function assertNumber(db: Parameters<typeof countRequested>[0]): Promise<void> {
  await lockRequester(db)
  const { open, inHour } = await countRequested(db)
  if (open >= MAX_OPEN) refuse('report.too-many')
  if (inHour >= MAX_IN_HOUR)
    refuse('common.too-many', {
      message: `Не больше ${MAX_IN_HOUR} файлов в час. Возьмите готовый в разделе «Отчёты»`,
      retryAfterSeconds: HOUR_S,
    })
}
