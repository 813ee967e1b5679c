import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { readIssuedPdf } from '../../../documents/issued/issued-pdf.ts'
import { pdfAnswer, pdfFile } from '../../../documents/pdf/pdf-answer.ts'
import { describeDraft } from './describe-draft.ts'
import { issuedAct } from './issued-act.ts'
import { countPrint, storedBody } from './print-queries.ts'

/** act/getActPdf: the form of an act as PDF/A; of an issued act as it was first printed, and counted. */
export async function getActPdf(
  db: Db,
  { query }: CallInput<typeof act.getPdf>,
): Promise<RawAnswer> {
  const row = await storedBody(db, query.actId)
  if (!row) return refuse('common.not-found')
  const { copies } = query
  if (row.body_html === null) {
    const { kind, body } = await describeDraft(db, row)
    const title = `${actForms[kind].title}, черновик`
    return pdfAnswer(db, { title, body, copies })
  }
  const document = issuedAct(db, row)
  const { bytes } = await readIssuedPdf(db, document, Number(copies ?? '1'))
  if (row.status !== 'void') await inTransaction(db, (tx) => countPrint(tx, row.id))
  return pdfFile(document.title, bytes)
}
