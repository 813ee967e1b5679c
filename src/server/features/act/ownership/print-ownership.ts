import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { drawHtml } from '../../../documents/body/draw-html.ts'
import { readIssuedPdf, type IssuedDocument } from '../../../documents/issued/issued-pdf.ts'
import { ownership } from '../../../documents/kinds/ownership.ts'
import { pdfAnswer, pdfFile } from '../../../documents/pdf/pdf-answer.ts'
import { actFacts } from '../issue/act-facts.ts'
import { acceptor } from '../issue/facts-queries.ts'
import { readAct } from '../read/present-act.ts'
import { storedBody, type StoredBody } from '../read/print-queries.ts'
import { describeOwnership, readFrozenOwnership } from './frozen-ownership.ts'

type Body = Answer<typeof act.getOwnershipBody>

/** act/getOwnershipBody: the statement as it said at issue; of a draft as it would say now. */
export async function getOwnershipBody(
  db: Db,
  { query }: CallInput<typeof act.getOwnershipBody>,
): Promise<Body> {
  const row = (await storedBody(db, query.actId)) ?? refuse('common.not-found')
  const { title, body } = await printOwnership(db, row)
  return { title, html: drawHtml(body), status: row.status as Body['status'] }
}

/** act/getOwnershipPdf: the same as PDF/A; of an issued act as it was first printed. */
export async function getOwnershipPdf(
  db: Db,
  { query }: CallInput<typeof act.getOwnershipPdf>,
): Promise<RawAnswer> {
  const row = (await storedBody(db, query.actId)) ?? refuse('common.not-found')
  const { title, body, issued } = await printOwnership(db, row)
  if (!issued) return pdfAnswer(db, { title, body, copies: query.copies })
  const { bytes } = await readIssuedPdf(db, issued, Number(query.copies ?? '1'))
  return pdfFile(title, bytes)
}

interface PrintedOwnership {
  readonly title: string
  readonly body: DocumentBody
  /** Undefined for what was never issued. */
  readonly issued: IssuedDocument | undefined
}

/** Numbers of identity documents are whole with the right to personal data. */
export async function printOwnership(db: Db, row: StoredBody): Promise<PrintedOwnership> {
  const part = may(db, 'supplier.personal') ? 'whole' : 'masked'
  if (row.issued_at === null) {
    const by = (await acceptor(db)) ?? { position: null, full_name: '' }
    const facts = await actFacts(db, await readAct(db, row.id), null, by)
    const body = (await describeOwnership(db, row.id, facts))[part]
    const watermark = row.status === 'void' ? 'АННУЛИРОВАН' : 'ЧЕРНОВИК'
    const title = `${ownership.title}, черновик`
    return { title, body: { ...body, watermark }, issued: undefined }
  }
  const { value, at } = await readFrozenOwnership(db, row.id)
  const form = value[part]
  const body: DocumentBody = row.status === 'void' ? { ...form, watermark: 'АННУЛИРОВАН' } : form
  const title = `${ownership.title} к акту № ${row.number}`
  return { title, body, issued: { entity: 'act', id: row.id, title, at, content: body, body } }
}
