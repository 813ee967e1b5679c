import { startValues } from '#contract/record/record-field.ts'
import type { docTypes } from '#contract/supplier/identity-doc.ts'
import type { Supplier, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { supplierFields, supplierFieldsOf } from '#contract/supplier/supplier-record.ts'
import { formBody, formValues, type FormValues } from '#web/ui/form/record-values.ts'

export { supplierTypeTitles } from '#contract/core/display-text.ts'

export const docTypeOptions = [
  { value: 'rf_passport', label: 'Паспорт РФ' },
  { value: 'foreign_passport', label: 'Иностранный паспорт' },
  { value: 'residence_permit', label: 'Вид на жительство' },
  { value: 'other', label: 'Другой документ' },
]

/** What the form of a supplier holds; texts are empty, never absent, so that inputs stay controlled. */
export type SupplierValues = FormValues<typeof supplierFields> & {
  type: SupplierType
  doc: DocValues
  doc_expires_on: string | null
  snils: string
  representatives: RepresentativeValues[]
}

/** An identity document to save; as long as nothing is typed the saved document stays. */
export type DocValues = {
  type: (typeof docTypes)[number]
  series: string
  number: string
  issued_by: string
  issued_at: string | null
  dept_code: string
}

/** `doc_mask` is the mask of the saved document, which stays valid for the name `doc_mask_name` as long as no other is typed. */
export type RepresentativeValues = {
  /** The saved name: representatives have no id, and two versions of a list are compared row by row. */
  key: string
  full_name: string
  doc: DocValues
  doc_mask: string
  doc_mask_name: string
  authority: string
  number: string
  date: string | null
  valid_until: string | null
}

const newDoc: DocValues = {
  type: 'rf_passport',
  series: '',
  number: '',
  issued_by: '',
  issued_at: null,
  dept_code: '',
}

export const newRepresentative: RepresentativeValues = {
  key: '',
  full_name: '',
  doc: newDoc,
  doc_mask: '',
  doc_mask_name: '',
  authority: '',
  number: '',
  date: null,
  valid_until: null,
}

/** A new supplier when `from` is absent; the saved document is masked, so its fields always start empty. */
export function supplierValues(from?: Supplier): SupplierValues {
  return {
    type: from?.type ?? 'person',
    ...formValues(supplierFields, from),
    citizenship: from?.citizenship ?? 'RU',
    doc: { ...newDoc, type: from?.doc?.type ?? newDoc.type },
    doc_expires_on: from?.doc_expires_on ?? null,
    snils: '',
    representatives: (from?.representatives ?? []).map((one) => ({
      key: one.full_name,
      full_name: one.full_name,
      doc: newDoc,
      doc_mask: one.doc?.masked ?? '',
      doc_mask_name: one.full_name,
      authority: one.authority,
      number: one.number ?? '',
      date: one.date,
      valid_until: one.valid_until,
    })),
  }
}

/** Businesses send a representative with a document; a private person comes in person. */
export function hasRepresentatives(type: SupplierType): boolean {
  return type === 'ip' || type === 'company'
}

/** Only the fields of the chosen kind; for a saved supplier a change of kind clears those that the new kind does not have. */
export function supplierBody(values: SupplierValues, card?: SupplierCard) {
  const { type } = values
  const { type: previous = type } = card ?? {}
  return {
    type,
    ...(previous !== type && startValues(supplierFieldsOf[previous])),
    ...formBody(supplierFieldsOf[type], values),
    ...(hasRepresentatives(type)
      ? { representatives: representativesBody(values.representatives) }
      : hasRepresentatives(previous) && { representatives: [] }),
    ...(type === 'company'
      ? previous !== type && { doc: null, doc_expires_on: null, snils: null }
      : personBody(values)),
  }
}

function personBody({ last_name, first_name, doc, doc_expires_on, snils }: SupplierValues) {
  return {
    // A person without a first name has one name: the form asks whether it is so in the document.
    ...(last_name && !first_name && { single_name: true }),
    ...(doc_expires_on && doc.type !== 'rf_passport' && { doc_expires_on }),
    // A masked СНИЛС is not shown in the form: an empty field leaves the saved value.
    ...(snils && { snils }),
    ...docBody(doc),
  }
}

function representativesBody(people: readonly RepresentativeValues[] = []) {
  return people.map(({ key: _key, doc_mask: _mask, doc_mask_name: _name, doc, ...one }) => ({
    ...one,
    ...docBody(doc),
  }))
}

/** A document is sent whole as soon as any of it is typed. */
function docBody({ type, ...typed }: DocValues) {
  if (!Object.values(typed).some(Boolean)) return {}
  return { doc: { type, ...typed, issued_at: typed.issued_at ?? undefined } }
}
