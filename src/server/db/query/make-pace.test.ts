import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePace } from './walk-query.ts'

test('a walk rests as long as each step took, but not in its first second and not for a long wait', async () => {
  let now = 0
  const rests: number[] = []
  const rest = makePace({
    now: () => now,
    sleep: async (ms) => {
      rests.push(ms)
      now += ms
    },
  })
  for (const step of [400, 600, 30, 50, 9000, 20]) {
    now += step
    await rest()
  }
  assert.deepEqual(rests, [30, 50, 250, 20])
})
