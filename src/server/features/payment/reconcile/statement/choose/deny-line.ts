import type { CallInput } from '#contract/core/call.ts'
import type { paymentStatement } from '#contract/payment/statement.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import { inTransaction, type Db } from '../../../../../db/handle.ts'
import { lockLines } from '../statement-queries.ts'
import { denyPayment } from './weak-link-queries.ts'

/**
 * payment/denyLine: a person says that a line is not the payment that was suggested for it by its sum. The line waits for a person again,
 * and the payment is free of it. What the bank named by a mark or number is no guess and is not denied.
 */
export function denyLine(
  db: Db,
  { body }: CallInput<typeof paymentStatement.denyLine>,
): Promise<Answer<typeof paymentStatement.denyLine>> {
  return inTransaction(db, async (tx) => {
    const line = (await lockLines(tx, [body.id]))[0] ?? refuse('common.not-found')
    const done = { id: line.id, match_status: 'none' as const }
    if (line.match_status === 'none' && line.match_rule === 'denied') return done
    if (line.match_status !== 'suggested' || line.payment_id === null)
      refuse('statement.not-suggested')
    if (line.match_rule !== 'amount') refuse('statement.named-by-bank')
    await denyPayment(tx, line.id, line.payment_id)
    addAuditEvent(tx, {
      action: 'bank_statement.deny',
      entity: 'bank_statement',
      id: line.statement_id,
      before: { line: line.id, status: line.match_status, payment: line.payment_id },
      after: { status: 'none', amount_kop: line.amount_kop },
    })
    return done
  })
}
