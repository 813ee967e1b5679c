import type { MethodKind } from '../bank/method-kinds.ts'
import type { FileKind } from '../file/file-entities.ts'
import type { Supplier } from '../supplier/supplier-entities.ts'
import type { SupplierType } from '../supplier/supplier-kinds.ts'
import type { Visit } from '../visit/visit-entities.ts'

// Words of the contract as people read them: on screens and in exported lists they are the same.

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

export const visitModeTitles: Record<Visit['mode'], string> = {
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
  npd: 'Статус НПД',
  other: 'Прочее',
}

/** Kinds of payment methods inside a sentence. */
export const methodKindTitles: Record<MethodKind, string> = {
  card: 'карта',
  sbp: 'СБП',
  account: 'счёт',
}
