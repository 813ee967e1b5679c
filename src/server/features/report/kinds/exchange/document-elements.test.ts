import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vatClauses } from '#contract/requisites/document/purpose-template.ts'
import { childOf, parseElement, textOf } from '#server/features/bank/providers/directbank/xml.ts'
import { payoutElement, receiptElement, type Issuer } from './document-elements.ts'
import type { ExchangedAct, ExchangedMoney, ExchangedPosition } from './exchange-queries.ts'

const issuer: Issuer = {
  company: {
    id: 'c',
    name: 'ИП Иванов Пётр Ильич',
    short_name: 'ИП Иванов',
    inn: '500100732259',
    kpp: null,
    ogrn: '304500116000157',
    okpo: null,
  },
  clock: (instant) => instant.slice(0, 19),
}
const supplier = {
  supplier_id: 's',
  type: 'ip',
  last_name: 'Петров',
  first_name: 'Олег',
  middle_name: null,
  org_name: null,
  inn: null,
  kpp: '773601001',
}
const weighed: ExchangedPosition = {
  product_id: 'p',
  product_name: 'Медь',
  measure: 'weight',
  net_g: 10,
  qty: null,
  price_kop: 81_234_500,
  amount_kop: 812,
}
const pieces: ExchangedPosition = {
  ...weighed,
  measure: 'piece',
  net_g: null,
  qty: 12,
  price_kop: 350_05,
  amount_kop: 4200_60,
}
const act: ExchangedAct = {
  ...supplier,
  id: 'a',
  number: '7',
  date: '2025-05-14',
  // The company moved to another zone since: the day stays that of the act.
  issued_at: '2025-05-15T00:30:00Z',
  total_kop: 4208_72,
  vat_mode: 'no_vat',
  supplier_snapshot: null,
  site_id: 't',
  site_name: 'Двор',
  positions: [weighed, pieces, { ...weighed, net_g: 12_345_678, price_kop: null, amount_kop: 5 }],
}
const lines = (vatMode: string) =>
  childOf(parseElement(receiptElement(issuer, act, vatMode)), 'Товары')!.children.map((line) =>
    ['НомерСтрокиДокумента', 'Количество', 'Сумма', 'Цена', 'СтавкаНДС'].map((name) =>
      textOf(line, name),
    ),
  )

test('weights are kilograms to the gram, pieces are pieces, a price of a kilogram is rounded half up', () => {
  assert.deepEqual(lines('no_vat'), [
    ['1', '0.010', '8.12', '812.35', 'БезНДС'],
    ['2', '12', '4200.60', '350.05', 'БезНДС'],
    ['3', '12345.678', '0.05', undefined, 'БезНДС'],
  ])
})

test('the VAT of a seller who pays it is reckoned by the buyer', () => {
  assert.ok(lines('vat_payer').every((line) => line.at(-1) === 'НДСИсчисляетсяНалоговымАгентом'))
  const taxation = (mode: string) =>
    textOf(parseElement(receiptElement(issuer, act, mode)), 'Налогообложение')
  assert.equal(taxation('vat_payer'), 'НалоговыйАгентПоНДС')
  assert.equal(taxation('no_vat'), 'НеОблагаетсяНДС')
})

test('an act has its own day, an entrepreneur is a person without КПП', () => {
  const key = childOf(parseElement(receiptElement(issuer, act, 'no_vat')), 'КлючевыеСвойства')
  assert.equal(textOf(key, 'Дата'), '2025-05-14T00:30:00')
  for (const party of ['Организация', 'Контрагент']) {
    assert.equal(textOf(key, party, 'ЮридическоеФизическоеЛицо'), 'ФизическоеЛицо')
    assert.equal(textOf(key, party, 'КПП'), undefined)
  }
})

test('a payment order has its number and day and the account of its bank, a card service its own name', () => {
  const money: ExchangedMoney = {
    ...supplier,
    id: 'm',
    payment_id: 'm',
    at: '2025-05-16T10:00:00Z',
    amount_kop: 100_01,
    marker: '7K3M2P',
    purpose: 'Оплата по акту',
    vat_clause: vatClauses.agent,
    method: 'account',
    document_number: 45,
    document_date: '2025-05-15',
    provider_ref: 'ref',
    acts: null,
    bank_config_id: 'b',
    bank_title: 'Сбербанк, основной расчётный счёт предприятия',
    account: '40702810900000000001',
    bik: '044525225',
    bank_name: 'ПАО Сбербанк',
  }
  const dataOf = (row: ExchangedMoney) =>
    childOf(parseElement(payoutElement(issuer, row)), 'ОбщиеДанные')
  const order = dataOf(money)
  assert.equal(textOf(order, 'НомерВходящегоДокумента'), '45')
  assert.equal(textOf(order, 'ДатаВходящегоДокумента'), '2025-05-15')
  assert.equal(textOf(order, 'ТипПлатежногоДокумента'), 'ПлатежноеПоручение')
  assert.equal(textOf(order, 'БанковскийСчетОрганизации', 'НомерСчета'), money.account)
  assert.equal(
    textOf(order, 'БанковскийСчетОрганизации', 'Банк', 'ДанныеКлассификатораБанков', 'БИК'),
    money.bik,
  )
  const service = dataOf({ ...money, method: 'card', document_number: null, account: null })
  assert.equal(textOf(service, 'НомерВходящегоДокумента'), 'ref')
  assert.equal(textOf(service, 'ТипПлатежногоДокумента'), 'БанковскийОрдер')
  const number = textOf(service, 'БанковскийСчетОрганизации', 'НомерСчета')!
  assert.equal(number, 'Сбербанк, основной расчётный счёт')
  assert.equal(childOf(service, 'БанковскийСчетОрганизации', 'Банк'), undefined)
})
