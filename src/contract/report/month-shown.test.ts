import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthShown } from './month-shown.ts'

test('on its first three days a month gives way to the whole one before it, in January to December', () => {
  for (const [today, month, from, to] of [
    ['2026-12-01', '2026-11', '2026-11-01', '2026-11-30'],
    ['2026-12-03', '2026-11', '2026-11-01', '2026-11-30'],
    ['2027-01-02', '2026-12', '2026-12-01', '2026-12-31'],
    ['2028-03-01', '2028-02', '2028-02-01', '2028-02-29'],
    ['2026-12-04', '2026-12', '2026-12-01', '2026-12-04'],
    ['2026-12-31', '2026-12', '2026-12-01', '2026-12-31'],
  ] as const)
    assert.deepEqual(monthShown(today), { month, from, to }, today)
})
