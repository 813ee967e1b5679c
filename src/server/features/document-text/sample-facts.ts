import { emptyPositionFields } from '#contract/act/position-fields.ts'
import type { ActFacts, PositionFacts } from '../../documents/act-facts.ts'
import type { ConsentFacts } from '../../documents/kinds/consent.ts'
import type { PriceSheetFacts } from '../../documents/kinds/price-sheet.ts'
import type { WeightActPaper } from '../../documents/kinds/weight-act.ts'

const DAY = '2026-03-02'
const NIL = '00000000-0000-0000-0000-000000000000'
const SAMPLE_LINK = `/?path=/print/act/${NIL}`
const SUPPLIER = 'Образцов Иван Петрович'
const ADDRESS = 'г. Энск, ул. Складская, д. 1'

const steel: PositionFacts = {
  name: 'Лом стальной 3А',
  gost_category: '3А',
  waste_code: '4 61 010 01 20 5',
  code: '3A',
  ...emptyPositionFields,
  description: 'кусковой',
  gross_g: 12_480_000,
  tare_g: 4_260_000,
  pack_g: 0,
  is_divided: false,
  shown_zasor_bp: 500,
  net_g: 7_809_000,
  qty: null,
  price_kop: 1_850_000,
  amount_kop: 14_446_650,
}

/** The sample that is shown when no document is named; its people and firms do not exist. */
export const sampleAct: ActFacts = {
  kind: 'psa',
  number: '2026-000123',
  date: DAY,
  time: '14:05',
  site_name: 'Площадка «Образец»',
  site_address: ADDRESS,
  company: {
    name: 'ООО «Образец»',
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    okpo: '00032537',
    legal_address: ADDRESS,
    phone: '+74950000000',
    licence_number: 'Л-00-001',
    licence_date: '2024-02-01',
    licence_authority: 'Правительство Энской области',
    director_position: 'Генеральный директор',
    director_name: 'Смирнова Анна Ильинична',
    account: null,
    bik: null,
    bank_name: null,
    corr_account: null,
  },
  supplier: {
    type: 'person',
    name: SUPPLIER,
    birth_date: '1975-05-17',
    document: {
      title: 'паспорт гражданина РФ',
      series: '0000',
      number: '000000',
      issued_by: 'ОВД г. Энска',
      issued_at: '2020-06-02',
      dept_code: '000-000',
    },
    address: 'г. Энск, ул. Лесная, д. 5',
    inn: null,
    kpp: null,
    ogrn: null,
    phone: null,
    payout: 'карта •••• 0000',
    vat_mode: 'no_vat',
    representative: null,
  },
  ownership_basis: 'личное имущество',
  ownership_document: null,
  comment: null,
  vehicle: { make: 'КАМАЗ', carnumber: 'А000АА77', trailer: null, driver: SUPPLIER },
  radiation: {
    done: true,
    instrument_id: null,
    background_usv_h_milli: 110,
    usv_h_milli: 120,
    at: DAY,
    time: '10:15',
    by: 'Иванова Н. П.',
    instrument: 'дозиметр № 0001',
    verified_on: DAY,
    valid_until: DAY,
    instrument_certificate: null,
  },
  explosion: { done: true, certificate: null, at: DAY, by: 'Иванова Н. П.' },
  accepted_by: { position: 'Приёмщик', full_name: 'Иванова Нина Петровна' },
  positions: [steel],
  net_g: 7_809_000,
  total_kop: 14_446_650,
  weight_notes: [],
  marks: [],
  link: SAMPLE_LINK,
}

export const samplePurchase: ActFacts = {
  ...sampleAct,
  kind: 'op5',
  positions: [{ ...steel, name: 'Макулатура МС-5Б', gost_category: null, waste_code: null }],
}

export const sampleConsent: ConsentFacts = {
  version: '1',
  subject: {
    name: SUPPLIER,
    address: 'г. Энск, ул. Лесная, д. 5',
    document: 'паспорт гражданина РФ 00** ***000',
  },
  operator: { name: 'ООО «Образец»', inn: '7707083893', address: ADDRESS },
  processors: [{ name: 'Банк «Образец»', address: ADDRESS }],
  link: SAMPLE_LINK,
}

export const samplePriceSheet: PriceSheetFacts = {
  company: { name: 'ООО «Образец»', phone: '+74950000000' },
  title: 'Основная колонка',
  at: `${DAY}T10:00:00Z`,
  timeZone: 'Europe/Moscow',
  lines: [
    { depth: 0, name: 'Чёрный лом' },
    { depth: 1, name: 'Лом стальной 3А', code: '3A', kop: 1_850_000, unit: 'т' },
    { depth: 1, name: 'Аккумулятор', code: 'AKB', kop: 185_000, unit: 'шт.' },
  ],
}

export const sampleWeightAct: WeightActPaper = {
  id: NIL,
  number: 'В-2026-000045',
  date: DAY,
  site_id: NIL,
  site_name: 'Площадка «Образец»',
  supplier_id: null,
  supplier_name: SUPPLIER,
  carnumber: 'А000АА77',
  direction: 'purchase',
  weigher_id: null,
  weigher_name: 'Иванова Нина Петровна',
  controller_id: null,
  controller_name: null,
  auto: false,
  act_id: null,
  act_number: null,
  gross_g: 12_480_000,
  tare_g: 4_260_000,
  phys_g: 8_220_000,
  net_g: 7_809_000,
  lines_count: 0,
  products: 'Лом стальной 3А',
  flags: [],
  void_reason: null,
  status: 'confirmed',
  created_by_name: null,
  created_at: `${DAY}T10:00:00Z`,
  version: 1,
  lines: [],
  rests: [],
  transactions: [],
  site_address: ADDRESS,
  company: { name: 'ООО «Образец»', inn: '7707083893', legal_address: ADDRESS },
  timezone: 'Europe/Moscow',
  photos: [],
  link: SAMPLE_LINK,
}
