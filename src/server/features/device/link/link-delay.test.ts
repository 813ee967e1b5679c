import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import { linkDelay } from './link-delay.ts'
import { scaleMemory } from '../stream/scale-memory.ts'

const AGENT_AHEAD = 5_000_000

test('the delay of a message is the time it waited, whatever the clocks show', () => {
  let now = 1000
  const late = linkDelay(() => now)
  assert.equal(late(now + AGENT_AHEAD - 40), 0)
  now += 100
  assert.equal(late(now + AGENT_AHEAD - 240), 200)
  assert.equal(late(now + AGENT_AHEAD - 30), 0)
  assert.equal(late(now + AGENT_AHEAD - 40), 10)
  assert.equal(late(undefined), 0)
})

test('drifting clocks are measured again within two hours', () => {
  let now = 0
  const late = linkDelay(() => now)
  const drift = (ms: number) => ms * 1.00005
  late(0)
  for (; now < 24 * 3_600_000; now += 60_000) assert.ok(late(now * 2 - drift(now)) <= 400)
})

test('readings held back by a stalled line arrive as old', () => {
  let now = 10_000
  const memory = scaleMemory(() => now)
  const reading = { seq: 1, sig: 'a', age_ms: 20 } as Reading
  memory.take(reading, 5000)
  assert.equal(memory.find(reading)?.age_ms, 5020)
  assert.equal(memory.latest()?.age_ms, 5020)
  now += 300
  assert.equal(memory.find(reading)?.age_ms, 5320)
})
