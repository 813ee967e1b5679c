import { uuidv5 } from '../../../../db/uuid.ts'
import { write, writeText } from '../../../../text/write-xml.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import type {
  ExchangedAccount,
  ExchangedAct,
  ExchangedProduct,
  ExchangedSupplier,
} from './exchange-queries.ts'

/** Never changed: every object that 1C has of us is found by a uuid within it. */
const NAMESPACE = '7d9a3c52-5b0e-4f6c-9a41-2f8e6c1b7d30'

type ObjectKind =
  | 'account'
  | 'contract'
  | 'currency'
  | 'organization'
  | 'payout'
  | 'product'
  | 'receipt'
  | 'refund'
  | 'site'
  | 'supplier'
  | 'unit'

/** The reference of an object in 1C: the same record is the same object in each file. */
export const refOf = (kind: ObjectKind, id: string) => uuidv5(NAMESPACE, `${kind}/${id}`)

export type Company = Readonly<{
  id: string
  name: string
  short_name: string
  inn: string
  kpp: string | null
  ogrn: string
  okpo: string | null
}>

// 1C cuts a longer name of a catalogue itself; the full name has a field of its own.
const NAME_LENGTH = 100
const ACCOUNT_LENGTH = 34
/** What 1C calls the contract that it makes by itself. */
const CONTRACT = 'Основной договор'

export const element = (name: string, ...content: readonly (string | undefined)[]) =>
  write(name, {}, content)
export const text = (name: string, value: string) => write(name, {}, value)
const shortName = (name: string) => text('Наименование', name.slice(0, NAME_LENGTH).trim())
const legalForm = (isPerson: boolean) =>
  text('ЮридическоеФизическоеЛицо', isPerson ? 'ФизическоеЛицо' : 'ЮридическоеЛицо')

/** Weights are kept to the gram and the format has three signs after the point, so that only kilograms are exact. */
export const units = {
  weight: { code: '166', name: 'кг', title: 'Килограмм' },
  piece: { code: '796', name: 'шт', title: 'Штука' },
} as const
type Measure = keyof typeof units

/** The keys of the company stand several times in each document: they are written once. */
const organizationKeys = new WeakMap<Company, Map<string, string>>()

/** The key is the same in the catalogue and wherever an object refers to the organisation. */
export function organizationKey(name: string, company: Company): string {
  const known = organizationKeys.get(company) ?? new Map<string, string>()
  organizationKeys.set(company, known)
  const key = known.get(name) ?? newOrganizationKey(name, company)
  known.set(name, key)
  return key
}

function newOrganizationKey(name: string, company: Company): string {
  return element(
    name,
    text('Ссылка', refOf('organization', company.id)),
    shortName(company.short_name),
    text('НаименованиеСокращенное', company.short_name),
    text('НаименованиеПолное', company.name),
    text('ИНН', company.inn),
    writeText('КПП', company.kpp),
    legalForm(company.inn.length === 12),
  )
}

/** Name and ИНН alone: no document of identity, no address and no phone leaves. */
export function supplierKey(name: string, supplier: ExchangedSupplier): string {
  const full = supplierName(supplier)
  return element(
    name,
    text('Ссылка', refOf('supplier', supplier.supplier_id)),
    shortName(full),
    text('НаименованиеПолное', full),
    writeText('ИНН', supplier.inn),
    supplier.type === 'company' ? writeText('КПП', supplier.kpp) : undefined,
    legalForm(supplier.type !== 'company'),
  )
}

export function contractKey(name: string, company: Company, supplier: ExchangedSupplier): string {
  return element(
    name,
    text('Ссылка', refOf('contract', supplier.supplier_id)),
    text('ВидДоговора', 'СПоставщиком'),
    organizationKey('Организация', company),
    supplierKey('Контрагент', supplier),
    currencyKey('ВалютаВзаиморасчетов'),
    text('РасчетыВУсловныхЕдиницах', 'false'),
    shortName(CONTRACT),
  )
}

const ROUBLE = [
  text('Ссылка', refOf('currency', '643')),
  element('ДанныеКлассификатора', text('Код', '643'), text('Наименование', 'руб.')),
].join('')

export const currencyKey = (name: string) => element(name, ROUBLE)

export function unitKey(name: string, measure: Measure): string {
  const { code, name: unit } = units[measure]
  return element(
    name,
    text('Ссылка', refOf('unit', code)),
    element('ДанныеКлассификатора', text('Код', code), text('Наименование', unit)),
  )
}

type ProductName = Pick<ExchangedProduct, 'product_id' | 'product_name'>

export function productKey(name: string, { product_id, product_name }: ProductName): string {
  return element(
    name,
    text('Ссылка', refOf('product', product_id)),
    text('НаименованиеПолное', product_name),
    shortName(product_name),
  )
}

type SiteName = Pick<ExchangedAct, 'site_id' | 'site_name'>

export function siteKey(name: string, { site_id, site_name }: SiteName): string {
  return element(
    name,
    text('Ссылка', refOf('site', site_id)),
    shortName(site_name),
    text('ТипСклада', 'Оптовый'),
  )
}

/** A wallet or a card service has no number of an account: the name of the agreement stands for it. */
export function accountKey(name: string, company: Company, account: ExchangedAccount): string {
  const { bank_config_id, bank_title, bank_name, bik } = account
  return element(
    name,
    text('Ссылка', refOf('account', bank_config_id)),
    text('НомерСчета', account.account ?? bank_title.slice(0, ACCOUNT_LENGTH).trim()),
    bik === null || account.account === null
      ? undefined
      : element(
          'Банк',
          element('ДанныеКлассификатораБанков', text('Наименование', bank_name), text('БИК', bik)),
        ),
    element('Владелец', organizationKey('ОрганизацииСсылка', company)),
  )
}

export function organizationElement(company: Company): string {
  return element(
    'Справочник.Организации',
    organizationKey('КлючевыеСвойства', company),
    writeText('ОКПО', company.okpo),
    writeText('ОГРН', company.ogrn),
  )
}

export function unitElement(measure: Measure): string {
  return element(
    'Справочник.ЕдиницыИзмерения',
    unitKey('КлючевыеСвойства', measure),
    text('НаименованиеПолное', units[measure].title),
  )
}

export function productElement(product: ExchangedProduct): string {
  return element(
    'Справочник.Номенклатура',
    productKey('КлючевыеСвойства', product),
    text('ТипНоменклатуры', 'Товар'),
    unitKey('ЕдиницаИзмерения', product.measure),
  )
}

export function siteElement(site: SiteName): string {
  return element('Справочник.Склады', siteKey('КлючевыеСвойства', site))
}

export function accountElement(company: Company, account: ExchangedAccount): string {
  return element(
    'Справочник.БанковскиеСчета',
    accountKey('КлючевыеСвойства', company, account),
    shortName(account.bank_title),
    currencyKey('ВалютаДенежныхСредств'),
    text('ВидСчета', account.account === null ? 'Иной' : 'Расчетный'),
  )
}

export function supplierElements(company: Company, supplier: ExchangedSupplier): string {
  return [
    element('Справочник.Контрагенты', supplierKey('КлючевыеСвойства', supplier)),
    element('Справочник.Договоры', contractKey('КлючевыеСвойства', company, supplier)),
  ].join('')
}
