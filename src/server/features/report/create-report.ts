import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { assertOrderFits, orderReport } from './order-report.ts'
import { findReport } from './report-queries.ts'
import { readOrder } from './write/ordered-file.ts'

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
