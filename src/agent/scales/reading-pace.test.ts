import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from '#contract/reading.ts'
import { readingPace } from './reading-pace.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('equal readings pass once a second, changed ones at once', async () => {
  const sent: Reading[] = []
  const pace = readingPace((reading) => sent.push(reading))
  for (let i = 0; i < 30; i++) {
    pace.offer(readingOf(1000, i))
    await pause(40)
  }
  assert.equal(sent.length, 2)
  pace.offer(readingOf(2000, 99))
  assert.equal(sent.at(-1)?.weight_g, 2000)
  pace.stop()
})

test('two hundred changes a second leave as at most twenty, the newest always arrives', async () => {
  const sent: Reading[] = []
  const pace = readingPace((reading) => sent.push(reading))
  const started = performance.now()
  let last = 0
  while (performance.now() - started < 500) {
    pace.offer(readingOf(++last, last))
    await pause(5)
  }
  await pause(60)
  assert.ok(sent.length <= 12, `${sent.length} in half a second`)
  assert.equal(sent.at(-1)?.weight_g, last)
  assert.ok(sent.every((r) => r.age_ms <= 60))
})

function readingOf(weight_g: number, seq: number): Reading {
  return {
    device_id: '019f3a52-7c00-7000-8000-000000000001',
    post: 1,
    weight_g,
    stable: true,
    zero: false,
    overload: false,
    status: 'ok',
    ts: '2026-11-21T04:00:00.000Z',
    age_ms: 0,
    seq,
    episode_id: null,
    blockers: [],
    raw: '',
    sig: 'A'.repeat(43),
  }
}
