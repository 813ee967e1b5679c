import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { authorizeRights } from '../../../auth/rights/authorize.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import { foreignChoices, readParams } from '../report-params.ts'
import { printedLists } from './all.ts'

/** report/getDocumentBody: a document over the records of a list, as it is at this moment. */
export async function printDocument(
  db: Db,
  { query }: CallInput<typeof report.getDocument>,
): Promise<Answer<typeof report.getDocument>> {
  const document = printedLists.find(({ kind }) => kind === query.kind)
  if (!document) return refuse('report.bad-params', { fields: { kind: 'Такого документа нет' } })
  authorizeRights(db.caller.session!, document.source)
  mustMay(db, document.permission)
  const read = readParams(document.params, query.params)
  if ('problems' in read) return refuse('report.bad-params', { fields: read.problems })
  const problems = await foreignChoices(db, document.params, read.values)
  if (Object.keys(problems).length > 0) return refuse('report.bad-params', { fields: problems })
  const html = document.page(await document.facts(db, read.values))
  return { title: document.title, html }
}
