import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPositionFields } from '#contract/act/position-fields.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { ActFacts } from '../act-facts.ts'
import { initials, longDay, microsieverts, readingWords } from '../figures.ts'
import { op5 } from './op5.ts'
import { addWatermark } from '../print-page.ts'
import { psa } from './psa.ts'

const facts: ActFacts = {
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
    okpo: null,
    legal_address: 'г. Москва, ул. Складская, д. 1',
    phone: '+74951234567',
    licence_number: 'Л-77-001',
    licence_date: '2024-02-01',
    licence_authority: 'Правительство Москвы',
    director_position: 'Генеральный директор',
    director_name: 'Смирнов Пётр Ильич',
    account: null,
    bik: null,
    bank_name: null,
    corr_account: null,
  },
  supplier: {
    type: 'person',
    name: 'Кузнецов <b>Андрей</b> & Ко',
    birth_date: '1975-05-17',
    document: {
      title: 'паспорт гражданина РФ',
      series: '4509',
      number: '100123',
      issued_by: 'ОВД «Лесной» г. Москвы',
      issued_at: '2020-06-02',
      dept_code: '770-001',
    },
    address: 'г. Москва, ул. Лесная, д. 5',
    inn: '771200000112',
    kpp: null,
    ogrn: null,
    phone: '+79261000001',
    payout: null,
    vat_mode: 'no_vat',
    representative: null,
  },
  ownership_basis: 'Личное имущество',
  ownership_document: null,
  comment: null,
  vehicle: { make: null, carnumber: 'А123ВС77', trailer: null, driver: null },
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
  positions: [
    {
      name: 'Лом стальной 3А',
      gost_category: '3А',
      waste_code: '4 61 010 01 20 5',
      code: '3A',
      ...emptyPositionFields,
      gross_g: 12_480_000,
      tare_g: 4_260_000,
      pack_g: 0,
      is_divided: false,
      shown_zasor_bp: 500,
      net_g: 7_809_000,
      qty: null,
      price_kop: 1_850_000,
      amount_kop: 14_446_650,
    },
  ],
  net_g: 7_809_000,
  total_kop: 14_446_650,
  weight_notes: [],
  marks: ['ручной ввод веса, заезд 250301-001'],
  link: '/?path=/operator/act/1',
}

test('both forms show weights and sums in figures and words, and escape typed text', () => {
  for (const body of [psa.page(facts), op5.page({ ...facts, kind: 'op5' })]) {
    assert.ok(body.includes('2026-000123'))
    assert.ok(body.includes('Сто сорок четыре тысячи четыреста шестьдесят шесть рублей 50 копеек'))
    assert.ok(body.includes('Кузнецов &lt;b&gt;Андрей&lt;/b&gt; &amp; Ко'))
    assert.ok(body.includes('ручной ввод веса'))
  }
  assert.ok(psa.page(facts).includes('7,809'))
  assert.ok(op5.page(facts).includes('0330505'))
})

test('the pack is printed with the tare, deductions with the contamination', () => {
  const [plain] = facts.positions
  const body = psa.page({
    ...facts,
    positions: [{ ...plain!, pack_g: 6000, shown_zasor_bp: 570, net_g: 7_746_000 }],
  })
  const cells = [...body.matchAll(/<td class="num">\s*([^<]*?)\s*<\/td>/g)].map(([, text]) => text)
  assert.deepEqual(cells.slice(0, 4), ['12,480', '4,266', '5,7', '7,746'])
})

test('both forms print a typed field of the product after the description', () => {
  const [plain] = facts.positions
  const wet = { ...plain!, description: 'Стружка', moisture_bp: 1250 }
  const of = (position: ActFacts['positions'][number]) => ({ ...facts, positions: [position] })
  for (const { page } of [psa, op5]) {
    assert.match(page(of(wet)), /Стружка, влажность 12,5\u00a0%/)
    assert.doesNotMatch(page(of(plain!)), /влажность/)
  }
})

test('a body is a leading style and elements that the print page lets through, without attributes of style', () => {
  const allowed = /^(article|b|br|h1|h2|img|p|section|small|span|table|tbody|td|th|thead|tr)$/
  for (const body of [psa.page(facts), op5.page(facts)]) {
    const [, content] = /^<style>[^<]*<\/style>([\s\S]*)$/.exec(body)!
    for (const [, name] of content!.matchAll(/<([a-z][a-z0-9]*)/g)) assert.match(name!, allowed)
    assert.doesNotMatch(content!, /\sstyle=|\son[a-z]+=|href=/)
    assert.match(content!, /src="\/api\/v1\/utils\/get_qrcode_img\?text=%2F%3Fpath/)
  }
})

test('the same facts give the same bytes, with the watermark behind the text', () => {
  const body = psa.page(facts)
  assert.equal(psa.page(structuredClone(facts)), body)
  assert.ok(addWatermark(body, 'ЧЕРНОВИК').startsWith(body))
})

test('telephones are written in groups, so that they can be dialled from paper', () => {
  assert.match(psa.page(facts), /\+7\u00a0495\u00a0123-45-67.*\+7\u00a0926\u00a0100-00-01/s)
})

test('thirty positions are thirty rows under one repeated head', () => {
  const positions = Array.from({ length: 30 }, () => facts.positions[0]!)
  const body = psa.page({ ...facts, positions })
  assert.equal(body.match(/4 61 010 01 20 5/g)!.length, 30)
  assert.equal(body.match(/<thead>/g)!.length, 1)
})

test('days, initials and radiation are written as the forms require', () => {
  assert.equal(russianDay('2026-11-02'), '02.11.2026')
  assert.equal(longDay('2026-11-02'), '«02» ноября 2026 г.')
  assert.equal(initials('Кузнецов Андрей Сергеевич'), 'Кузнецов\u00a0А.\u00a0С.')
  assert.deepEqual([120, 1005, 90].map(microsieverts), ['0,12', '1,005', '0,09'])
})

test('a reading says by how much it is above the background, or that it is not', () => {
  assert.match(readingWords(95, 110), /: фон 0,11 мкЗв\/ч, показание не выше фона$/)
  assert.match(readingWords(110, 110), /: фон 0,11 мкЗв\/ч, показание не выше фона$/)
  assert.match(readingWords(111, 110), /^в норме.+фон 0,11, выше фона на 0,001 мкЗв\/ч$/)
  assert.match(readingWords(311, 110), /^ВЫШЕ НОРМЫ: фон 0,11, выше фона на 0,201 мкЗв\/ч$/)
})
