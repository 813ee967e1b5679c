import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfShift } from './offline-shift.ts'

const NOW = Date.parse('2026-08-03T20:00:00Z')
const HOUR = 3_600_000

test('a station opens without a server for the user of the last twelve hours, to the millisecond', () => {
  assert.equal(isOfShift(NOW, NOW), true)
  assert.equal(isOfShift(NOW - 12 * HOUR, NOW), true)
  assert.equal(isOfShift(NOW - 12 * HOUR - 1, NOW), false)
})

test('a record from the future, or without a time, does not open the station', () => {
  assert.equal(isOfShift(NOW + 1, NOW), false)
  assert.equal(isOfShift(0, NOW), false)
  assert.equal(isOfShift(NaN, NOW), false)
})
