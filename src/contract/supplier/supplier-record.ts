import {
  choiceField,
  codeField,
  dayField,
  fieldNames,
  linesField,
  referenceField,
  requisiteField,
  textField,
  type PersonalField,
} from '../record/record-field.ts'
import * as s from '../core/shapes.ts'

/** The parts of the form. */
export type SupplierPart =
  | 'person'
  | 'numbers'
  | 'business'
  | 'vat'
  | 'company'
  | 'addresses'
  | 'contact'
  | 'notes'

interface SupplierField extends PersonalField {
  readonly part?: SupplierPart
}

const vatMode = choiceField(['no_vat', 'vat_payer'], {
  label: 'НДС',
  start: 'no_vat',
  titles: { no_vat: 'Без НДС', vat_payer: 'Платит НДС' },
  part: 'vat',
  personal: false,
})
const countryShape = s.pattern(/^[A-Z]{2}$/, 'Две буквы страны, например RU')

/** What a person and an entrepreneur have, in the order of the form. */
const personFields = {
  last_name: textField(100, { label: 'Фамилия', part: 'person', required: true, personal: true }),
  first_name: textField(100, { label: 'Имя', part: 'person', required: true, personal: true }),
  middle_name: textField(100, { label: 'Отчество', part: 'person', personal: true }),
  birth_date: dayField({ label: 'Дата рождения', part: 'person', personal: true }),
  birth_place: textField(200, { label: 'Место рождения', part: 'person', personal: true }),
  citizenship: codeField(
    { shape: countryShape, max: 2 },
    { label: 'Гражданство', personal: false },
  ),
  inn: requisiteField('inn', { label: 'ИНН', max: 12, part: 'numbers', personal: true }),
  reg_address: textField(500, { label: 'Адрес регистрации', part: 'addresses', personal: true }),
  fact_address: textField(500, { label: 'Адрес проживания', part: 'addresses', personal: true }),
} as const satisfies Record<string, SupplierField>

/** What an entrepreneur has besides. */
const businessFields = {
  ogrn: requisiteField('ogrn', { label: 'ОГРНИП', max: 15, part: 'business', personal: false }),
  org_name: textField(255, { label: 'Название дела', part: 'business', personal: false }),
  vat_mode: vatMode,
} as const satisfies Record<string, SupplierField>

const companyFields = {
  org_name: textField(255, {
    label: 'Название',
    audit: 'Название организации',
    part: 'company',
    required: true,
    personal: false,
  }),
  inn: requisiteField('inn', { label: 'ИНН', max: 10, part: 'numbers', personal: true }),
  kpp: requisiteField('kpp', { label: 'КПП', max: 9, part: 'numbers', personal: false }),
  ogrn: requisiteField('ogrn', { label: 'ОГРН', max: 13, part: 'numbers', personal: false }),
  vat_mode: vatMode,
  org_address: textField(500, { label: 'Юридический адрес', part: 'addresses', personal: false }),
  fact_address: textField(500, {
    label: 'Фактический адрес',
    audit: 'Второй адрес',
    part: 'addresses',
    personal: true,
  }),
} as const satisfies Record<string, SupplierField>

/** What every supplier has. */
const contactFields = {
  phone: requisiteField('mobile', {
    label: 'Мобильный телефон',
    audit: 'Телефон',
    part: 'contact',
    personal: true,
  }),
  email: requisiteField('email', { label: 'Эл. почта', part: 'contact', personal: true }),
  price_column_id: referenceField('price_column', { label: 'Колонка прайса', personal: false }),
  comment: linesField(1000, { label: 'Примечание', lines: 2, part: 'notes', personal: false }),
} as const satisfies Record<string, SupplierField>

const privateFields = { ...personFields, ...contactFields } as const

/** The plain fields of each kind of supplier: the words and the length of a number may differ. */
export const supplierFieldsOf = {
  person: privateFields,
  self_employed: privateFields,
  ip: { ...personFields, ...businessFields, ...contactFields },
  company: { ...companyFields, ...contactFields },
} as const

/** All plain fields: one more is a line above and its column (docs/recipes/record-field.md). */
export const supplierFields = {
  ...personFields,
  ...businessFields,
  ...companyFields,
  ...contactFields,
} as const

/** Fields that go together when two records are merged; any other field is a part of its own. */
const mergeGroups = {
  name: ['last_name', 'first_name', 'middle_name', 'single_name', 'org_name'],
  birth: ['birth_date', 'birth_place', 'citizenship'],
  document: ['doc', 'doc_expires_on'],
  snils: ['snils'],
  registration: ['kpp', 'ogrn', 'org_address'],
  representatives: ['representatives'],
  terms: ['vat_mode', 'price_column_id'],
} as const
export type MergeGroup = keyof typeof mergeGroups
type GroupedName = (typeof mergeGroups)[MergeGroup][number]
type SingleName = Exclude<keyof typeof supplierFields, GroupedName>
export type MergePart = MergeGroup | SingleName

const groupedNames: readonly string[] = Object.values(mergeGroups).flat()

/** The parts that may be taken over when two records are merged; a part is swapped, so nothing is lost. */
export const mergeParts = Object.keys(mergeGroups).concat(
  fieldNames(supplierFields).filter((name) => !groupedNames.includes(name)),
) as readonly string[] as readonly MergePart[]

/** Whether a part is several fields, or one that goes by the part's name. */
export const isMergeGroup = (part: MergePart): part is MergeGroup => part in mergeGroups

/** The fields that a part takes over. */
export function fieldsOfPart(part: MergePart): readonly (GroupedName | SingleName)[] {
  return isMergeGroup(part) ? mergeGroups[part] : [part]
}
