import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import { readingPace } from './reading-pace.ts'

test('equal readings are sent once a second, changed ones at once', (t) => {
  const pass = clockOf(t)
  const sent: Reading[] = []
  const pace = readingPace((reading) => sent.push(reading))
  for (let i = 0; i < 30; i++) {
    pace.offer(readingOf(1000, i))
    pass(40)
  }
  assert.deepEqual(
    sent.map(({ seq }) => seq),
    [0, 25],
  )
  pace.offer(readingOf(2000, 99))
  assert.equal(sent.at(-1)?.weight_g, 2000)
  pace.stop()
})

test('an indicator of one frame a second is sent whole, and a short age of weights sends equal ones more often', (t) => {
  const pass = clockOf(t)
  const every = (ms: number, maxAgeMs: number) => {
    const sent: number[] = []
    const pace = readingPace(
      ({ seq }) => sent.push(seq),
      () => maxAgeMs,
    )
    for (let i = 0; i < 2000 / ms; i++) {
      pace.offer(readingOf(1000, i))
      pass(ms)
    }
    pace.stop()
    return sent
  }
  assert.deepEqual(every(1000, 2000), [0, 1])
  assert.deepEqual(every(100, 500), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
})

test('of two hundred changes a second at most twenty are sent, always with the newest', (t) => {
  const pass = clockOf(t)
  const sent: Reading[] = []
  const pace = readingPace((reading) => sent.push(reading))
  let last = 0
  while (last < 100) {
    pace.offer(readingOf(++last, last))
    pass(5)
  }
  pass(60)
  assert.ok(sent.length <= 12, `${sent.length} in half a second`)
  assert.equal(sent.at(-1)?.weight_g, last)
  assert.ok(sent.every((r) => r.age_ms <= 50))
})

/** The clock only moves by the returned function: a busy machine would pass more time than intended. */
function clockOf(t: TestContext): (ms: number) => void {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (ms) => {
    for (let step = 0; step < ms; step++) {
      now++
      t.mock.timers.tick(1)
    }
  }
}

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
