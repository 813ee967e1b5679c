import type * as z from 'zod/mini'
import type { docInput } from '#contract/supplier/supplier-input.ts'
import { docTypes, type MaskedDoc } from '#contract/supplier/identity-doc.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import type { Db } from '../../../db/handle.ts'

/** An identity document in the clear: it lives in memory only, at rest it is sealed (security.md 7.1). */
export interface IdentityDoc {
  readonly type: (typeof docTypes)[number]
  readonly series: string
  readonly number: string
  readonly issued_by: string
  readonly issued_at: string
  readonly dept_code: string | null
}

/** What is sealed of a supplier's row. */
export type EncryptedField = 'doc' | 'snils' | 'representatives' | 'card_token'

/** Digits and letters alone, so that `45 09 № 123456` and `4509 123456` are one document. */
export function normalizeDocument(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** A document as it is stored: series and number without what people put between the digits. */
export function storedDoc(doc: z.output<typeof docInput>): IdentityDoc {
  return {
    type: doc.type,
    series: normalizeDocument(doc.series ?? ''),
    number: normalizeDocument(doc.number),
    issued_by: doc.issued_by,
    issued_at: doc.issued_at,
    dept_code: doc.dept_code || null,
  }
}

/** The keyed hash by which one document is found again within one company (domain.md 2.4). */
export function documentHash(db: Db, type: IdentityDoc['type'], text: string): Buffer {
  const key = db.services.config.secrets.docHmac
  return keyedHash(key, db.companyId, type, normalizeDocument(text))
}

/** The hashes that a typed series and number would have as any kind of document. */
export function documentHashes(db: Db, text: string): Buffer[] {
  return docTypes.map((type) => documentHash(db, type, text))
}

/** Seals one field of a supplier; the value opens only in this row, field and company. */
export function encryptField(
  db: Db,
  supplierId: string,
  field: EncryptedField,
  value: unknown,
): Buffer {
  return db.services.seal.close(placeOf(db, supplierId, field), JSON.stringify(value))
}

/** Opens what `sealField` closed. */
export function decryptField<T>(
  db: Db,
  supplierId: string,
  field: EncryptedField,
  sealed: Buffer,
): T {
  return JSON.parse(db.services.seal.open(placeOf(db, supplierId, field), sealed)) as T
}

function placeOf(db: Db, id: string, field: EncryptedField) {
  const table = field === 'card_token' ? 'payment_method' : 'supplier'
  return { companyId: db.companyId, table, id, field }
}

/** How a document is shown in lists and logs: `45** ***456`, the type's name where there is no number to show. */
export function maskDocument(doc: Pick<IdentityDoc, 'series' | 'number'>): string {
  const series =
    doc.series && doc.series.slice(0, 2) + '*'.repeat(Math.max(0, doc.series.length - 2))
  const hidden = Math.max(0, doc.number.length - 3)
  const number = '*'.repeat(hidden) + doc.number.slice(hidden)
  return [series, number].filter(Boolean).join(' ').slice(0, 40)
}

/** The document as an answer: masked, and whole only for a recorded look. */
export function shownDoc(doc: IdentityDoc, whole: boolean): z.input<typeof MaskedDoc> {
  const masked = { type: doc.type, masked: maskDocument(doc) }
  if (!whole) return masked
  const { series, number, issued_by, issued_at, dept_code } = doc
  return { ...masked, series, number, issued_by, issued_at, dept_code }
}

/** `***-***-*** 95` of `11223344595`. */
export function maskSnils(snils: string): string {
  return `***-***-*** ${snils.slice(-2)}`
}
