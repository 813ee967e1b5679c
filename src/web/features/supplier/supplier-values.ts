import type { Supplier, SupplierType } from '#contract/supplier-entities.ts'

/** The words of the four kinds, in the order of how often they sell. */
export const supplierTypeTitles: Record<SupplierType, string> = {
  person: 'Физлицо',
  self_employed: 'Самозанятый',
  ip: 'ИП',
  company: 'Организация',
}

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
  doc: {
    type: string
    series: string
    number: string
    issued_by: string
    issued_at: string | null
    dept_code: string
  }
  doc_expires_on: string | null
  reg_address: string
  inn: string
  snils: string
  org_name: string
  kpp: string
  ogrn: string
  org_address: string
  phone: string | null
  email: string
  comment: string
}

/** A new supplier when `from` is absent; the kept document is masked, so its fields always start empty. */
export function supplierValues(from?: Supplier): SupplierValues {
  return {
    type: from?.type ?? 'person',
    last_name: from?.last_name ?? '',
    first_name: from?.first_name ?? '',
    middle_name: from?.middle_name ?? '',
    birth_date: from?.birth_date ?? null,
    birth_place: from?.birth_place ?? '',
    citizenship: from?.citizenship ?? 'RU',
    doc: {
      type: from?.doc?.type ?? 'rf_passport',
      series: '',
      number: '',
      issued_by: '',
      issued_at: null,
      dept_code: '',
    },
    doc_expires_on: from?.doc_expires_on ?? null,
    reg_address: from?.reg_address ?? '',
    inn: from?.inn ?? '',
    snils: '',
    org_name: from?.org_name ?? '',
    kpp: from?.kpp ?? '',
    ogrn: from?.ogrn ?? '',
    org_address: from?.org_address ?? '',
    phone: from?.phone ?? null,
    email: from?.email ?? '',
    comment: from?.comment ?? '',
  }
}

const COMMON = ['inn', 'phone', 'email', 'comment'] as const
const PERSON = [
  'last_name',
  'first_name',
  'middle_name',
  'birth_date',
  'birth_place',
  'citizenship',
  'doc_expires_on',
  'reg_address',
  'snils',
] as const
const OWN_FIELDS = {
  person: PERSON,
  self_employed: PERSON,
  ip: [...PERSON, 'ogrn'],
  company: ['org_name', 'kpp', 'ogrn', 'org_address'],
} as const satisfies Record<SupplierType, readonly (keyof SupplierValues)[]>

/** Only the fields of the chosen kind; `emptied` names kept values that an empty field takes away. */
export function supplierBody(values: SupplierValues, emptied: boolean): Record<string, unknown> {
  const { type } = values
  const names = [...COMMON, ...OWN_FIELDS[type]].filter((name) => name !== 'doc_expires_on')
  const body: Record<string, unknown> = { type }
  for (const name of names) {
    const value = values[name]
    if (value) body[name] = value
    // A masked СНИЛС is not shown in the form: leaving it empty keeps it.
    else if (emptied && name !== 'snils') body[name] = null
  }
  if (type === 'company') return body
  if (values.doc_expires_on && values.doc.type !== 'rf_passport')
    body['doc_expires_on'] = values.doc_expires_on
  const { type: docType, ...typed } = values.doc
  if (Object.values(typed).some(Boolean))
    body['doc'] = { type: docType, ...typed, issued_at: typed.issued_at ?? undefined }
  return body
}
