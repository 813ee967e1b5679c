import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { IdempotencyKey } from '../../idempotency.ts'
import { countRequested, insertReport, lockRequester, type NewReport } from './report-queries.ts'
import { REPORT_JOB } from './write/make-report.ts'

// security.md 10.1: of one person, at a time and within an hour.
const MAX_OPEN = 5
const MAX_IN_HOUR = 10
const HOUR_S = 3600

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
  const { open, inHour } = await countRequested(tx)
  if (open >= MAX_OPEN) refuse('report.too-many')
  if (inHour >= MAX_IN_HOUR)
    refuse('common.too-many', {
      message: `Не больше ${MAX_IN_HOUR} файлов в час. Возьмите готовый в разделе «Отчёты»`,
      retryAfterSeconds: HOUR_S,
    })
}
