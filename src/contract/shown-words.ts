import type { BankAdapter, MethodKind } from './bank-entities.ts'
import type { FileKind } from './file-entities.ts'
import type { Supplier, SupplierType } from './supplier-entities.ts'
import type { Transaction } from './transaction-entities.ts'

// Words of the contract as people read them: on screens and in exported lists they are the same.

export const actKindTitles = { psa: 'ПСА', op5: 'ОП-5' } as const

/** The four kinds in the order of how often they sell. */
export const supplierTypeTitles: Record<SupplierType, string> = {
  person: 'Физлицо',
  self_employed: 'Самозанятый',
  ip: 'ИП',
  company: 'Организация',
}

export const kycTitles: Record<Supplier['kyc'], string> = {
  complete: 'Полные',
  incomplete: 'Неполные',
  expired: 'Истекли',
}

export const visitModeTitles: Record<Transaction['mode'], string> = {
  two_pass: 'Два взвешивания',
  stored_tare: 'Сохранённая тара',
  multi: 'Выгрузки',
  platform: 'Платформа',
  manual: 'Ручная',
}

export const fileKindTitles: Record<FileKind, string> = {
  photo: 'Фото',
  indicator: 'Индикатор весов',
  passport: 'Документ личности',
  consent: 'Согласие',
  signed_act: 'Подписанный акт',
  ownership: 'Право собственности',
  waybill: 'Накладная',
  report: 'Отчёт',
  receipt: 'Чек',
  other: 'Прочее',
}

/** What a file belongs to; other entities have no files of their own on the screen. */
export const fileOwnerTitles: Partial<Record<string, string>> = {
  act: 'Акт',
  weight_act: 'Весовой акт',
  transaction: 'Транзакция',
  supplier: 'Поставщик',
}

export const adapterTitles: Record<BankAdapter, string> = {
  sandbox: 'Учебный банк',
  yookassa: 'ЮKassa',
  tbank: 'Т-Банк',
  file_1c: 'Файл 1С',
  file_iso20022: 'Файл ISO 20022',
}

/** Kinds of payment methods inside a sentence. */
export const methodKindTitles: Record<MethodKind, string> = {
  card: 'карта',
  sbp: 'СБП',
  account: 'счёт',
}

/** Russian names of the roles of domain.md 7.1. */
const ROLE_TITLES: Record<string, string> = {
  SUPERVISOR: 'Суперадминистратор',
  OPERATOR: 'Оператор',
  MANAGER: 'Управляющий',
  WEIGHER: 'Весовщик',
  CASHIER: 'Кассир',
  ACCOUNTANT: 'Бухгалтер',
}

export const roleTitle = (code: string): string => ROLE_TITLES[code] ?? code

/** All roles of a person in one line. */
export function roleTitles(info: { role: string; roles: readonly string[] }): string {
  const codes = info.role === 'SUPERVISOR' ? [info.role, ...info.roles] : info.roles
  return codes.map(roleTitle).join(', ')
}

/** «Иванов Пётр Сергеевич» → «Иванов П. С.»; other texts stay. */
export function shortName(fullName: string): string {
  const [last = '', ...others] = fullName.trim().split(/\s+/)
  return [last, ...others.slice(0, 2).map((name) => `${name[0]}.`)].join('\u00a0')
}
