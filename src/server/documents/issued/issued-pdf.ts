import { createHash } from 'node:crypto'
import { DamagedRecord, openSealed } from '../../damage/damaged-record.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import type { DocumentBody } from '../body/blocks.ts'
import { drawPdfApart } from '../pdf/pdf-thread.ts'
import { writerBeside } from './frozen-form.ts'
import { findIssuedPdf, insertIssuedPdf, type PdfKey } from './issued-queries.ts'

/** A document that was issued, as it is printed. */
export interface IssuedDocument {
  readonly entity: PdfKey['entity']
  readonly id: string
  /** Names the file. */
  readonly title: string
  /** When it was issued. */
  readonly at: string
  /** What makes its print another one: the body that was frozen and what is added to it, such as that it is void. */
  readonly content: unknown
  /** Drawn for the first print alone. */
  readonly body: DocumentBody | (() => Promise<DocumentBody>)
}

export interface IssuedPdf {
  readonly bytes: Buffer
  /** In hex. */
  readonly sha256: string
}

/**
 * The PDF of an issued document as it was first printed, whatever has become of the drawing since: a later release, another font or
 * another library would give other bytes. The first print stores it, sealed, and its hash in the chain of changes. It is stored by
 * itself, so a reader within a transaction that writes nothing stores it too. Refuses with `DamagedRecord` what is no longer that print.
 */
export async function readIssuedPdf(
  reader: Db,
  document: IssuedDocument,
  copies = 1,
): Promise<IssuedPdf> {
  const db = writerBeside(reader)
  const key = keyOf(document, copies)
  const stored = await findIssuedPdf(db, key)
  if (stored) return openStored(db, key, stored)
  const bytes = await draw(db, document, copies)
  const sha256 = createHash('sha256').update(bytes).digest()
  const pdf = db.services.seal.close(placeOf(db, key), bytes.toString('base64'))
  const hash = sha256.toString('hex')
  const isFirst = await inTransaction(db, async (tx) => {
    if (!(await insertIssuedPdf(tx, { ...key, sha256, pdf }))) return false
    const { entity, id } = document
    const after = { copies, sha256: hash }
    addAuditEvent(tx, { action: ACTIONS[entity], entity, id, after, quiet: true })
    return true
  })
  // Another process was faster: its bytes are those of the document.
  return isFirst ? { bytes, sha256: hash } : readIssuedPdf(db, document, copies)
}

const ACTIONS = { act: 'act.pdf', weight_act: 'weight_act.pdf', payment: 'payment.pdf' } as const

function keyOf({ entity, id, content }: IssuedDocument, copies: number): PdfKey {
  const body_sha256 = createHash('sha256').update(JSON.stringify(content)).digest()
  return { entity, entity_id: id, body_sha256, copies }
}

async function draw(db: Db, document: IssuedDocument, copies: number): Promise<Buffer> {
  const { title, at } = document
  const body = typeof document.body === 'function' ? await document.body() : document.body
  const { publicUrl } = db.services.config
  return Buffer.from(await drawPdfApart({ title, at, body, copies, publicUrl }))
}

function openStored(db: Db, key: PdfKey, found: { sha256: Buffer; pdf: Buffer }): IssuedPdf {
  const recorded = found.sha256.toString('hex')
  const damage = { entity: key.entity, id: key.entity_id, part: 'pdf', recorded } as const
  const sealed = { place: placeOf(db, key), sealed: found.pdf, damage }
  const bytes = Buffer.from(openSealed(db, sealed), 'base64')
  const now = createHash('sha256').update(bytes).digest('hex')
  if (now !== recorded) throw new DamagedRecord({ ...damage, found: now })
  return { bytes, sha256: recorded }
}

function placeOf(db: Db, { entity_id, body_sha256, copies }: PdfKey) {
  const field = `${body_sha256.toString('hex')}.${copies}`
  return { companyId: db.companyId, table: 'issued_pdf', id: entity_id, field }
}
