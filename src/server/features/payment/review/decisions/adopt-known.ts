import type { CallInput } from '#contract/core/call.ts'
import type { bankComparison } from '#contract/payment/comparison.ts'
import { needsAnother } from '#contract/payment/approvers.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { maybeSamePerson } from '../../../../auth/rights/one-person.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockPayment } from '../../payment-queries.ts'
import { shownCard } from '../read/get-payment.ts'
import { findCase, lockCase, storeClosing } from './case-queries.ts'
import { handOver } from '../../send/submit/register-payments.ts'
import { lockLease } from '../../send/worker/lease-queries.ts'
import { lostPayout } from './lost-queries.ts'
import { recreateLost } from './recreate-lost.ts'
import { markSentBefore } from '../../reconcile/compare/known-queries.ts'

/**
 * payment/adoptKnown: a restored copy took back that a payment was handed over, or its whole record, and the bank has it. Two people hand
 * it over again: the worker asks the bank what became of it and never sends it (payments.md 3.13).
 */
export async function adoptKnown(
  db: Db,
  { body }: CallInput<typeof bankComparison.adoptKnown>,
): Promise<Answer<typeof bankComparison.adoptKnown>> {
  const id = await inTransaction(db, async (tx) => {
    const known = (await findCase(tx, body.id)) ?? refuse('common.not-found')
    const lost = known.payment_id === null ? await lostPayout(tx, body.id) : undefined
    const paymentId = lost?.id ?? known.payment_id ?? refuse('payment.not-known')
    if (lost) await recreateLost(tx, lost)
    await lockLease(tx, paymentId)
    const row = (await lockPayment(tx, paymentId))!
    const found = (await lockCase(tx, body.id))!
    if (found.closed_at !== null) refuse('payment.discrepancy-closed')
    if (row.status !== 'saved' || !(lost || found.kind === 'known_to_bank'))
      refuse('payment.not-known')
    const approverId = await requireApproval(
      tx,
      'payment.return',
      {
        entity: 'payment',
        ids: [row.id],
        amountKop: row.amount_kop,
        about: {
          suppliers: await namesOf(tx, [row.supplier_id]),
          note: body.resolution,
          warnings: [
            lost
              ? 'Банк исполнил эту выплату, а её запись пропала. Она будет записана снова и не отправлена: банк спросят, чем она кончилась'
              : 'Банк уже знает эту выплату. Отправлена она не будет: банк спросят, чем она кончилась',
          ],
        },
        details: { case: body.id },
      },
      'other',
    )
    const same = await maybeSamePerson(tx, approverId)
    if (approverId === null || needsAnother(row, approverId, same))
      return refuse('payment.second-person')
    const [handed] = await handOver(tx, [row], approverId)
    if (handed?.status !== 'registering')
      return refuse('payment.limit', { message: handed?.message ?? 'Предел выплат не пускает' })
    await markSentBefore(tx, row.id)
    await storeClosing(tx, found.id, {
      resolution: body.resolution,
      approverId,
      ...(lost && { paymentId: row.id }),
    })
    addAuditEvent(tx, {
      action: 'payment.known-to-bank',
      entity: 'payment',
      id: row.id,
      after: { resolution: body.resolution, case: found.id },
      approverId,
    })
    return row.id
  })
  return shownCard(db, id)
}
