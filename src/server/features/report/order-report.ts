import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { IdempotencyKey } from '../../idempotency.ts'
import {
  countOpen,
  insertReport,
  lockRequester,
  nextOrder,
  type NewReport,
} from './report-queries.ts'
import { REPORT_JOB } from './write/make-report.ts'

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
