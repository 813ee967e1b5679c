import type { CallInput } from '#contract/core/call.ts'
import type { PaymentDiscrepancy, paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import {
  caseRows,
  findCase,
  lockCase,
  mayPayActs,
  storeClosing,
  withCaseColumns,
  type CaseFilter,
} from './case-queries.ts'
import { caseWords } from './case-words.ts'
import { payByDebit } from './pay-by-debit.ts'

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
      outcome: row.outcome as PaymentDiscrepancy['outcome'],
      ...caseWords(kind),
      is_return: kind === 'return',
    }),
  })
}

/**
 * payment/closeDiscrepancy: a person says what it was, another confirms. No payment moves by it; of a debit that can pay the acts of its
 * payment it is said whether it does, and then a payment of its own stands for it.
 */
export async function closeDiscrepancy(
  db: Db,
  { body }: CallInput<typeof paymentReview.closeDiscrepancy>,
): Promise<Answer<typeof paymentReview.closeDiscrepancy>> {
  await inTransaction(db, async (tx) => {
    const one = (await findCase(tx, body.id)) ?? refuse('common.not-found')
    const closed =
      body.outcome === 'debit_pays'
        ? await payByDebit(tx, { id: body.id, ...one }, body.resolution)
        : await closeByWords(tx, body)
    const { found, approverId } = closed
    const { resolution, outcome } = body
    await storeClosing(tx, found.id, { resolution, approverId, outcome })
    const paidBy = 'paymentId' in closed && { paid_by: closed.paymentId }
    addAuditEvent(tx, {
      action: 'payment_discrepancy.close',
      entity: 'payment_discrepancy',
      id: found.id,
      after: { kind: found.kind, payment_id: found.payment_id, resolution, outcome, ...paidBy },
      approverId,
    })
  })
  const { items } = await readList(db, caseList(db, { ids: [body.id], with: ['rows'] }))
  return items[0]!
}

type Body = CallInput<typeof paymentReview.closeDiscrepancy>['body']

async function closeByWords(tx: Tx, { id, outcome, resolution }: Body) {
  const found = (await lockCase(tx, id))!
  if (found.closed_at !== null) refuse('payment.discrepancy-closed')
  const mayPay = await mayPayActs(tx, id)
  if (mayPay && outcome === undefined)
    refuse('common.validation', {
      fields: { outcome: 'Скажите, оплатило ли это списание акты' },
    })
  if (!mayPay && outcome !== undefined) refuse('payment.no-debit')
  const { title } = caseWords(found.kind)
  const approverId = await requireApproval(tx, 'payment.return', {
    entity: 'payment_discrepancy',
    ids: [id],
    about: {
      note: resolution,
      warnings: [outcome === 'not_paid' ? `${title}. Актов это не оплатит` : title],
    },
  })
  return { found, approverId }
}
