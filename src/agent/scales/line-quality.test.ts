import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineQuality } from './watch-scale.ts'

test('bad frames are forgotten after an hour', () => {
  let at = 0
  const line = lineQuality(() => at)
  const bad = () => line.tell().bad_frames_hour
  assert.deepEqual([true, true, false, true].map(line.take), [1, 2, 0, 1])
  at = 30 * 60_000
  line.take(true)
  assert.equal(bad(), 4)
  at = 61 * 60_000
  assert.equal(bad(), 1)
  at = 200 * 60_000
  assert.equal(bad(), 0)
})

test('the frame rate is that of the last ten seconds, and zero for a silent line', () => {
  let at = 0
  const line = lineQuality(() => at)
  for (; at < 30_000; at += 100) line.take(false)
  assert.equal(line.tell().frames_per_second, 10)
  at += 60_000
  assert.equal(line.tell().frames_per_second, 0)
})
