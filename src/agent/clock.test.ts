import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentClock } from './clock.ts'
import { ulidSource } from './ulid.ts'

test('a server within the same second changes nothing', () => {
  const clock = agentClock()
  const now = performance.now()
  clock.learn(new Date().toUTCString(), now - 20, now)
  near(clock, 0, 5)
})

test('a server ten minutes ahead moves the wall time, and a second answer narrows it', () => {
  const clock = agentClock()
  const ahead = 600_000
  for (const part of [100, 900]) {
    const local = Math.floor(Date.now() / 1000) * 1000 + part
    const at = performance.now() + local - Date.now()
    clock.learn(new Date(local + ahead).toUTCString(), at, at)
  }
  near(clock, ahead, 250)
})

test('the time follows a clock that was set meanwhile', () => {
  const clock = agentClock()
  const [wall, now] = [Date.now(), performance.now()]
  clock.learn(new Date(wall + 600_000).toUTCString(), now, now)
  clock.learn(new Date(wall).toUTCString(), now, now)
  near(clock, 0, 1000)
})

/** A computer whose two clocks a test moves. */
function computer() {
  const own = { at: Date.now(), mono: 5000 }
  return {
    own,
    pass: (ms: number) => void ((own.at += ms), (own.mono += ms)),
    clocks: { wall: () => own.at, monotonic: () => own.mono },
  }
}

test('a clock that is set back a day moves no time, and what is left to doubt is told', () => {
  const { own, pass, clocks } = computer()
  const clock = agentClock(1, clocks)
  assert.equal(clock.doubt(), null, 'the server has not been heard')
  const start = own.at
  clock.learn(new Date(own.at).toUTCString(), own.mono, own.mono)
  const first = clock.doubt()!
  assert.ok(first < 1000, `${first}`)
  pass(60_000)
  own.at -= 86_400_000
  assert.equal(clock.wall(), start + 60_000)
  assert.ok(clock.doubt()! >= 86_400_000)
  clock.learn(new Date(start + 60_000).toUTCString(), own.mono, own.mono)
  assert.ok(clock.doubt()! < 1000, 'the server has spoken again')
  pass(86_400_000)
  assert.ok(clock.doubt()! > 8000, 'a day without the server')
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
