import type { CallInput } from '#contract/core/call.ts'
import type { payDay } from '#contract/payment/pay-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { lockPayments } from '../../payment-queries.ts'
import { markUnexplained } from './payee-queries.ts'

/**
 * payment/leaveUnexplained: the caller gave no reason why these payments go to a person whom the bank names otherwise. They
 * stay saved, and the person who later confirms a payment to the same destination sees that.
 */
export function leaveUnexplained(
  db: Db,
  { body }: CallInput<typeof payDay.leaveUnexplained>,
): Promise<Answer<typeof payDay.leaveUnexplained>> {
  const ids = [...new Set(body.ids)]
  return inTransaction(db, async (tx) => {
    const rows = await lockPayments(tx, ids)
    if (rows.length < ids.length) return refuse('common.not-found')
    const isOfAnother = (row: (typeof rows)[number]) =>
      row.status === 'saved' && row.method_snapshot.check?.outcome === 'differs'
    if (!rows.every(isOfAnother)) return refuse('common.bad-transition')
    await markUnexplained(tx, ids)
    for (const { id } of rows)
      addAuditEvent(tx, { action: 'payment.unexplained', entity: 'payment', id })
    return { ids }
  })
}
