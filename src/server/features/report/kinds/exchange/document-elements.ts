import { vatClauses } from '#contract/requisites/document/purpose-template.ts'
import { amountText } from '../../../bank/providers/bank-text.ts'
import {
  accountKey,
  contractKey,
  currencyKey,
  element,
  organizationKey,
  productKey,
  refOf,
  siteKey,
  supplierKey,
  text,
  unitKey,
  type Company,
} from './catalog-elements.ts'
import type {
  ExchangedAct,
  ExchangedMoney,
  ExchangedPosition,
  ExchangedSupplier,
} from './exchange-queries.ts'

/** The data that a document needs besides its own row. */
export interface Issuer {
  readonly company: Company
  /** `2026-11-26T14:05:09` by the clock of the company. */
  readonly clock: (instant: string) => string
}

const NO_VAT = { rate: 'БезНДС', taxation: 'НеОблагаетсяНДС' }
/** The buyer of scrap reckons the VAT of a seller who pays it (НК 161): the price is without it. */
const AGENT = { rate: 'НДСИсчисляетсяНалоговымАгентом', taxation: 'НалоговыйАгентПоНДС' }

/** An act in force is a receipt of goods; `vatMode` is the seller's as it was frozen at issue. */
export function receiptElement(issuer: Issuer, act: ExchangedAct, vatMode: string): string {
  const { company, clock } = issuer
  const { rate, taxation } = vatMode === 'vat_payer' ? AGENT : NO_VAT
  // The day is the act's own, whatever the clock said when it was issued.
  const time = clock(act.issued_at).slice(10)
  return element(
    'Документ.ПоступлениеТоваровУслуг',
    element(
      'КлючевыеСвойства',
      text('Ссылка', refOf('receipt', act.id)),
      text('Дата', `${act.date}${time}`),
      text('Номер', act.number),
      organizationKey('Организация', company),
      element(
        'ДанныеВходящегоДокумента',
        text('НомерВходящегоДокумента', act.number),
        text('ДатаВходящегоДокумента', act.date),
      ),
      supplierKey('Контрагент', act),
    ),
    element('Товары', ...act.positions.map((row, at) => positionElement(row, at + 1, rate))),
    currencyKey('Валюта'),
    text('ВидОперации', 'ПокупкаУПоставщика'),
    text('Сумма', amountText(act.total_kop)),
    text('СуммаВключаетНДС', 'false'),
    siteKey('Склад', act),
    settlement(company, act),
    text('Комментарий', `Приёмка, акт № ${act.number}`),
    text('Налогообложение', taxation),
  )
}

function positionElement(row: ExchangedPosition, line: number, rate: string): string {
  const price = priceOf(row)
  return element(
    'Строка',
    text('НомерСтрокиДокумента', String(line)),
    element('ДанныеНоменклатуры', productKey('Номенклатура', row)),
    unitKey('ЕдиницаИзмерения', row.measure),
    text('Количество', row.measure === 'piece' ? String(row.qty ?? 0) : kilograms(row.net_g ?? 0)),
    text('Сумма', amountText(row.amount_kop)),
    price === null ? undefined : text('Цена', amountText(price)),
    text('СтавкаНДС', rate),
  )
}

/** A price of a tonne becomes that of a kilogram, rounded half up; it is shown, the sum of the line is what is booked. */
function priceOf({ measure, price_kop: price }: ExchangedPosition): number | null {
  if (price === null || measure === 'piece') return price
  return Math.floor((price + 500) / 1000)
}

function kilograms(grams: number): string {
  const digits = String(grams).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** An act that is void: 1C takes its posting back and marks it for deletion; what it never had it leaves alone. */
export function voidElement(actId: string): string {
  const ref = text('ПоступлениеТоваровУслугСсылка', refOf('receipt', actId))
  return element('УдалениеОбъекта', element('СсылкаНаОбъект', element('СсылкаНаОбъект', ref)))
}

export function payoutElement(issuer: Issuer, money: ExchangedMoney): string {
  const { company } = issuer
  return element(
    'Документ.СБДСРасчетыСКонтрагентами',
    moneyKey(issuer, money, 'payout'),
    element(
      'ОбщиеДанные',
      ...entryElements(issuer, money, money.document_number?.toString() ?? money.provider_ref),
      text('Комментарий', commentOf('Приёмка, выплата', money)),
      accountKey('БанковскийСчетОрганизации', company, money),
      element('РеквизитыПлатежа', text('НазначениеПлатежа', money.purpose)),
    ),
    supplierKey('Контрагент', money),
    text('ВидРасчетов', 'СПоставщиком'),
    breakdown(company, money),
  )
}

/** Money that came back: a payout stays a payout, and the debt to the supplier is there again. */
export function refundElement(issuer: Issuer, money: ExchangedMoney): string {
  const { company } = issuer
  return element(
    'Документ.ПБДСРасчетыСКонтрагентами',
    moneyKey(issuer, money, 'refund'),
    element(
      'ОбщиеДанные',
      ...entryElements(issuer, money, null),
      text('Комментарий', commentOf('Приёмка, возврат выплаты', money)),
      accountKey('БанковскийСчетОрганизации', company, money),
      text('НазначениеПлатежа', `Возврат выплаты ${money.marker}`),
    ),
    text('ВидРасчетов', 'СПоставщиком'),
    supplierKey('Контрагент', money),
    breakdown(company, money),
  )
}

function moneyKey({ company, clock }: Issuer, money: ExchangedMoney, kind: 'payout' | 'refund') {
  return element(
    'КлючевыеСвойства',
    text('Ссылка', refOf(kind, money.id)),
    text('Дата', clock(money.at)),
    text('Номер', money.marker),
    organizationKey('Организация', company),
  )
}

function entryElements({ clock }: Issuer, money: ExchangedMoney, number: string | null) {
  const day = clock(money.at).slice(0, 10)
  return [
    text('ДатаВыписки', day),
    text('ДатаВходящегоДокумента', number === null ? day : (money.document_date ?? day)),
    text('НомерВходящегоДокумента', number ?? money.marker),
    text('ТипПлатежногоДокумента', money.method === 'account' ? ORDER : BANK_ORDER),
    currencyKey('Валюта'),
    text('Сумма', amountText(money.amount_kop)),
  ]
}

const ORDER = 'ПлатежноеПоручение'
const BANK_ORDER = 'БанковскийОрдер'

const commentOf = (what: string, { marker, acts }: ExchangedMoney) =>
  `${what} ${marker}${acts ? `, по актам № ${acts}` : ''}`

/** One line: 1C settles acts of the contract in their order. */
function breakdown(company: Company, money: ExchangedMoney): string {
  const { rate } = money.vat_clause === vatClauses.agent ? AGENT : NO_VAT
  return element(
    'РасшифровкаПлатежа',
    element(
      'Строка',
      text('Сумма', amountText(money.amount_kop)),
      text('СтавкаНДС', rate),
      settlement(company, money),
    ),
  )
}

function settlement(company: Company, supplier: ExchangedSupplier): string {
  return element(
    'ДанныеВзаиморасчетов',
    contractKey('Договор', company, supplier),
    currencyKey('ВалютаВзаиморасчетов'),
    text('КурсВзаиморасчетов', '1'),
    text('КратностьВзаиморасчетов', '1'),
    text('РасчетыВУсловныхЕдиницах', 'false'),
  )
}
