import type { CallInput } from '#contract/core/call.ts'
import type { PaymentDiscrepancy, paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import {
  caseRows,
  lockCase,
  storeClosing,
  withCaseColumns,
  type CaseFilter,
} from './case-queries.ts'
import { caseWords } from './case-words.ts'

/** payment/getDiscrepancies: what contradicts our payments, the latest first. */
export function listDiscrepancies(
  db: Db,
  { query }: CallInput<typeof paymentReview.getDiscrepancies>,
): Promise<Answer<typeof paymentReview.getDiscrepancies>> {
  return readList(db, caseList(db, query.filter ?? {}))
}

function caseList(db: Db, filter: CaseFilter) {
  return asList({
    filter,
    sort: { opened_at: 'd.opened_at' },
    first: ['opened_at', 'desc'],
    id: 'd.id',
    from: caseRows(db, filter),
    select: withCaseColumns,
    item: ({ kind, ...row }): PaymentDiscrepancy => ({
      ...row,
      ...caseWords(kind),
      is_return: kind === 'return',
    }),
  })
}

/** payment/closeDiscrepancy: a person says what it was, another confirms; no payment moves by it. */
export async function closeDiscrepancy(
  db: Db,
  { body }: CallInput<typeof paymentReview.closeDiscrepancy>,
): Promise<Answer<typeof paymentReview.closeDiscrepancy>> {
  await inTransaction(db, async (tx) => {
    const row = (await lockCase(tx, body.id)) ?? refuse('common.not-found')
    if (row.closed_at !== null) refuse('payment.discrepancy-closed')
    const approverId = await requireApproval(tx, 'payment.return', {
      entity: 'payment_discrepancy',
      ids: [row.id],
      about: { note: body.resolution, warnings: [caseWords(row.kind).title] },
    })
    await storeClosing(tx, row.id, body.resolution)
    addAuditEvent(tx, {
      action: 'payment_discrepancy.close',
      entity: 'payment_discrepancy',
      id: row.id,
      after: { kind: row.kind, payment_id: row.payment_id, resolution: body.resolution },
      approverId,
    })
  })
  const { items } = await readList(db, caseList(db, { ids: [body.id], with: ['rows'] }))
  return items[0]!
}
