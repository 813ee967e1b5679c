import type * as z from 'zod/mini'
import type { createSupplier } from '#contract/supplier/supplier-input.ts'
import { birthDateProblem, passportIssuedProblem } from '#contract/requisites/passport.ts'
import {
  changedFields,
  type RecordValues,
  type StoredFields,
} from '#contract/record/record-field.ts'
import { isPrivatePerson, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import {
  documentHash,
  decryptField,
  encryptField,
  storedDoc,
  type IdentityDoc,
} from './identity.ts'
import { docExpiry, innOwnerProblem } from './kyc.ts'
import { supplierSearchText } from './supplier-name.ts'
import { columnIsActive, type SupplierValues } from './supplier-queries.ts'
import type { StoredRepresentative } from '../../../db/json-columns.ts'

/** The writable fields of a supplier as they come from a person; absent = as it was, null = nothing. */
export type SupplierFields = Partial<Omit<z.output<typeof createSupplier>, 'client_id'>>

// What a row before the change lacked would be emptied by the change, so each column must be there.
type OwnColumn = 'type' | 'single_name' | 'doc' | 'doc_hmac' | 'doc_expires_on' | 'snils'

/** The row before the change; a new supplier has none. */
export interface Before
  extends StoredFields<typeof supplierFields>, Required<Pick<SupplierValues, OwnColumn>> {
  readonly representatives: readonly StoredRepresentative[]
}

/**
 * The whole row that a change makes: plain fields merged over the stored ones, documents encrypted, search text, hash and term
 * derived. Refuses what single fields cannot show (domain.md 8).
 */
export async function supplierValues(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
  day: string,
): Promise<SupplierValues> {
  const { values, doc } = mergedValues(db, id, fields, before)
  assertValues(values, doc, day)
  if (fields.price_column_id && !(await columnIsActive(db, fields.price_column_id)))
    refuse('common.not-found', { fields: { price_column_id: 'Такой действующей колонки нет' } })
  return values
}

/** Same as `supplierValues`, without validation: for the record that a merge sets aside. */
export function mergedValues(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
): { values: SupplierValues & CheckedValues; doc: IdentityDoc | null } {
  const plain = changedFields(supplierFields, fields, before)
  const type = fields.type ?? (before!.type as SupplierType)
  const isSingle = fields.single_name ?? before?.single_name ?? false
  const doc = docOf(db, id, fields, before)
  const entered =
    fields.doc_expires_on === undefined ? (before?.doc_expires_on ?? null) : fields.doc_expires_on
  const values = {
    ...plain,
    type,
    single_name: isSingle && !plain.first_name,
    ...encryptDoc(db, id, fields, before, doc),
    doc_expires_on: docExpiry(doc, plain.birth_date, entered),
    snils: encryptSnils(db, id, fields, before),
    representatives: JSON.stringify(representatives(db, id, fields, before)),
    name_search: supplierSearchText({ ...plain, type }),
  }
  return { values, doc }
}

function docOf(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
): IdentityDoc | null {
  if (fields.doc) return storedDoc(fields.doc)
  if (fields.doc === null || !before?.doc) return null
  return decryptField<IdentityDoc>(db, id, 'doc', before.doc)
}

function encryptDoc(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
  doc: IdentityDoc | null,
): Pick<SupplierValues, 'doc' | 'doc_hmac'> {
  if (fields.doc === undefined)
    return { doc: before?.doc ?? null, doc_hmac: before?.doc_hmac ?? null }
  if (!doc) return { doc: null, doc_hmac: null }
  return {
    doc: encryptField(db, id, 'doc', doc),
    doc_hmac: documentHash(db, doc.type, doc.series + doc.number),
  }
}

function encryptSnils(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
): Buffer | null {
  if (fields.snils === undefined) return before?.snils ?? null
  return fields.snils === null ? null : encryptField(db, id, 'snils', fields.snils)
}

/** A representative sent without a document keeps the stored one: a screen without the right never received it. */
function representatives(
  db: Db,
  id: string,
  fields: SupplierFields,
  before: Before | null,
): readonly StoredRepresentative[] {
  const existingOnes = before?.representatives ?? []
  if (!fields.representatives) return existingOnes
  return fields.representatives.map((one) => {
    const previousDoc = existingOnes.find((other) => other.full_name === one.full_name)?.doc ?? null
    const sealed =
      one.doc &&
      Buffer.from(encryptField(db, id, 'representatives', storedDoc(one.doc))).toString('base64')
    return {
      full_name: one.full_name,
      doc: one.doc === undefined ? previousDoc : (sealed ?? null),
      authority: one.authority,
      number: one.number ?? null,
      date: one.date ?? null,
      valid_until: one.valid_until ?? null,
    }
  })
}

type CheckedValues = RecordValues<typeof supplierFields> & {
  single_name: boolean
  type: SupplierType
}

function assertValues(values: CheckedValues, doc: IdentityDoc | null, day: string): void {
  const fields = Object.fromEntries(
    Object.entries(problems(values, doc, day)).filter(([, message]) => message !== undefined),
  ) as Record<string, string>
  if (Object.keys(fields).length > 0) refuse('common.validation', { fields })
}

const OGRN_LENGTH: Partial<Record<SupplierType, number>> = { company: 13, ip: 15 }

function problems(
  values: CheckedValues,
  doc: IdentityDoc | null,
  day: string,
): Record<string, string | undefined> {
  const { type } = values
  const isPerson = isPrivatePerson(type)
  const needed = 'Заполните поле'
  const birth = values.birth_date
  return {
    last_name: type !== 'company' && !values.last_name ? needed : undefined,
    first_name:
      type !== 'company' && !values.first_name && !values.single_name ? needed : undefined,
    org_name: type === 'company' && !values.org_name ? needed : undefined,
    inn: innOwnerProblem(type, values.inn),
    ogrn: ogrnProblem(type, values.ogrn),
    kpp: values.kpp && type !== 'company' ? 'КПП бывает только у организации' : undefined,
    vat_mode: isPerson && values.vat_mode !== 'no_vat' ? 'Человек не платит НДС' : undefined,
    birth_date: birth ? birthDateProblem(birth, day) : undefined,
    'doc.issued_at': doc ? issuedProblem(doc, birth, day) : undefined,
  }
}

function ogrnProblem(type: SupplierType, ogrn: string | null): string | undefined {
  if (ogrn === null || ogrn.length === OGRN_LENGTH[type]) return undefined
  if (type === 'company') return 'В ОГРН организации должно быть 13 цифр'
  return type === 'ip' ? 'В ОГРНИП должно быть 15 цифр' : 'У человека ОГРН не бывает'
}

function issuedProblem(doc: IdentityDoc, birth: string | null, day: string): string | undefined {
  if (doc.type === 'rf_passport') return passportIssuedProblem(doc.issued_at, birth ?? '', day)
  return doc.issued_at > day ? 'Дата выдачи не может быть в будущем' : undefined
}
