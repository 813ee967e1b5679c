import type { CallInput } from '#contract/core/call.ts'
import type { paymentReview } from '#contract/payment/review.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../../idempotency.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { alertManagers } from '../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import { lockPayment } from '../../payment-queries.ts'
import { shownCard } from '../read/get-payment.ts'
import { POSSIBLE_RETURN } from '../../reconcile/statement/classify-line.ts'
import { lockCase, offersReturn, storeClosing, type CaseRow } from './case-queries.ts'
import { heldBy } from './letter/held-queries.ts'
import {
  excessOf,
  hasReturnCase,
  hasReturnInWords,
  insertReturn,
  markReturned,
  matchReturnLine,
  returnedOf,
} from './return-queries.ts'

type Body = CallInput<typeof paymentReview.confirmReturn>['body']

const RETURN_KINDS = ['return', POSSIBLE_RETURN]

/**
 * payment/confirmReturn: money of a paid payment came back. The payment stays paid and its acts are due again by that sum
 * (payments.md 1, step 17); the database takes it from them. With a discrepancy its line is the proof and is used up by it.
 */
export async function confirmReturn(
  db: Db,
  { body }: CallInput<typeof paymentReview.confirmReturn>,
): Promise<Answer<typeof paymentReview.confirmReturn>> {
  await inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    if (await findEarlierCopy(tx, 'payment_return', stamp)) return
    const payment = (await lockPayment(tx, body.payment_id)) ?? refuse('common.not-found')
    const found = body.discrepancy_id ? await returnCase(tx, body) : undefined
    if (payment.status !== 'paid') refuse('payment.not-paid')
    await assertNotCounted(tx, body)
    const left = payment.amount_kop - (await returnedOf(tx, payment.id))
    if (body.amount_kop > left)
      refuse('payment.return-over', {
        fields: { amount_kop: `Не вернулось ещё ${roubles(left)} ₽` },
      })
    const approverId = await requireApproval(tx, 'payment.return', {
      entity: 'payment',
      ids: [payment.id],
      amountKop: body.amount_kop,
      about: {
        suppliers: await namesOf(tx, [payment.supplier_id]),
        note: body.reason,
        warnings: await excessWords(tx, payment.id),
      },
      details: { discrepancy_id: body.discrepancy_id ?? null },
    })
    const id = uuidv7()
    await insertReturn(tx, {
      ...stamp,
      id,
      payment_id: payment.id,
      amount_kop: body.amount_kop,
      statement_line_id: found?.statement_line_id ?? null,
      reason_text: body.reason,
      confirmed_by: approverId ?? tx.caller.userId,
    })
    await markReturned(tx, payment.id)
    if (found) await closeByReturn(tx, found, body, approverId)
    addAuditEvent(tx, {
      action: 'payment.returned',
      entity: 'payment',
      id: payment.id,
      after: { amount_kop: body.amount_kop, reason: body.reason, return_id: id },
      approverId,
    })
    const title = `Вернулось ${roubles(body.amount_kop)} ₽ выплаты: акты снова к выплате`
    const href = `/operator/payments?id=${payment.id}`
    const superHref = superPlaces.history(tx.companyId, payment.id)
    const notice = { kind: 'payment_returned', title, href, superHref } as const
    await alertManagers(tx, notice, tx.companyId)
  })
  return shownCard(db, body.payment_id)
}

/** Of a debit that was larger than what it paid: the excess may be what came back, and then the acts stay paid. */
async function excessWords(tx: Tx, paymentId: string): Promise<string[]> {
  const kop = await excessOf(tx, paymentId)
  return kop > 0
    ? [
        `Банк списал больше выплаты на ${roubles(kop)} ₽. Если вернулось лишнее, не подтверждайте: акты оплачены, закройте расхождение словами`,
      ]
    : []
}

/** Money that came back once stands in a statement and in a person's words: one of them is recorded, not both. */
async function assertNotCounted(tx: Tx, body: Body): Promise<void> {
  if (body.discrepancy_id === undefined) {
    // What of it went and came back only the bank's letter tells.
    if ((await heldBy(tx, body.payment_id)).length > 0)
      refuse('payment.needs-letter', {
        message: 'Банк противоречит этой выплате: решите её по письму банка, в нём и возврат',
      })
    if (await hasReturnCase(tx, body.payment_id))
      refuse('payment.return-line', {
        message:
          'Возврат этой выплаты есть или может быть в выписке: решите это на вкладке «Расхождения»',
      })
  } else if (await hasReturnInWords(tx, body.payment_id, body.amount_kop))
    refuse('payment.return-line', {
      message:
        'Возврат на эту сумму уже записан без выписки. Если это он, закройте расхождение словами',
    })
}

/** The case that the return answers: of this payment or offering it, open, and of the same sum as its line. */
async function returnCase(tx: Tx, body: Body): Promise<CaseRow> {
  const found = (await lockCase(tx, body.discrepancy_id!)) ?? refuse('common.not-found')
  const isOffered =
    found.payment_id === body.payment_id || (await offersReturn(tx, found.id, body.payment_id))
  if (!isOffered) return refuse('common.not-found')
  if (found.closed_at !== null) refuse('payment.discrepancy-closed')
  if (!RETURN_KINDS.includes(found.kind) || found.line_kop !== body.amount_kop)
    refuse('payment.return-line', {
      ...(found.line_kop !== null && {
        fields: { amount_kop: `В строке выписки ${roubles(found.line_kop)} ₽` },
      }),
    })
  return found
}

async function closeByReturn(
  tx: Tx,
  found: CaseRow,
  { payment_id: paymentId, reason }: Body,
  approverId: string | null,
): Promise<void> {
  if (found.statement_line_id) await matchReturnLine(tx, found.statement_line_id, paymentId)
  const resolution = `Возврат: ${reason}`.slice(0, 500)
  await storeClosing(tx, found.id, { resolution, approverId, paymentId })
}
