import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareWidth } from './table-widths.ts'

test('a word wider than any column is cut in its own column, and numbers keep their width', () => {
  const number = { least: 40, most: 40 }
  const text = { least: 60, most: 200 }
  const endless = { least: 3000, most: 3000 }
  assert.deepEqual(shareWidth([number, endless, number, text], 500), [40, 360, 40, 60])
  assert.deepEqual(shareWidth([number, endless, endless], 500), [40, 230, 230])
  assert.deepEqual(shareWidth([endless], 500), [500])
})

test('spare width is shared among columns by the length of their texts', () => {
  assert.deepEqual(
    shareWidth(
      [
        { least: 10, most: 100 },
        { least: 10, most: 300 },
      ],
      800,
    ),
    [200, 600],
  )
  assert.deepEqual(
    shareWidth(
      [
        { least: 50, most: 150 },
        { least: 50, most: 250 },
      ],
      250,
    ),
    [100, 150],
  )
})
