import type { CallInput } from '#contract/core/call.ts'
import type { npdReceipt } from '#contract/payment/npd-receipt.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockPayments } from '../../payment-queries.ts'
import { otherPayeeOf, receiptOf, setReceipt } from './npd-payment-queries.ts'

/** payment/saveNpdReceipt: the cheque is the payee's word that the money was his income. */
export function saveNpdReceipt(
  db: Db,
  { body }: CallInput<typeof npdReceipt.saveNpdReceipt>,
): Promise<Answer<typeof npdReceipt.saveNpdReceipt>> {
  const { id, number } = body
  return inTransaction(db, async (tx) => {
    const [row] = await lockPayments(tx, [id])
    if (!row) return refuse('common.not-found')
    const before = await receiptOf(tx, id)
    if (!before || row.status !== 'paid') return refuse('payment.no-receipt-due')
    if (before.number === number) return before
    if (number !== null) await assertOwnReceipt(tx, id, number)
    await setReceipt(tx, id, number)
    addAuditEvent(tx, {
      action: 'payment.receipt',
      entity: 'payment',
      id,
      before: { receipt: before.number },
      after: { receipt: number },
    })
    return (await receiptOf(tx, id))!
  })
}

async function assertOwnReceipt(tx: Tx, id: string, number: string): Promise<void> {
  const other = await otherPayeeOf(tx, id, number)
  if (other === undefined) return
  const [name] = await namesOf(tx, [other])
  refuse('payment.receipt-of-other', { message: `Чек ${number} уже записан: ${name}` })
}
