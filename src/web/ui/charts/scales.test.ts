import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisTicks, columnsBetween, pointsBetween, scaleTo } from './scales.ts'

test('an axis has round steps, begins at zero and ends at or above the highest value', () => {
  assert.deepEqual(axisTicks(7_809, 3), [0, 2000, 4000, 6000, 8000])
  assert.deepEqual(axisTicks(100, 3), [0, 50, 100])
  assert.deepEqual(axisTicks(14_446_650, 3), [0, 5_000_000, 10_000_000, 15_000_000])
  assert.deepEqual(axisTicks(30, 3), [0, 10, 20, 30])
  // Less than a unit is no step: a day without purchases has the axis of one.
  assert.deepEqual(axisTicks(1, 3), [0, 1])
  for (let most = 1; most < 1e12; most = Math.ceil(most * 1.7)) {
    const ticks = axisTicks(most, 3)
    assert.ok(ticks.at(-1)! >= most && ticks.at(-2)! < most, `${most}: ${ticks.join()}`)
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${most}: ${ticks.join()}`)
  }
})

test('a value stands between two pixels in proportion, downwards too', () => {
  const y = scaleTo(200, 150, 12)
  assert.deepEqual([y(0), y(100), y(200)], [150, 81, 12])
})

test('columns are of one width with gaps of a third, the outer gaps too', () => {
  const { at, width } = columnsBetween(10, 175, 4)
  const step = 165 / 4.25
  assert.ok(Math.abs(at(0) - 10 - step / 4) < 1e-9)
  assert.ok(Math.abs(at(3) + width + step / 4 - 175) < 1e-9)
  assert.ok(Math.abs(at(1) - at(0) - width - step / 4) < 1e-9)
})

test('points reach both edges, a single one stands in the middle', () => {
  const x = pointsBetween(10, 110, 5)
  assert.deepEqual([x(0), x(2), x(4)], [10, 60, 110])
  assert.equal(pointsBetween(10, 110, 1)(0), 60)
})
