import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOccupied, relayTargets, type RelayFacts } from './relay-rules.ts'

const calm: RelayFacts = {
  linkUp: true,
  standing: { present: false, captured: false },
  loop: false,
  lamp: undefined,
  barrier: undefined,
  barrierOpen: false,
}
const waiting = { standing: { present: true, captured: false } }
const weighed = { standing: { present: true, captured: true } }
const shows = (facts: Partial<RelayFacts>) => {
  const { red, green, barrier } = relayTargets({ ...calm, ...facts })
  assert.notEqual(red, green)
  return `${green ? 'green' : 'red'} ${barrier ? 'open' : 'shut'}`
}

test('an empty scale shows green, an unweighed load red, a weighed load green', () => {
  assert.equal(shows({}), 'green shut')
  assert.equal(shows(waiting), 'red shut')
  assert.equal(shows(weighed), 'green open')
  assert.equal(shows({ barrierOpen: true }), 'green shut')
})

test('without a link or with a silent scale the lamp is red and the barrier shut', () => {
  assert.equal(shows({ linkUp: false }), 'red shut')
  assert.equal(shows({ linkUp: false, lamp: 'green', barrier: true }), 'red shut')
  assert.equal(shows({ standing: undefined }), 'red shut')
})

test('the barrier stays open while a vehicle is under it, whoever asks to close it', () => {
  assert.equal(shows({ ...waiting, barrierOpen: true }), 'red open')
  assert.equal(shows({ loop: true, barrierOpen: true }), 'green open')
  assert.equal(shows({ linkUp: false, loop: true, barrierOpen: true }), 'red open')
  assert.equal(shows({ ...waiting, barrier: false, barrierOpen: true }), 'red open')
  assert.equal(shows({ standing: undefined, barrierOpen: true }), 'red open')
})

test("a person's command overrides the rule", () => {
  assert.equal(shows({ lamp: 'red' }), 'red shut')
  assert.equal(shows({ ...waiting, lamp: 'green' }), 'green shut')
  assert.equal(shows({ barrier: true }), 'green open')
  assert.equal(shows({ ...weighed, barrier: false }), 'green shut')
})

test('after any sequence of events an open barrier is never closed on a vehicle', () => {
  const standing = fc.option(fc.record({ present: fc.boolean(), captured: fc.boolean() }), {
    nil: undefined,
  })
  const facts = fc.record({
    linkUp: fc.boolean(),
    standing,
    loop: fc.option(fc.boolean()),
    lamp: fc.constantFrom('red' as const, 'green' as const, undefined),
    barrier: fc.option(fc.boolean(), { nil: undefined }),
    barrierOpen: fc.constant(true),
  })
  fc.assert(fc.property(facts, (now) => !isOccupied(now) || relayTargets(now).barrier))
})
