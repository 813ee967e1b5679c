import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  actTotals,
  bulkDeltaPrice,
  bulkPercentPrice,
  payable,
  paymentState,
  pieceAmount,
  priceOverLimit,
  tareDeviates,
  tareUnlikely,
  weightAmount,
  isContaminationOverLimit,
} from './amounts.ts'

test('C12: the total of an act is the sum of its lines', () => {
  const positions = [
    { net_g: 6111000, amount_kop: 11305350 },
    { net_g: 5431000, amount_kop: 9341320 },
  ]
  assert.deepEqual(actTotals(positions), { net_g: 11542000, total_kop: 20646670 })
  assert.deepEqual(actTotals([]), { net_g: 0, total_kop: 0 })
})

test('C13: two small lines are rounded each, not as one large line', () => {
  const amount_kop = weightAmount(450, 1003000)
  assert.equal(amount_kop, 451)
  assert.equal(
    actTotals([
      { net_g: 450, amount_kop },
      { net_g: 450, amount_kop },
    ]).total_kop,
    902,
  )
  assert.equal(weightAmount(900, 1003000), 903)
})

test('C14: goods by piece cost their count times their price', () => {
  assert.equal(pieceAmount(7, 35050), 245350)
  assert.throws(() => pieceAmount(2, Number.MAX_SAFE_INTEGER), RangeError)
})

test('C15: the payable sum follows reserves, payments, rejections and returns', () => {
  const total_kop = 14446650
  const saved = { total_kop, reserved_kop: 4446650, paid_kop: 10000000 }
  assert.equal(payable(saved), 0)
  assert.throws(() => payable({ ...saved, reserved_kop: 4446651 }), RangeError)
  assert.equal(payable({ ...saved, reserved_kop: 0 }), 4446650)
  assert.equal(payable({ total_kop, reserved_kop: 0, paid_kop: 0 }), 14446650)
})

test('an act is paid, partly paid, planned or unpaid', () => {
  const state = (reserved_kop: number, paid_kop: number) =>
    paymentState({ total_kop: 100, reserved_kop, paid_kop })
  assert.equal(state(0, 100), 'paid')
  assert.equal(state(0, 40), 'partial')
  assert.equal(state(60, 40), 'partial')
  assert.equal(state(60, 0), 'planned')
  assert.equal(state(0, 0), 'unpaid')
})

test('C16: a bulk change in percent rounds half up to the step', () => {
  assert.equal(bulkPercentPrice(1850000, 250, 100), 1896300)
  assert.equal(bulkPercentPrice(1850000, -250, 100), 1803800)
  assert.equal(bulkPercentPrice(1849900, 250, 100), 1896100)
})

test('a bulk change never goes below zero', () => {
  assert.equal(bulkPercentPrice(1850000, -10000, 100), 0)
  assert.equal(bulkPercentPrice(1850000, -20000, 100), 0)
  assert.equal(bulkDeltaPrice(1850000, -2000000), 0)
  assert.equal(bulkDeltaPrice(1850000, -50000), 1800000)
  assert.equal(bulkDeltaPrice(1850000, 50000), 1900000)
})

test('C17: exactly the free share is not over the limit', () => {
  assert.equal(priceOverLimit(1905500, 1850000, 300), false)
  assert.equal(priceOverLimit(1905501, 1850000, 300), true)
  assert.equal(priceOverLimit(1794500, 1850000, 300), false)
  assert.equal(priceOverLimit(1794499, 1850000, 300), true)
  assert.equal(priceOverLimit(1, 0, 300), true)
  assert.equal(priceOverLimit(0, 0, 300), false)
})

test('contamination is over the limit only above the free share of the physical weight', () => {
  assert.equal(isContaminationOverLimit(1000000, 850000, 1500), false)
  assert.equal(isContaminationOverLimit(1000000, 849999, 1500), true)
  assert.equal(isContaminationOverLimit(0, 0, 1500), false)
})

test('C18: a tare deviates beyond 2 % of the median of the last three', () => {
  const tares = [4260000, 4280000, 4240000]
  assert.equal(tareDeviates(4345200, tares, 100_000), false)
  assert.equal(tareDeviates(4350000, tares, 100_000), true)
  assert.equal(tareDeviates(4174800, tares, 100_000), false)
  assert.equal(tareDeviates(4174799, tares, 100_000), true)
  assert.equal(tareDeviates(4345200, [9000000, 9000000, ...tares], 100_000), false)
  assert.equal(tareDeviates(4350000, tares.slice(0, 2), 100_000), false)
})

test('a heavy tare deviates beyond the company’s kilograms although that is less than 2 %', () => {
  const tares = [16000000, 16000000, 16000000]
  assert.equal(tareDeviates(16100000, tares, 100_000), false)
  assert.equal(tareDeviates(16100001, tares, 100_000), true)
  assert.equal(tareDeviates(16100001, tares, 150_000), false)
})

test('a sum is within half a kopeck of the exact product', () => {
  const net = fc.integer({ min: 0, max: 100_000_000 })
  const price = fc.integer({ min: 0, max: 80_000_000 })
  fc.assert(
    fc.property(net, price, (net_g, price_kop) => {
      const off =
        2n *
        (BigInt(weightAmount(net_g, price_kop)) * 1_000_000n - BigInt(net_g) * BigInt(price_kop))
      assert.ok(off <= 1_000_000n && off > -1_000_000n)
    }),
  )
})

test('a sum that JSON cannot carry throws and is not rounded', () => {
  assert.throws(() => weightAmount(Number.MAX_SAFE_INTEGER, 2_000_000), RangeError)
  assert.throws(() => weightAmount(1.5, 1), RangeError)
  assert.throws(() => weightAmount(-1, 1), RangeError)
})

test('a tare is held against the last three alone, and only against three', () => {
  assert.equal(
    tareDeviates(4_000_000, [9_000_000, 9_000_000, 4_000_000, 4_000_000, 4_000_000], 1),
    false,
  )
  assert.equal(
    tareDeviates(4_000_000, [4_000_000, 4_000_000, 9_000_000, 9_000_000, 9_000_000], 1),
    true,
  )
  assert.equal(tareDeviates(9_000_000, [4_000_000, 4_000_000], 1), false)
  assert.equal(tareDeviates(9_000_000, [], 1), false)
  assert.equal(tareDeviates(4_000_000, [9_000_000, 2_000_000, 4_000_000], 1), false)
})

test('a kopeck is enough for a state', () => {
  assert.equal(paymentState({ total_kop: 5, reserved_kop: 0, paid_kop: 1 }), 'partial')
  assert.equal(paymentState({ total_kop: 5, reserved_kop: 1, paid_kop: 0 }), 'planned')
})

test('a change by a sum is to the kopeck unless a step is given, and ends at nothing', () => {
  assert.equal(bulkDeltaPrice(100, 1), 101)
  assert.equal(bulkDeltaPrice(100, -99), 1)
  assert.equal(bulkDeltaPrice(100, -100), 0)
})

test('a tare far below what a vehicle weighs beside its load, or far off the last one, is another vehicle', () => {
  assert.equal(tareUnlikely(2_468_000, 12_340_000, []), false)
  assert.equal(tareUnlikely(2_467_999, 12_340_000, []), true)
  assert.equal(tareUnlikely(5_040_000, 12_340_000, [4_200_000]), false)
  assert.equal(tareUnlikely(5_040_001, 12_340_000, [4_200_000]), true)
  assert.equal(tareUnlikely(3_359_999, 12_340_000, [9_000_000, 4_200_000]), true)
  assert.equal(tareUnlikely(3_359_999, 12_340_000, [4_200_000, 4_200_000, 4_200_000]), false)
  assert.equal(tareUnlikely(2_000_000, 12_340_000, [4_200_000, 4_200_000, 4_200_000]), true)
})
