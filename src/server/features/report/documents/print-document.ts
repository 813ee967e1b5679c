import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { authorizeRights } from '../../../auth/rights/authorize.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { onOneConnection, type Db } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { pdfAnswer } from '../../../documents/pdf/pdf-answer.ts'
import { foreignChoices, readParams } from '../report-params.ts'
import { printedLists } from './all.ts'

/** report/getDocumentBody: a document over the records of a list, as it is at this moment. */
export async function printDocument(
  db: Db,
  { query }: CallInput<typeof report.getDocument>,
): Promise<Answer<typeof report.getDocument>> {
  const { title, body } = await describeDocument(db, query)
  return { title, html: drawHtml(body) }
}

/** report/getDocumentPdf: the same as PDF/A; its rows are read on one connection, which is free again while it is drawn. */
export async function getDocumentPdf(
  db: Db,
  { query }: CallInput<typeof report.getDocumentPdf>,
): Promise<RawAnswer> {
  const { title, body } = await onOneConnection(describeDocument)(db, query)
  return pdfAnswer(db, { title, body, copies: query.copies })
}

/** A document whose list and rights the caller has, over the facts of its parameters. */
async function describeDocument(
  db: Db,
  { kind, params }: Pick<CallInput<typeof report.getDocument>['query'], 'kind' | 'params'>,
): Promise<{ title: string; body: DocumentBody }> {
  const document = printedLists.find((one) => one.kind === kind)
  if (!document) return refuse('report.bad-params', { fields: { kind: 'Такого документа нет' } })
  authorizeRights(db.caller.session!, document.source)
  mustMay(db, document.permission)
  const read = readParams(document.params, params)
  if ('problems' in read) return refuse('report.bad-params', { fields: read.problems })
  const problems = await foreignChoices(db, document.params, read.values)
  if (Object.keys(problems).length > 0) return refuse('report.bad-params', { fields: problems })
  return { title: document.title, body: document.body(await document.facts(db, read.values)) }
}
