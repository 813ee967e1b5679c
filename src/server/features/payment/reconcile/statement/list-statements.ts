import type { CallInput } from '#contract/core/call.ts'
import type { BankStatement, paymentStatement, StatementLine } from '#contract/payment/statement.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import { asList, readList } from '../../../../list/lists.ts'
import { lineDecision, lineWords, mayDeny } from './line-words.ts'
import {
  lineRows,
  statementRows,
  withLineColumns,
  withStatementColumns,
  type StatementFilter,
} from './statement-list-queries.ts'

/** payment/getStatements: what was taken in, the latest first, with the state of its lines. */
export function listStatements(
  db: Db,
  { query }: CallInput<typeof paymentStatement.getStatements>,
): Promise<Answer<typeof paymentStatement.getStatements>> {
  return readList(db, statementList(db, query.filter ?? {}))
}

export async function shownStatement(db: Db, id: string): Promise<BankStatement> {
  const { items } = await readList(db, statementList(db, { ids: [id], with: ['rows'] }))
  return items[0] ?? refuse('common.not-found')
}

function statementList(db: Db, filter: StatementFilter) {
  return asList({
    filter,
    sort: { created_at: 's.created_at' },
    first: ['created_at', 'desc'],
    id: 's.id',
    from: statementRows(db, filter),
    select: withStatementColumns,
    item: (row): BankStatement => ({
      ...row,
      lines: row.lines as BankStatement['lines'],
      left_out: row.left_out as BankStatement['left_out'],
    }),
  })
}

/** payment/getStatementLines: each line beside our payment, and why; those of one statement, and of one day, in the order of their file. */
export function listLines(
  db: Db,
  { query }: CallInput<typeof paymentStatement.getStatementLines>,
): Promise<Answer<typeof paymentStatement.getStatementLines>> {
  const filter = query.filter ?? {}
  const sort = filter.sort ?? (filter.statement_id ? [] : [['booked_on', 'desc'] as const])
  return readList(
    db,
    asList({
      filter: { ...filter, sort: [...sort, ['place', 'asc'] as const] },
      sort: { booked_on: 'l.booked_on', amount_kop: 'l.amount_kop', place: 'l.place' },
      first: ['booked_on', 'desc'],
      id: 'l.id',
      from: lineRows(db, filter),
      select: withLineColumns,
      item: ({ match_rule: rule, stored_status: status, settled_by: settledBy, ...row }) => {
        const direction = row.direction as StatementLine['direction']
        const isDoubted = row.doubts.length > 0
        const facts = { rule, status, settledBy, direction, payment: row.payment, isDoubted }
        return {
          ...row,
          direction,
          why: lineWords(facts),
          decision: lineDecision(facts),
          may_deny: mayDeny(facts),
        }
      },
    }),
  )
}
