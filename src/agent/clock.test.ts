import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentClock } from './clock.ts'
import { ulidSource } from './ulid.ts'

test('a server within the same second changes nothing', () => {
  const clock = agentClock()
  const now = Date.now()
  clock.learn(new Date(now).toUTCString(), now - 20, now)
  near(clock, 0, 5)
})

test('a server ten minutes ahead moves the wall time, and a second answer narrows it', () => {
  const clock = agentClock()
  const ahead = 600_000
  for (const part of [100, 900]) {
    const local = Math.floor(Date.now() / 1000) * 1000 + part
    clock.learn(new Date(local + ahead).toUTCString(), local, local)
  }
  near(clock, ahead, 250)
})

test('the time follows a clock that was set meanwhile', () => {
  const clock = agentClock()
  const now = Date.now()
  clock.learn(new Date(now + 600_000).toUTCString(), now, now)
  clock.learn(new Date(now).toUTCString(), now, now)
  near(clock, 0, 1000)
})

test('an answer without a date or with an unreadable one changes nothing', () => {
  const clock = agentClock()
  clock.learn(null, 0, 0)
  clock.learn('yesterday', 0, 0)
  near(clock, 0, 5)
})

test('ids grow inside one millisecond and when the clock steps back', () => {
  let time = 1_795_233_600_123
  const next = ulidSource(() => time)
  const ids = Array.from({ length: 1000 }, (_, i) => {
    if (i === 500) time -= 60_000
    return next()
  })
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.match(ids[0]!, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
})

/** Ahead of this machine by so much, give or take: whatever time passes while it is asked is no difference. */
function near(clock: ReturnType<typeof agentClock>, ahead: number, slack: number): void {
  const before = Date.now()
  const wall = clock.wall() - ahead
  assert.ok(wall > before - slack, `${before - wall} ms behind`)
  assert.ok(wall < Date.now() + slack, `${wall - before} ms before`)
}
