import type { CallInput } from '#contract/core/call.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import type { LineStatus, paymentStatement } from '#contract/payment/statement.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { classifyStatus } from './classify-line.ts'
import { settledWords } from './line-words.ts'
import { settleLine } from './settle-line.ts'
import { settlingLine } from './statement-list-queries.ts'
import { lockCandidates, lockLines, type LineRow } from './statement-queries.ts'

type Outcome = Answer<typeof paymentStatement.matchLine>[number]

/** payment/matchLine: a person confirms that suggested lines are these payments; each is checked again in its present state. */
export function matchLines(
  db: Db,
  { body }: CallInput<typeof paymentStatement.matchLine>,
): Promise<Answer<typeof paymentStatement.matchLine>> {
  return inTransaction(db, async (tx) => {
    const lines = new Map((await lockLines(tx, [...new Set(body.ids)])).map((row) => [row.id, row]))
    const outcomes: Outcome[] = []
    for (const id of new Set(body.ids)) {
      const line = lines.get(id)
      outcomes.push(line ? await confirm(tx, line) : failedOutcome(id, null, 'common.not-found'))
    }
    return outcomes
  })
}

async function confirm(tx: Tx, line: LineRow): Promise<Outcome> {
  const status = line.match_status as LineStatus
  if (status === 'matched') return { id: line.id, match_status: status }
  const isOpen = status === 'suggested' || status === 'waiting'
  if (!isOpen || line.marker === null)
    return failedOutcome(line.id, status, 'statement.not-suggested')
  const candidates = await lockCandidates(tx, {
    account: line.payer_account,
    markers: [line.marker],
  })
  const payment = candidates.find(({ id }) => id === line.payment_id)
  if (!payment) return failedOutcome(line.id, status, 'statement.not-suggested')
  // By sum alone it is a guess, and no second debit; what its marker or number names is reported as one.
  if (payment.isLinked && line.match_rule === 'amount') {
    const settled = failedOutcome(line.id, status, 'statement.payment-settled')
    return { ...settled, message: settledWords((await settlingLine(tx, payment.id))!) }
  }
  const verdict = classifyStatus(line.match_rule ?? 'amount', payment, { isProven: true })
  await settleLine(tx, line, verdict, payment, tx.caller.userId)
  addAuditEvent(tx, {
    action: 'bank_statement.confirm',
    entity: 'bank_statement',
    id: line.statement_id,
    before: { line: line.id, status },
    after: { status: verdict.status, payment: payment.id, amount_kop: line.amount_kop },
  })
  return { id: line.id, match_status: verdict.status }
}

function failedOutcome(id: string, match_status: LineStatus | null, code: RefusalCode): Outcome {
  return { id, match_status, code, message: refusals[code][1] }
}
