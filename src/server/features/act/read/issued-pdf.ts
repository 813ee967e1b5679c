import { createHash } from 'node:crypto'
import type { ActKind } from '#contract/act/act-entities.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { drawPdfApart } from '../../../documents/pdf/pdf-thread.ts'
import { describedAtIssue } from './described-at-issue.ts'
import { findIssuedPdf, insertIssuedPdf } from './issued-pdf-queries.ts'
import type { StoredBody } from './print-queries.ts'

export const titleOfIssued = ({ kind, number }: StoredBody): string =>
  `${actForms[kind as ActKind].title} № ${number}`

/**
 * The PDF of an act as it was first printed, whatever has become of the drawing since: a later release, another font or another
 * library would give other bytes. Refuses `act.no-pdf` where the form was not stored at issue.
 */
export async function readIssuedPdf(db: Db, row: StoredBody, copies = 1): Promise<Buffer> {
  const { key, stored, draw } = await openIssuedPdf(db, row, copies)
  if (stored) return stored
  const bytes = await draw()
  const sha256 = createHash('sha256').update(bytes).digest()
  const pdf = db.services.seal.close(placeOf(db, key), bytes.toString('base64'))
  const isFirst = await inTransaction(db, async (tx) => {
    if (!(await insertIssuedPdf(tx, { ...key, sha256, pdf }))) return false
    const after = { copies, sha256: sha256.toString('hex') }
    addAuditEvent(tx, { action: 'act.pdf', entity: 'act', id: row.id, after, quiet: true })
    return true
  })
  // Another process was faster: its bytes are those of the act.
  return isFirst ? bytes : readIssuedPdf(db, row, copies)
}

/** Same as `readIssuedPdf`, within a transaction that writes nothing: a PDF that was never printed is drawn and not stored. */
export async function drawIssuedPdf(db: Db, row: StoredBody): Promise<Buffer> {
  const { stored, draw } = await openIssuedPdf(db, row, 1)
  return stored ?? draw()
}

interface PdfKey {
  readonly act_id: string
  /** Of the described form: a void act has another one than the same act before. */
  readonly body_sha256: Buffer
  readonly copies: number
}

async function openIssuedPdf(db: Db, row: StoredBody, copies: number) {
  const body = describedAtIssue(db, row)
  const body_sha256 = createHash('sha256').update(JSON.stringify(body)).digest()
  const key: PdfKey = { act_id: row.id, body_sha256, copies }
  const found = await findIssuedPdf(db, key)
  const { publicUrl } = db.services.config
  return {
    key,
    stored: found && openStored(db, key, found),
    draw: async () =>
      Buffer.from(
        await drawPdfApart({
          title: titleOfIssued(row),
          at: row.issued_at!,
          body,
          copies,
          publicUrl,
        }),
      ),
  }
}

function openStored(db: Db, key: PdfKey, found: { sha256: Buffer; pdf: Buffer }): Buffer {
  const bytes = Buffer.from(db.services.seal.open(placeOf(db, key), found.pdf), 'base64')
  if (!createHash('sha256').update(bytes).digest().equals(found.sha256))
    throw new Error(`the stored PDF of act ${key.act_id} is not the one that was printed`)
  return bytes
}

function placeOf(db: Db, { act_id, body_sha256, copies }: PdfKey) {
  const field = `${body_sha256.toString('hex')}.${copies}`
  return { companyId: db.companyId, table: 'issued_pdf', id: act_id, field }
}
