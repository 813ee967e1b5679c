import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { lineInput } from '#contract/weight-act/weight-act-entities.ts'
import {
  deductionsBody,
  deductionsOf,
  deductionsProblems,
  deductionsText,
  hasDeductions,
  addDeductions,
  NO_DEDUCTIONS,
  omitUnfinishedDeductions,
  slotsOf,
  withDeduction,
  type LineDeductions,
} from './line-deductions.ts'

const ID = '01a1fcaa-2d5a-7d60-8bfc-10e3c6320fe4'
const water = { reason: 'Вода', grams: 40_000 }
const soil = { reason: 'Грунт', grams: 20_000 }
const half = { reason: 'Масло', grams: null }

const sent = (cuts: LineDeductions) =>
  z.safeParse(lineInput, {
    transaction_id: ID,
    drop_no: 1,
    product_id: ID,
    zasor_mode: 'percent',
    zasor_bp: 725,
    ...deductionsBody(cuts),
  })

test('a deduction is typed into the empty entry, and another empty one follows it up to ten', () => {
  const one = { ...NO_DEDUCTIONS, deductions: withDeduction(NO_DEDUCTIONS, 0, { reason: 'Вода' }) }
  assert.deepEqual(one.deductions, [{ reason: 'Вода', grams: null }])
  const whole = { ...one, deductions: withDeduction(one, 0, { grams: 40_000 }) }
  assert.deepEqual(whole.deductions, [water])
  assert.equal(slotsOf(whole).length, 2)
  assert.equal(
    slotsOf({ ...NO_DEDUCTIONS, deductions: Array.from({ length: 10 }, () => water) }).length,
    10,
  )
})

test('an entry without reason and weight is removed', () => {
  const cuts = { pack_g: 0, deductions: [water, soil] }
  assert.deepEqual(withDeduction(cuts, 0, { reason: null, grams: null }), [soil])
  assert.deepEqual(withDeduction(cuts, 0, { grams: null }), [{ reason: 'Вода', grams: null }, soil])
})

test('an incomplete deduction is named at its field, not computed and never sent', () => {
  const cuts = { pack_g: 0, deductions: [water, half, { reason: null, grams: 5000 }] }
  assert.deepEqual(deductionsProblems(cuts, 'lines.2'), {
    'lines.2.deductions.1.grams': 'Впишите вес вычета',
    'lines.2.deductions.2.reason': 'Выберите причину вычета',
  })
  assert.deepEqual(omitUnfinishedDeductions(cuts).deductions, [water])
  assert.equal(sent(cuts).success, false)
  assert.deepEqual(deductionsProblems(omitUnfinishedDeductions(cuts), 'lines.2'), {})
})

test('a cleared pack is sent as zero, so that the one of the scale is not subtracted', () => {
  const answer = sent({ pack_g: null, deductions: [water, soil] })
  assert.equal(answer.success && answer.data.pack_g, 0)
  assert.deepEqual(answer.success && answer.data.deductions, [water, soil])
  assert.equal(sent({ pack_g: Number.NaN, deductions: [] }).success, false)
})

test('the pack of a platform belongs to its one drop', () => {
  const drop = { drop_no: 1, weight_g: 80_000, product_id: null, product_name: null }
  assert.equal(deductionsOf({ pack_g: 6000, drops: [drop] }).pack_g, 6000)
  assert.equal(deductionsOf({ pack_g: 6000, drops: [drop, drop] }).pack_g, 0)
})

test('a line shows pack and deductions while it has some, an emptied pack included', () => {
  assert.equal(hasDeductions(NO_DEDUCTIONS), false)
  for (const cuts of [{ pack_g: null }, { pack_g: 6000 }, { deductions: [water] }])
    assert.ok(hasDeductions({ ...NO_DEDUCTIONS, ...cuts }))
})

test('deductions of a removed line go to the remaining line', () => {
  const heir = { pack_g: 1000, deductions: [soil] }
  assert.deepEqual(addDeductions(heir, { pack_g: 6000, deductions: [water] }), {
    pack_g: 7000,
    deductions: [soil, water],
  })
})

test('pack and deductions are described in one line', () => {
  assert.equal(
    deductionsText({ pack_g: 6000, deductions: [water] }).replaceAll(/\s/gu, ' '),
    'Упаковка 6 кг · Вода 40 кг',
  )
  assert.equal(deductionsText({ pack_g: 0, deductions: [] }), '')
})
