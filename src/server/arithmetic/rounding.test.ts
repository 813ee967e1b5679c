import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { divHalfUp, exact, roundTo, safe, sumOf } from './rounding.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 9n })

test('a half goes up, less than a half goes down', () => {
  const rows: [bigint, bigint, bigint][] = [
    [0n, 3n, 0n],
    [1n, 2n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [5000500000n, 1000000n, 5001n],
    [4999499900n, 1000000n, 4999n],
  ]
  for (const [n, d, result] of rows) assert.equal(divHalfUp(n, d), result)
  assert.equal(roundTo(411_500n, 1n, 1000n), 412_000n)
  assert.equal(roundTo(411_499n, 1n, 1000n), 411_000n)
})

test('the rounded value is within half a step and a half is never rounded down', () => {
  fc.assert(
    fc.property(amount, divisor, divisor, (n, d, step) => {
      const rounded = roundTo(n, d, step)
      assert.equal(rounded % step, 0n)
      const twice = 2n * (rounded * d - n)
      assert.ok(twice <= step * d && twice > -step * d)
    }),
  )
})

test('negative numbers and a zero divisor throw', () => {
  for (const [n, d] of [
    [-1n, 1n],
    [1n, 0n],
    [1n, -1n],
  ] as const)
    assert.throws(() => divHalfUp(n, d), RangeError)
})

test('only safe whole numbers from zero enter and leave', () => {
  for (const value of [-1, 1.5, Number.NaN, 2 ** 53, Infinity])
    assert.throws(() => exact(value), RangeError)
  assert.equal(safe(9_007_199_254_740_991n), Number.MAX_SAFE_INTEGER)
  for (const value of [-1n, 9_007_199_254_740_992n]) assert.throws(() => safe(value), RangeError)
  assert.equal(sumOf([]), 0)
  assert.throws(() => sumOf([Number.MAX_SAFE_INTEGER, 1]), RangeError)
})

test('nothing is a whole number, and nothing is divided by nothing', () => {
  assert.equal(exact(0), 0n)
  assert.throws(() => divHalfUp(1n, 0n), /Cannot round 1\/0/)
  assert.throws(() => divHalfUp(-1n, 1n), /Cannot round/)
  assert.equal(sumOf([1, 2, 3]), 6)
})
