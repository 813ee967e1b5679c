import type { CallInput } from '#contract/core/call.ts'
import type { LineCandidate, paymentStatement } from '#contract/payment/statement.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import { candidatesOf, type CandidateRow } from './candidate-queries.ts'
import { fitReasons } from './fit-reasons.ts'

/** payment/getLineCandidates: what a person chooses from; a line of which nothing is known has none. */
export async function listCandidates(
  db: Db,
  { query }: CallInput<typeof paymentStatement.getLineCandidates>,
): Promise<Answer<typeof paymentStatement.getLineCandidates>> {
  const ids = [...new Set(query.ids)]
  const found = Map.groupBy(await candidatesOf(db, ids), (row) => row.line_id)
  return ids.map((line_id) => ({ line_id, payments: (found.get(line_id) ?? []).map(presentOne) }))
}

function presentOne(row: CandidateRow): LineCandidate {
  const { line_id: _, line_number, line_day, is_named, ...payment } = row
  const reasons = fitReasons({
    lineNumber: line_number,
    lineDay: line_day,
    number: row.document_number,
    day: row.day,
    status: row.status,
    isNamed: is_named,
  })
  return { ...payment, reasons }
}
