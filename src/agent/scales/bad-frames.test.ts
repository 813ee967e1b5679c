import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badFrames } from './bad-frames.ts'

test('bad frames are forgotten after an hour', () => {
  let at = 0
  const bad = badFrames(() => at)
  assert.deepEqual([true, true, false, true].map(bad.take), [1, 2, 0, 1])
  at = 30 * 60_000
  bad.take(true)
  assert.equal(bad.lastHour(), 4)
  at = 61 * 60_000
  assert.equal(bad.lastHour(), 1)
  at = 200 * 60_000
  assert.equal(bad.lastHour(), 0)
})
