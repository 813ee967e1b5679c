import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openGate } from './gate.ts'

const refused = { code: 'common.overloaded' }

test('as many as there are places begin at once, the next ones in their order', async () => {
  const gate = openGate({ atWork: 2, patienceMs: 60_000, longestWaitMs: 60_000 })
  const [first, second] = [await gate.enter(), await gate.enter()]
  const begun: string[] = []
  const third = gate.enter().then((leave) => (begun.push('third'), leave))
  const fourth = gate.enter().then((leave) => (begun.push('fourth'), leave))
  await turn()
  assert.deepEqual(begun, [])
  first()
  // A place is given back once, however often its holder says so.
  first()
  await third
  assert.deepEqual(begun, ['third'])
  second()
  ;(await fourth)()
  ;(await third)()
  assert.equal(gate.isRefusing(), false)
})

test('while the oldest waits too long newcomers are refused at once, and who waits longest too', async () => {
  const gate = openGate({ atWork: 1, patienceMs: 1, longestWaitMs: 50 })
  const leave = await gate.enter()
  const waiting = assert.rejects(gate.enter(), refused)
  while (!gate.isRefusing()) await turn()
  await assert.rejects(gate.enter(), refused)
  await waiting
  assert.equal(gate.isRefusing(), false)
  leave()
  ;(await gate.enter())()
})
