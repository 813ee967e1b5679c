import type { ActKind } from '#contract/act/act-entities.ts'
import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { pdfAnswer } from '../../../documents/pdf/pdf-answer.ts'
import { describeDraft } from './describe-draft.ts'
import { countPrint, storedBody, type StoredBody } from './print-queries.ts'

/** act/getActPdf: the form of an act as PDF/A; of an issued act as it was described at issue, and counted as a print. */
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
  const body = describedAtIssue(db, row)
  if (row.status !== 'void') await inTransaction(db, (tx) => countPrint(tx, row.id))
  const title = `${actForms[row.kind as ActKind].title} № ${row.number}`
  return pdfAnswer(db, { title, at: row.issued_at!, body, copies })
}

/** The form of an act as it was described when it was issued; refuses `act.no-pdf` where it was not stored then. */
export function describedAtIssue(db: Db, { id, status, body_blocks }: StoredBody): DocumentBody {
  if (body_blocks === null) return refuse('act.no-pdf')
  const place = { companyId: db.companyId, table: 'act', id, field: 'body_blocks' }
  const body = JSON.parse(db.services.seal.open(place, body_blocks)) as DocumentBody
  return status === 'void' ? { ...body, watermark: 'АННУЛИРОВАН' } : body
}
