import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badFrames } from './bad-frames.ts'

test('bad frames are forgotten after an hour', () => {
  let at = 0
  const bad = badFrames(() => at)
  for (let i = 0; i < 3; i++) bad.add()
  at = 30 * 60_000
  bad.add()
  assert.equal(bad.lastHour(), 4)
  at = 61 * 60_000
  assert.equal(bad.lastHour(), 1)
  at = 200 * 60_000
  assert.equal(bad.lastHour(), 0)
})
