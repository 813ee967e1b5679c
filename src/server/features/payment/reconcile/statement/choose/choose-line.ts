import type { CallInput } from '#contract/core/call.ts'
import type { LineStatus, paymentStatement } from '#contract/payment/statement.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../../db/handle.ts'
import { classifyStatus, type Candidate } from '../classify-line.ts'
import { isUndecided, settledWords } from '../line-words.ts'
import { settleLine } from '../settle-line.ts'
import { settlingLine } from '../statement-list-queries.ts'
import { lockCandidates, lockLines, type LineRow } from '../statement-queries.ts'
import { candidatesOf } from './candidate-queries.ts'

/**
 * payment/chooseLine: a person chooses which of the fitting payments a line is. Line and payment are checked again in their
 * present state: a line is used once, and a payment is settled once.
 */
export async function chooseLine(
  db: Db,
  { body }: CallInput<typeof paymentStatement.chooseLine>,
): Promise<Answer<typeof paymentStatement.chooseLine>> {
  return inTransaction(db, async (tx) => {
    const line = (await lockLines(tx, [body.id]))[0] ?? refuse('common.not-found')
    const done = { id: line.id, match_status: 'matched' as const }
    if (line.match_status === 'matched')
      return line.payment_id === body.payment_id ? done : refuse('statement.line-used')
    const candidates = await lockCandidates(tx, {
      account: line.payer_account,
      markers: [],
      ids: [body.payment_id],
    })
    const payment = candidates[0] ?? refuse('common.not-found')
    await assertFree(tx, payment)
    await assertUndecided(tx, line)
    // Nothing is chosen that was not offered.
    const isOffered = (await candidatesOf(tx, [line.id])).some(({ id }) => id === payment.id)
    const verdict = classifyStatus('chosen', payment, { isProven: true })
    if (!isOffered || verdict.status !== 'matched') refuse('statement.not-fitting')
    await settleLine(tx, line, verdict, payment, tx.caller.userId)
    addAuditEvent(tx, {
      action: 'bank_statement.choose',
      entity: 'bank_statement',
      id: line.statement_id,
      before: { line: line.id, status: line.match_status },
      after: { status: 'matched', payment: payment.id, amount_kop: line.amount_kop },
    })
    return done
  })
}

async function assertFree(tx: Tx, payment: Candidate): Promise<void> {
  if (!payment.isLinked) return
  const settled = await settlingLine(tx, payment.id)
  refuse('statement.payment-settled', { ...(settled && { message: settledWords(settled) }) })
}

async function assertUndecided(tx: Tx, line: LineRow): Promise<void> {
  const settledBy =
    line.payment_id === null ? null : ((await settlingLine(tx, line.payment_id)) ?? null)
  const state = {
    rule: line.match_rule,
    status: line.match_status as LineStatus,
    direction: line.direction === 'debit' ? ('debit' as const) : ('credit' as const),
    settledBy,
  }
  if (!isUndecided(state)) refuse('statement.not-suggested')
}
