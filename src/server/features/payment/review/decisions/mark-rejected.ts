import type { CallInput } from '#contract/core/call.ts'
import type { paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { doubtWords, keepDoubt } from '../../send/ends/hear-ends.ts'
import { lockPayment, setPayment } from '../../payment-queries.ts'
import { registriesByFile } from '../../send/registry/order-queries.ts'
import { shownCard } from '../read/get-payment.ts'
import { afterStep } from '../../send/worker/apply-decision.ts'
import { seenInStatements } from './seen-queries.ts'

const REFUSED = 'refused_in_bank'

/**
 * payment/markRejectedByBank: the bank refused an order of a file at its own counter or screen and no file says so. Two people
 * record it with the bank's reason, and the acts are due again (payments.md 1, step 16). A debit that comes all the same opens a
 * discrepancy.
 */
export async function markRejectedByBank(
  db: Db,
  { body }: CallInput<typeof paymentReview.markRejectedByBank>,
): Promise<Answer<typeof paymentReview.markRejectedByBank>> {
  await inTransaction(db, async (tx) => {
    const row = (await lockPayment(tx, body.id)) ?? refuse('common.not-found')
    const files = await registriesByFile(tx, [row.registry_id])
    // A draft is in no registry yet, and is no order of the bank either.
    if (row.status !== 'saved' && !files.has(row.registry_id ?? '')) refuse('payment.not-by-file')
    if (row.status !== 'registered' && row.status !== 'processing') refuse('common.bad-transition')
    const seen = await seenInStatements(tx, row.id)
    if (seen !== undefined) refuse('payment.debit-seen', { message: seen })
    const approverId = await requireApproval(tx, 'payment.return', {
      entity: 'payment',
      ids: [row.id],
      amountKop: row.amount_kop,
      about: {
        suppliers: await namesOf(tx, [row.supplier_id]),
        note: body.reason,
        warnings: ['Банк отклонил эту выплату, и деньги по ней не ушли', ...doubtWords(row)],
      },
    })
    const reasonText = `Банк отклонил: ${body.reason}`
    await setPayment(tx, row.id, {
      status: 'rejected',
      status_source: 'manual',
      reason_code: REFUSED,
      reason_text: reasonText,
      updated_by: tx.caller.userId,
      nextInSeconds: null,
    })
    await afterStep(tx, row, 'rejected', { reasonCode: REFUSED, reasonText })
    await keepDoubt(tx, row)
    addAuditEvent(tx, {
      action: 'payment.refused-in-bank',
      entity: 'payment',
      id: row.id,
      before: { status: row.status },
      after: { status: 'rejected', reason: body.reason },
      approverId,
    })
  })
  return shownCard(db, body.id)
}
