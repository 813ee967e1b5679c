import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, bigMoves } from './pending-prices.ts'

const isBig = (before: number | null, after: CellValue) => {
  const stand = { kop: before, version: 1 }
  const edits = [{ product: 'a', column: '1', edit: { value: after, base: stand } }]
  return bigMoves(edits, () => stand).length === 1
}

test('a move of exactly a fifth is small, a kopeck more is big, both ways', () => {
  assert.deepEqual([isBig(1_000_000, 1_200_000), isBig(1_000_000, 1_200_001)], [false, true])
  assert.deepEqual([isBig(1_000_000, 800_000), isBig(1_000_000, 799_999)], [false, true])
  assert.ok(isBig(1, Number.MAX_SAFE_INTEGER))
})

test('a zero price needs a confirmation, a new and a removed price do not', () => {
  assert.ok(isBig(100, 0))
  assert.ok(isBig(null, 0))
  assert.ok(!isBig(0, 0))
  assert.ok(isBig(0, 5))
  assert.ok(!isBig(null, 500))
  assert.ok(!isBig(500, null))
})
