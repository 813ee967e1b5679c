import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { seesAll } from './report-list-queries.ts'
import { endReport, findReport } from './report-queries.ts'

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
