import { storedFields } from '#contract/record/record-field.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'
import type { Db } from '../../../db/handle.ts'
import type { StoredRepresentative } from '../../../db/json-columns.ts'
import { maskSnils, decryptField, shownDoc, type IdentityDoc } from './identity.ts'
import { kycOf, missingFor, type KycFacts } from './kyc.ts'
import { supplierName } from './supplier-name.ts'
import type { SupplierRow } from './supplier-queries.ts'

/** A row as the contract answers it; `whole` opens the documents, which the caller has recorded. */
export function shownSupplier(db: Db, row: SupplierRow, whole = false): Supplier {
  const facts = kycFacts(row)
  return {
    id: row.id,
    type: row.type as Supplier['type'],
    name: supplierName(row),
    ...storedFields(supplierFields, row),
    single_name: row.single_name,
    doc:
      row.doc &&
      (whole
        ? shownDoc(decryptField<IdentityDoc>(db, row.id, 'doc', row.doc), true)
        : maskedDocOf(db, row.id, row.doc)),
    doc_expires_on: row.doc_expires_on,
    ...shownSnils(db, row, whole),
    representatives: representativesOf(row).map((one) => shownRepresentative(db, row, one, whole)),
    price_column_title: row.price_column_title,
    legacy_source: row.legacy_source,
    legacy_id: row.legacy_id,
    status: row.status as Supplier['status'],
    status_reason: row.status_reason,
    merged_into: row.merged_into,
    flags: row.flags,
    kyc: kycOf(facts, row.today, row.consent_due),
    consent_status: row.consent_status,
    vehicles: row.vehicles,
    ytd_paid_kop: row.ytd_paid_kop,
    methods_count: row.methods_count,
    acts_count: row.acts_count,
    last_visit_at: row.last_visit_at,
    created_at: row.created_at,
    version: row.version,
  }
}

// Some pages of lists: opening fifty documents to show their masks was a fifth of a page.
const MAX_MASKS = 5000
const masks = new Map<string, NonNullable<Supplier['doc']>>()

/** The document masked; the mask is kept by the seal, which no other content and no other row has. */
export function maskedDocOf(db: Db, id: string, sealed: Buffer): NonNullable<Supplier['doc']> {
  const key = `${id} ${sealed.toString('latin1')}`
  const known = masks.get(key)
  if (known) return known
  const mask = shownDoc(decryptField<IdentityDoc>(db, id, 'doc', sealed), false)
  if (masks.size >= MAX_MASKS) masks.delete(masks.keys().next().value!)
  masks.set(key, mask)
  return mask
}

/** The answer for one supplier, with the list of what is still missing. */
export function presentSupplierRow(db: Db, row: SupplierRow, whole = false): Supplier {
  return { ...shownSupplier(db, row, whole), missing: missingOf(row) }
}

export function missingOf(row: SupplierRow) {
  return missingFor(kycFacts(row), row.today, row.consent_due)
}

/** The columns that decide whether an act may be issued to a supplier. */
type KycColumns = Pick<
  SupplierRow,
  | 'type'
  | 'first_name'
  | 'single_name'
  | 'doc'
  | 'doc_expires_on'
  | 'birth_date'
  | 'inn'
  | 'kpp'
  | 'ogrn'
  | 'org_name'
  | 'org_address'
  | 'reg_address'
  | 'consent_status'
  | 'has_consent_scan'
>

export function kycFacts(row: KycColumns): KycFacts {
  return {
    type: row.type as KycFacts['type'],
    hasFirstName: row.first_name !== null || row.single_name,
    hasDoc: row.doc !== null,
    docExpiresOn: row.doc_expires_on,
    birthDate: row.birth_date,
    inn: row.inn,
    kpp: row.kpp,
    ogrn: row.ogrn,
    orgName: row.org_name,
    orgAddress: row.org_address,
    regAddress: row.reg_address,
    consentSigned: row.consent_status === 'signed',
    hasConsentScan: row.has_consent_scan,
  }
}

export function representativesOf(row: Pick<SupplierRow, 'representatives'>) {
  return row.representatives
}

function shownSnils(db: Db, row: SupplierRow, whole: boolean) {
  const snils = row.snils && decryptField<string>(db, row.id, 'snils', row.snils)
  return { snils_masked: snils && maskSnils(snils), ...(whole && { snils }) }
}

function shownRepresentative(
  db: Db,
  row: SupplierRow,
  one: StoredRepresentative,
  whole: boolean,
): Supplier['representatives'][number] {
  const sealed = one.doc === null ? null : Buffer.from(one.doc, 'base64')
  const doc = sealed && decryptField<IdentityDoc>(db, row.id, 'representatives', sealed)
  // Named one by one: lists write their answers as they are.
  return {
    full_name: one.full_name,
    doc: doc && shownDoc(doc, whole),
    authority: one.authority,
    number: one.number,
    date: one.date,
    valid_until: one.valid_until,
  }
}
