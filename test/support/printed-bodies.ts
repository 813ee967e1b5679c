import { ownership } from '#server/documents/kinds/ownership.ts'
import { op5 } from '#server/documents/kinds/op5.ts'
import { psa } from '#server/documents/kinds/psa.ts'
import { consent } from '#server/documents/kinds/consent.ts'
import { paymentOrder } from '#server/documents/kinds/payment-order.ts'
import { paymentRegister } from '#server/documents/kinds/payment-register.ts'
import { priceSheet } from '#server/documents/kinds/price-sheet.ts'
import type { ActFacts, PositionFacts } from '#server/documents/act-facts.ts'
import type { PaymentRegisterFacts } from '#server/documents/kinds/payment-register.ts'
import type { DocumentBody } from '#server/documents/body/blocks.ts'

const identity = {
  title: 'паспорт гражданина РФ',
  series: '4509',
  number: '100123',
  issued_by: 'ОВД «Лесной» г. Москвы',
  issued_at: '2020-06-02',
  dept_code: '770-001',
}

const steel: PositionFacts = {
  name: 'Лом стальной 3А',
  gost_category: '3А',
  waste_code: '4 61 010 01 20 5',
  code: '3A',
  description: 'кусковой',
  moisture_bp: 1250,
  gross_g: 12_480_000,
  tare_g: 4_260_000,
  pack_g: 6000,
  is_divided: false,
  shown_zasor_bp: 570,
  net_g: 7_746_000,
  qty: null,
  price_kop: 1_850_000,
  amount_kop: 14_446_650,
}

/** Facts of an act of so many positions, with everything that a form can print. */
export function printedFacts(positions: number): ActFacts {
  return {
    kind: 'psa',
    number: '2026-000123',
    date: '2026-11-21',
    time: '14:05',
    site_name: 'Площадка 1',
    site_address: 'г. Москва, ул. Складская, д. 1',
    company: {
      name: 'ООО «Ромашка»',
      inn: '7707083893',
      kpp: '773601001',
      ogrn: '1027700132195',
      okpo: '12345678',
      legal_address: 'г. Москва, ул. Складская, д. 1',
      phone: '+74951234567',
      licence_number: 'Л-77-001',
      licence_date: '2024-02-01',
      licence_authority: 'Правительство Москвы',
      director_position: 'Генеральный директор',
      director_name: 'Смирнов Пётр Ильич',
      account: '40702810900000012345',
      bik: '044525225',
      bank_name: 'ПАО Сбербанк',
      corr_account: '30101810400000000225',
    },
    supplier: {
      type: 'person',
      name: 'Кузнецов <b>Андрей</b> & Ко',
      birth_date: '1975-05-17',
      document: identity,
      address: 'г. Москва, ул. Лесная, д. 5',
      inn: '771200000112',
      kpp: null,
      ogrn: null,
      phone: '+79261000001',
      payout: 'карта •••• 1234',
      vat_mode: 'no_vat',
      representative: null,
    },
    ownership_basis: 'Личное имущество',
    ownership_document: 'договор № 5',
    comment: null,
    vehicle: { make: 'КАМАЗ', carnumber: 'А123ВС77', trailer: 'АН123477', driver: 'Петров Пётр' },
    radiation: {
      done: true,
      instrument_id: null,
      background_usv_h_milli: 110,
      usv_h_milli: 120,
      at: '2026-11-21',
      time: '10:15',
      by: 'Иванова',
      instrument: 'МКС-01СА1М № 1234',
      verified_on: '2026-03-02',
      valid_until: '2027-03-01',
      instrument_certificate: 'С-ВЛ/02-03-2026/1',
    },
    explosion: { done: true, certificate: '№ 55', at: '2026-11-21', by: 'Иванова' },
    accepted_by: { position: 'Приёмщик', full_name: 'Иванова Нина Петровна' },
    positions: Array.from({ length: positions }, (_, i) =>
      i === 1 ? { ...steel, name: 'Аккумулятор', qty: 12, gross_g: null, net_g: null } : steel,
    ),
    net_g: 7_746_000 * positions,
    total_kop: 14_446_650 * positions,
    weight_notes: [],
    marks: ['ручной ввод веса, заезд 250301-001'],
    link: '/?path=/operator/act/1',
  }
}

const consentFacts = {
  version: '1',
  subject: { name: 'Кузнецов Андрей', address: 'г. Москва', document: 'паспорт 4509 100123' },
  operator: { name: 'ООО «Ромашка»', inn: '7707083893', address: 'г. Москва' },
  processors: [
    { name: 'Банк А', address: 'г. Москва, ул. Лесная, д. 1' },
    { name: 'Банк Б', address: null },
  ],
  link: '/?path=/print/consent/1',
}

const priceFacts = {
  company: { name: 'ООО «Ромашка»', phone: '+74951234567' },
  title: 'Наличные',
  at: '2026-11-21T10:00:00Z',
  timeZone: 'Europe/Moscow',
  lines: [
    { depth: 0, name: 'Чёрный лом' },
    { depth: 1, name: 'Лом 3А', code: '3A', kop: 1_850_000, unit: 'т' as const },
    { depth: 1, name: 'Аккумулятор', code: 'AKB', kop: 185_000, unit: 'шт.' as const },
  ],
}

const bank = {
  bik: '044525225',
  bankName: 'ПАО СБЕРБАНК',
  bankPlace: 'г. Москва',
  corrAccount: '30101810400000000225',
}

const orderFacts = {
  number: 17,
  date: '2026-10-05',
  amount_kop: 1_234_567,
  payer: {
    ...bank,
    name: 'ООО «Ромашка»',
    inn: '7707083893',
    kpp: '773601001',
    account: '40702810200000000001',
  },
  payee: {
    ...bank,
    name: 'Индивидуальный предприниматель Кузнецов <b>Андрей</b> Константинопольский, заготовитель вторичного сырья & Ко',
    inn: '500100732259',
    kpp: null,
    account: '40817810900000000017',
  },
  purpose: 'Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]',
  income_code: '1',
  debited_on: '2026-10-06',
  bank_marks: ['Исполнено 06.10.2026 (EXECUTED)', 'По выписке списано 06.10.2026, документ № 17'],
  watermark: undefined,
}

/** Facts of a register of so many payments, the second of them cancelled, with everything that the form can print. */
export function registerFacts(payments: number): PaymentRegisterFacts {
  const line = {
    order_number: 17,
    payee: orderFacts.payee.name,
    inn: '500100732259',
    destination: '40817810900000000017, БИК 044525225',
    purpose: orderFacts.purpose,
    acts: [
      { number: '2026-000123', date: '2026-10-05' },
      { number: '2026-000124', date: '2026-10-05' },
    ],
    amount_kop: 1_234_567,
    is_cancelled: false,
  }
  return {
    number: 'Р-2026-0017',
    date: '2026-10-05',
    company: {
      name: 'Общество с ограниченной ответственностью «Ромашка <b>вторичных</b> металлов & Ко»',
      inn: '7707083893',
      kpp: '773601001',
      director_position: 'Генеральный директор',
      director_name: 'Смирнов Пётр Ильич',
    },
    account: '40702810200000000001',
    bank: { name: 'ПАО СБЕРБАНК', bik: '044525225' },
    prepared_by: 'Иванова Нина Петровна',
    lines: Array.from({ length: payments }, (_, i) => ({
      ...line,
      order_number: 17 + i,
      is_cancelled: i === 1,
    })),
    link: '/?path=/print/registry/0190b7f0-0000-7000-8000-000000000001',
  }
}

/** A body of each form, on one sheet. */
export const printedBodies: Readonly<Record<string, DocumentBody>> = {
  psa: psa.body(printedFacts(2)),
  draft: { ...psa.body(printedFacts(1)), watermark: 'ЧЕРНОВИК' },
  op5: op5.body(printedFacts(3)),
  ownership: ownership.body(printedFacts(3)),
  consent: consent.body(consentFacts),
  price_sheet: priceSheet.body(priceFacts),
  payment_order: paymentOrder.body(orderFacts),
  payment_register: paymentRegister.body(registerFacts(3)),
}
