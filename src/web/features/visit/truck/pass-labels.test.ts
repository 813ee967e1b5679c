import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passBlock, passOf, withWait, type PassedVisit } from './pass-labels.ts'

const card = (visit: Partial<PassedVisit>): PassedVisit => ({
  status: 'in',
  wait_ms: 42_000,
  weighings: [{ weight_g: 12_000_000, cancelled: null }],
  ...visit,
})
const at = (weight_g: number | null) => ({ weight_g })
const AT = 1_000_000

test('the remaining seconds until the next weighing are counted by the clock of this browser', () => {
  const pass = passOf(card({}), AT)
  assert.match(passBlock(at(4_000_000), pass, AT)!, /через 42\sсекунды/)
  assert.match(passBlock(at(4_000_000), pass, AT + 41_001)!, /через 1\sсекунду/)
  assert.equal(passBlock(at(4_000_000), pass, AT + 42_000), undefined)
})

test('the waiting time of a vehicle is shown while it is on the scale and while the scale is empty', () => {
  const pass = passOf(card({}), AT)
  assert.match(withWait('На весах нет груза', pass, AT)!, /^На весах нет груза · .* 42\sс$/)
  assert.equal(withWait('На весах нет груза', pass, AT + 42_000), 'На весах нет груза')
  assert.equal(withWait(undefined, pass, AT), undefined)
  assert.equal(withWait('Вес не стабилен', undefined, AT), 'Вес не стабилен')
})

test('a weight within five divisions of the last one has a message, a real difference and a cancelled weighing have none', () => {
  const pass = passOf(card({ wait_ms: 0 }), AT)
  assert.match(passBlock(at(11_901_000), pass, AT, 20_000)!, /не выгружен и не взят/)
  assert.equal(passBlock(at(11_900_000), pass, AT, 20_000), undefined)
  const cancelled = [
    { weight_g: 12_000_000, cancelled: null },
    { weight_g: 4_000_000, cancelled: { at: '2026-11-21T10:00:00Z' } },
  ]
  const again = passOf(card({ wait_ms: 0, weighings: cancelled }), AT)
  assert.equal(passBlock(at(4_000_000), again, AT, 20_000), undefined)
})

test('a visit with unloadings refuses a loading in between', () => {
  const weighings = [12_000_000, 9_000_000].map((weight_g) => ({ weight_g, cancelled: null }))
  const pass = passOf(card({ wait_ms: 0, weighings }), AT)
  assert.match(passBlock(at(10_000_000), pass, AT, 20_000)!, /в другую сторону/)
  assert.equal(passBlock(at(4_000_000), pass, AT, 20_000), undefined)
})

test('a vehicle without a visit on site has no restrictions', () => {
  assert.equal(passBlock(at(4_000_000), passOf(card({ status: 'closed' }), AT), AT), undefined)
  assert.equal(passBlock(undefined, undefined, AT), undefined)
})
