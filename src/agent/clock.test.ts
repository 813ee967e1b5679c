import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentClock } from './clock.ts'
import { ulidSource } from './ulid.ts'

/** A computer whose two clocks a test moves. */
function computer() {
  const own = { at: Date.parse('2026-11-28T09:00:00Z'), mono: 5000 }
  return {
    own,
    pass: (ms: number) => void ((own.at += ms), (own.mono += ms)),
    clock: agentClock(1, { wall: () => own.at, monotonic: () => own.mono }),
  }
}

test('a server within the same second changes nothing', () => {
  const { own, clock } = computer()
  clock.learn(new Date(own.at).toUTCString(), own.mono - 20, own.mono)
  assert.equal(clock.wall(), own.at)
})

test('a server ten minutes ahead moves the wall time, and a second answer narrows it', () => {
  const { own, pass, clock } = computer()
  const ahead = 600_000
  for (const wait of [100, 800]) {
    pass(wait)
    clock.learn(new Date(own.at + ahead).toUTCString(), own.mono, own.mono)
  }
  assert.ok(Math.abs(clock.wall() - own.at - ahead) <= 100, `${clock.wall() - own.at}`)
})

test('the time follows a clock that was set meanwhile', () => {
  const { own, clock } = computer()
  clock.learn(new Date(own.at + 600_000).toUTCString(), own.mono, own.mono)
  clock.learn(new Date(own.at).toUTCString(), own.mono, own.mono)
  assert.ok(Math.abs(clock.wall() - own.at) < 1000)
})

test('a clock that is set back a day moves no time, and what is left to doubt is told', () => {
  const { own, pass, clock } = computer()
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
  const { own, clock } = computer()
  clock.learn(null, 0, 0)
  clock.learn('yesterday', 0, 0)
  assert.equal(clock.wall(), own.at)
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
