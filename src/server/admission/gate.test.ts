import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openGate } from './gate.ts'

const refused = { code: 'common.overloaded' }
const PATIENT = { atWork: 1, burstWaitMs: 60_000, standingMs: 60_000, standingWaitMs: 60_000 }

test('as many calls begin at once as there are places, the others in their order', async () => {
  const gate = openGate({ ...PATIENT, atWork: 2 })
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

test('calls of a burst that waited too long are refused, and later calls are let in', async () => {
  const gate = openGate({ ...PATIENT, burstWaitMs: 20 })
  const leave = await gate.enter()
  await assert.rejects(gate.enter(), refused)
  assert.equal(gate.isRefusing(), false)
  leave()
  ;(await gate.enter())()
})

test('when a queue has stood for too long, new callers wait shortly and earlier ones are let in as before', async () => {
  const gate = openGate({ ...PATIENT, standingMs: 0, standingWaitMs: 20 })
  const leave = await gate.enter()
  const next = gate.enter()
  leave()
  const leaveNext = await next
  const late = assert.rejects(gate.enter(), refused)
  while (!gate.isRefusing()) await turn()
  await late
  assert.equal(gate.isRefusing(), false)
  leaveNext()
  ;(await gate.enter())()
})
