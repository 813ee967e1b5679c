import type { Supplier, SupplierCard, SupplierType } from '#contract/supplier/supplier-entities.ts'

export { supplierTypeTitles } from '#contract/core/display-text.ts'

export const docTypeOptions = [
  { value: 'rf_passport', label: 'Паспорт РФ' },
  { value: 'foreign_passport', label: 'Иностранный паспорт' },
  { value: 'residence_permit', label: 'Вид на жительство' },
  { value: 'other', label: 'Другой документ' },
]

/** What the form of a supplier holds; texts are empty, never absent, so that inputs stay controlled. */
export type SupplierValues = {
  type: SupplierType
  last_name: string
  first_name: string
  middle_name: string
  birth_date: string | null
  birth_place: string
  citizenship: string
  doc: DocValues
  doc_expires_on: string | null
  reg_address: string
  fact_address: string
  inn: string
  snils: string
  org_name: string
  kpp: string
  ogrn: string
  org_address: string
  representatives: RepresentativeValues[]
  phone: string | null
  email: string
  comment: string
  vat_mode: 'no_vat' | 'vat_payer'
  price_column_id: string | null
}

/** An identity document to save; as long as nothing is typed the saved document stays. */
export type DocValues = {
  type: string
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
    last_name: from?.last_name ?? '',
    first_name: from?.first_name ?? '',
    middle_name: from?.middle_name ?? '',
    birth_date: from?.birth_date ?? null,
    birth_place: from?.birth_place ?? '',
    citizenship: from?.citizenship ?? 'RU',
    doc: { ...newDoc, type: from?.doc?.type ?? newDoc.type },
    doc_expires_on: from?.doc_expires_on ?? null,
    reg_address: from?.reg_address ?? '',
    fact_address: from?.fact_address ?? '',
    inn: from?.inn ?? '',
    snils: '',
    org_name: from?.org_name ?? '',
    kpp: from?.kpp ?? '',
    ogrn: from?.ogrn ?? '',
    org_address: from?.org_address ?? '',
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
    phone: from?.phone ?? null,
    email: from?.email ?? '',
    comment: from?.comment ?? '',
    vat_mode: from?.vat_mode ?? 'no_vat',
    price_column_id: from?.price_column_id ?? null,
  }
}

const COMMON = ['inn', 'phone', 'email', 'comment', 'fact_address', 'price_column_id'] as const
const PERSON = [
  'last_name',
  'first_name',
  'middle_name',
  'birth_date',
  'birth_place',
  'citizenship',
  'reg_address',
  'snils',
] as const
const OWN_FIELDS = {
  person: PERSON,
  self_employed: PERSON,
  ip: [...PERSON, 'org_name', 'ogrn', 'vat_mode'],
  company: ['org_name', 'kpp', 'ogrn', 'org_address', 'vat_mode'],
} as const satisfies Record<SupplierType, readonly (keyof SupplierValues)[]>

/** Businesses send a representative with a document; a private person comes in person. */
export function hasRepresentatives(type: SupplierType): boolean {
  return type === 'ip' || type === 'company'
}

/** Only the fields of the chosen kind; for a saved supplier an empty field or a change of kind clears the value. */
export function supplierBody(values: SupplierValues, card?: SupplierCard): Record<string, unknown> {
  const { type } = values
  const body: Record<string, unknown> = { type }
  if (card && card.type !== type) Object.assign(body, foreignFields(card.type, type))
  for (const name of [...COMMON, ...OWN_FIELDS[type]]) {
    const value = values[name]
    if (value) body[name] = value
    // A masked СНИЛС is not shown in the form: an empty field leaves the saved value.
    else if (card && name !== 'snils') body[name] = null
  }
  if (hasRepresentatives(type)) {
    const people = values.representatives ?? []
    body['representatives'] = people.map(
      ({ key: _key, doc_mask: _mask, doc_mask_name: _name, doc, ...one }) => ({
        ...one,
        ...docInput(doc),
      }),
    )
  }
  if (type === 'company') return body
  // A person without a first name has one name: the form asks whether it is so in the document.
  if (values.last_name && !values.first_name) body['single_name'] = true
  if (values.doc_expires_on && values.doc.type !== 'rf_passport')
    body['doc_expires_on'] = values.doc_expires_on
  return { ...body, ...docInput(values.doc) }
}

/** A document is sent whole as soon as any of it is typed. */
function docInput({ type, ...typed }: DocValues): { doc?: object } {
  if (!Object.values(typed).some(Boolean)) return {}
  return { doc: { type, ...typed, issued_at: typed.issued_at ?? undefined } }
}

/** Fields of the previous kind that the new kind cannot have. */
function foreignFields(from: SupplierType, to: SupplierType): Record<string, unknown> {
  const own: readonly string[] = OWN_FIELDS[to]
  const gone = OWN_FIELDS[from].filter((name) => !own.includes(name))
  return {
    ...Object.fromEntries(gone.map((name) => [name, name === 'vat_mode' ? 'no_vat' : null])),
    ...(!hasRepresentatives(to) && { representatives: [] }),
    ...(to === 'company' && { doc: null, doc_expires_on: null }),
  }
}
