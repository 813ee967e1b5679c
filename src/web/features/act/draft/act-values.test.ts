import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import {
  instrumentShapes,
  radiationShapes,
  readActTexts,
  type ActTexts,
} from '#contract/act/act-fields.ts'
import { readEach } from '#contract/core/plain-fields.ts'
import type { ActPosition } from '#contract/act/act-entities.ts'
import { emptyPositionFields, type PositionFields } from '#contract/act/position-fields.ts'
import { updateActBody } from '#contract/act/act-input.ts'
import {
  actBody,
  actValues,
  emptyAct,
  pathOf,
  pieceRow,
  readyRows,
  splitRow,
  visitRow,
  withoutRow,
  type ActRow,
} from './act-values.ts'
import { unready, unreadyWords } from './unready-rows.ts'

const ID = '01a1fcaa-2d5a-7d60-8bfc-10e3c6320fe4'
const OTHER = '01a1fcaa-2d5c-7c2e-b09a-4e84932dd444'

const whole: ActRow = {
  ...pieceRow(),
  source: 'visit',
  qty: null,
  transaction_id: ID,
  product_id: ID,
  zasor_bp: 350,
}

const saved = (rows: ActRow[]) => {
  const body = { command: 'save', supplier_id: ID, ...actBody({ ...emptyAct(), rows }, rows) }
  return z.parse(updateActBody, body) as Record<string, unknown>
}

test('an untouched form gives a valid body, without empty fields', () => {
  const body = saved([])
  assert.deepEqual(body['vehicle'], { make: null, carnumber: null, trailer: null, driver: null })
  assert.equal((body['radiation'] as { usv_h_milli: unknown }).usv_h_milli, null)
})

test('each of several drops is labelled by its weight, a single one by its visit', () => {
  const drop = (drop_no: number, weight_g: number) => ({ drop_no, weight_g, product_id: null })
  const visitOf = (drops: ReturnType<typeof drop>[]) => ({ id: ID, number: '7', pack_g: 0, drops })
  const two = visitOf([drop(1, 3_000_000), drop(2, 5_500_000)])
  const titles = two.drops.map((one) => visitRow(two, one, 0).title)
  assert.match(titles[0]!, /^Заезд 7, выгрузка 1: 3\s000 кг$/)
  assert.match(titles[1]!, /^Заезд 7, выгрузка 2: 5\s500 кг$/)
  const one = visitOf([drop(1, 3_000_000)])
  assert.equal(visitRow(one, one.drops[0]!, 0).title, 'Заезд 7')
})

test('of a split drop the first half has the typed weight, the second the rest', () => {
  const first = { ...whole, phys_g: 5_000_000 }
  const body = saved([first, { ...splitRow(first), product_id: OTHER }])
  const lines = body['lines'] as Record<string, unknown>[]
  assert.deepEqual(
    lines.map((line) => line['phys_g']),
    [5_000_000, undefined],
  )
  assert.deepEqual(body['positions'], [
    { line: 0, ...emptyPositionFields },
    { line: 1, ...emptyPositionFields },
  ])
})

test('kilograms of contamination of a split drop are subtracted once, whichever half is removed', () => {
  const first: ActRow = {
    ...whole,
    pack_g: 6000,
    deductions: [{ reason: 'вода', grams: 1000 }],
    zasor_mode: 'weight',
    zasor_g: 150_000,
  }
  const second = splitRow(first)
  assert.deepEqual([second.pack_g, second.deductions], [0, []])
  assert.deepEqual([second.zasor_mode, second.zasor_g], ['percent', null])
  const [left, ...none] = withoutRow([first, second], first)
  assert.equal(none.length, 0)
  assert.deepEqual([left!.pack_g, left!.deductions], [6000, first.deductions])
  assert.deepEqual(withoutRow([first, second], second), [first])
})

test('a line of a weight act and goods by piece are sent with their own source', () => {
  const line = { ...whole, source: 'line' as const, line_id: OTHER, weight_act_id: ID }
  const piece = { ...pieceRow(), product_id: ID, qty: 7, price_kop: 35_050 }
  const body = saved([line, piece])
  assert.deepEqual(body['positions'], [
    { line_id: OTHER, ...emptyPositionFields },
    { product_id: ID, qty: 7, price_kop: 35_050, ...emptyPositionFields },
  ])
  assert.deepEqual([body['weight_act_ids'], body['lines']], [[ID], []])
})

test('a radiation level that is no number is never sent', () => {
  const of = (usv_h_milli: number) => {
    const values = emptyAct()
    const marked = { ...values, radiation: { ...values.radiation, usv_h_milli } }
    return z.safeParse(updateActBody, { command: 'save', supplier_id: ID, ...actBody(marked, []) })
  }
  const good = of(120)
  const sent = good.success && good.data.command === 'save' && good.data.radiation
  assert.equal(sent && sent.usv_h_milli, 120)
  assert.equal(of(Number.NaN).success, false)
})

test('a row without a product makes the form unready', () => {
  const bare = { ...whole, product_id: null }
  assert.deepEqual(readyRows([bare, whole]), [whole])
  assert.deepEqual(unready([whole, bare]), { 'rows.1.product_id': 'Выберите товар' })
  const piece = { ...pieceRow(), product_id: ID, qty: null }
  assert.deepEqual(unready([whole, piece]), { 'rows.1.qty': 'Впишите количество' })
  assert.deepEqual(unreadyWords([whole, piece]), ['Позиция 2: впишите количество'])
})

test('a refused weight is named by the place of its line in the body', () => {
  const piece = { ...pieceRow(), product_id: ID }
  const waiting = { ...whole, key: 'waiting', product_id: null }
  const rows = [piece, waiting, whole]
  assert.equal(pathOf(rows, whole), 'lines.0')
  const half = { ...whole, deductions: [{ reason: 'Вода', grams: null }] }
  assert.deepEqual(unready([piece, half]), {
    'lines.0.deductions.0.grams': 'Впишите вес вычета',
  })
})

test('two halves of a drop cannot both have the rest of it', () => {
  const second = { ...splitRow(whole), product_id: OTHER }
  assert.deepEqual(unready([whole, second]), { 'lines.1.phys_g': 'Впишите вес' })
  assert.deepEqual(unreadyWords([whole, second]), ['Позиция 2: впишите вес'])
  assert.deepEqual(unready([whole, { ...second, phys_g: 5000 }]), {})
  assert.deepEqual(unreadyWords([whole, { ...second, phys_g: 5000 }]), [])
})

test('the plain fields of a row are sent, and read from a stored position', () => {
  const typed = { description: 'Стружка', moisture_bp: 1250 } satisfies PositionFields
  const piece = { ...pieceRow(), product_id: ID, qty: 7, ...typed }
  const [sent] = saved([piece])['positions'] as PositionFields[]
  assert.deepEqual(sent, { product_id: ID, qty: 7, ...typed })
  const [row] = actValues({ ...NO_DRAFT, positions: [{ ...STORED, ...typed }] }).rows
  assert.deepEqual([row!.description, row!.moisture_bp], ['Стружка', 1250])
})

test('the plain texts of an act are sent, and read from a stored draft', () => {
  const texts = {
    ownership_basis: 'Личное имущество',
    ownership_document: 'Договор 5',
    comment: 'Привёз сын',
  } satisfies ActTexts
  const sent = actBody({ ...emptyAct(), ...texts }, [])
  assert.deepEqual(
    readActTexts((name) => sent[name] as string),
    texts,
  )
  const values = actValues({ ...NO_DRAFT, ...texts, positions: [] })
  assert.deepEqual(
    readActTexts((name) => values[name]),
    texts,
  )
  const none = actBody(emptyAct(), [])
  assert.deepEqual([none['comment'], none['ownership_basis']], [null, null])
})

const NO_DRAFT = {
  weight_acts: [],
  vehicle: { make: null, carnumber: null, trailer: null, driver: null },
  radiation: {
    done: false,
    ...readEach(radiationShapes, () => null),
    ...readEach(instrumentShapes, () => null),
  },
  explosion: { done: false, certificate: null, at: null, by: null },
  comment: null,
  ownership_basis: null,
  ownership_document: null,
}

const STORED: Omit<ActPosition, keyof PositionFields> = {
  id: OTHER,
  order: 0,
  product_id: ID,
  name: 'Бочка',
  gost_category: null,
  waste_code: null,
  measure: 'piece',
  line_id: null,
  gross_g: null,
  tare_g: null,
  pack_g: null,
  phys_g: null,
  deductions: [],
  base_g: null,
  zasor_mode: null,
  zasor_bp: null,
  zasor_g: null,
  zasor_step_g: null,
  shown_zasor_bp: null,
  net_g: null,
  qty: 7,
  column_id: null,
  base_price_kop: null,
  price_kop: null,
  price_source: 'list',
  override_reason: null,
  price_now_kop: null,
  previous_price_kop: null,
  reprice_reason: null,
  amount_kop: 0,
  price_over: false,
  zasor_over: false,
  approver_name: null,
}
