import type { CallInput } from '#contract/core/call.ts'
import type { paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockPayment, setPayment } from '../../payment-queries.ts'
import { shownCard } from '../read/get-payment.ts'
import { afterStep } from '../../send/worker/apply-decision.ts'
import { suggestedPayments } from '../../reconcile/statement/statement-queries.ts'
import { lockLease } from '../../send/worker/lease-queries.ts'
import { decideByLetter } from './letter/decide-by-letter.ts'
import { heldBy } from './letter/held-queries.ts'
import { isLetterOf, unknownFacts } from './unknown-queries.ts'

const NOT_EXECUTED = 'not_executed_confirmed'
const WORDS = 'Подтверждено, что банк выплату не исполнил'
const BY_STATEMENT = 'Доказательство: выписка, в которой этого списания нет'
const BY_LETTER = 'Доказательство: приложенное письмо банка'

/**
 * payment/resolveUnknown: the way out of a payment whose end no bank tells. Of a silent bank two people say that it was not executed,
 * once it has denied the payment three times and a statement or its letter proves it. Of a bank that contradicts itself or us, its
 * letter also says how much it paid (payments.md 3.6).
 */
export async function resolveUnknown(
  db: Db,
  { body }: CallInput<typeof paymentReview.resolveUnknown>,
): Promise<Answer<typeof paymentReview.resolveUnknown>> {
  await inTransaction(db, async (tx) => {
    const lease = await lockLease(tx, body.id)
    const row = (await lockPayment(tx, body.id)) ?? refuse('common.not-found')
    const holdingCases = await heldBy(tx, row.id)
    if (holdingCases.length === 0) {
      if (row.status !== 'unknown') refuse('common.bad-transition')
      if (body.paid_kop !== undefined) refuse('payment.not-held')
    }
    if (lease?.free === false) refuse('payment.asked-now')
    // A letter says nothing against a line of a statement that may be this payment.
    if ((await suggestedPayments(tx, [row.id])).size > 0) refuse('payment.debit-seen')
    if (holdingCases.length > 0) return decideByLetter(tx, row, holdingCases, body)
    const facts = await unknownFacts(tx, row.id)
    if (!facts.is_old) refuse('payment.too-early')
    if (!facts.is_denied) refuse('payment.not-asked')
    const letter = body.proof_file_id
    if (letter !== undefined && !(await isLetterOf(tx, letter, row.id))) refuse('common.not-found')
    if (letter === undefined && !facts.is_covered) refuse('payment.no-proof')
    const approverId = await requireApproval(tx, 'payment.resolve', {
      entity: 'payment',
      ids: [row.id],
      amountKop: row.amount_kop,
      about: {
        suppliers: await namesOf(tx, [row.supplier_id]),
        note: body.note,
        warnings: [letter === undefined ? BY_STATEMENT : BY_LETTER],
      },
      details: { proof_file_id: letter ?? null },
    })
    const reasonText = `${WORDS}: ${body.note}`.slice(0, 500)
    await setPayment(tx, row.id, {
      status: 'rejected',
      status_source: 'manual',
      reason_code: NOT_EXECUTED,
      reason_text: reasonText,
      updated_by: tx.caller.userId,
      nextInSeconds: null,
    })
    await afterStep(tx, row, 'rejected', { reasonCode: NOT_EXECUTED, reasonText })
    addAuditEvent(tx, {
      action: 'payment.resolve',
      entity: 'payment',
      id: row.id,
      before: { status: 'unknown' },
      after: { status: 'rejected', note: body.note, proof: letter ?? 'statement' },
      approverId,
    })
  })
  return shownCard(db, body.id)
}
