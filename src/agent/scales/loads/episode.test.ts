import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { episodeMachine, type EpisodeState } from './episode.ts'

const limits = {
  min_g: 400_000,
  max_g: 60_000_000,
  e_g: 20_000,
  zero_band_g: 20_000,
  presence_g: 200_000,
}
const STEP_MS = 100

describe('the episode of a load', () => {
  test('a load is an episode after half a second and settled when it is stable', () => {
    const yard = world()
    yard.hold(5_000_000, 4, false)
    assert.equal(yard.machine.state, 'empty')
    yard.hold(5_000_000, 3, false)
    assert.equal(yard.machine.state, 'loading')
    yard.hold(5_000_000, 1, true)
    assert.equal(yard.machine.state, 'settled')
    yard.hold(5_100_000, 1, false)
    assert.equal(yard.machine.state, 'loading')
  })

  test('a weight of less than half a second is no load', () => {
    const yard = world()
    for (let i = 0; i < 20; i++) yard.hold(300_000, 3, false).hold(0, 2, false)
    assert.equal(yard.machine.memory.episode_id, null)
  })

  test('a stable load under the least weight never settles', () => {
    const yard = world()
    yard.hold(300_000, 50, true)
    assert.equal(yard.machine.state, 'loading')
  })

  test('a second vehicle before zero keeps the episode, which stays captured', () => {
    const yard = world()
    yard.hold(5_000_000, 10, true)
    const first = yard.machine.memory.episode_id
    yard.machine.markCaptured(first)
    yard.hold(60_000, 50, false).hold(9_000_000, 30, true)
    assert.equal(yard.machine.state, 'captured')
    assert.equal(yard.machine.memory.episode_id, first)
  })

  test('another stable weight after the line was cut is another load; the same weight is not', () => {
    const yard = world()
    yard.hold(12_340_000, 10, true)
    const first = yard.machine.memory.episode_id
    yard.machine.markCaptured(first)
    yard.machine.interrupt()
    yard.hold(12_360_000, 20, true)
    assert.equal(yard.machine.memory.episode_id, first)
    yard.machine.interrupt()
    yard.hold(9_000_000, 5, false).hold(6_340_000, 20, true)
    assert.notEqual(yard.machine.memory.episode_id, first)
    assert.deepEqual([yard.machine.memory.captured, yard.machine.state], [false, 'settled'])
  })

  test('ten seconds near zero raise the notice of a shifted zero, and one second at zero ends it', () => {
    const yard = world()
    yard.hold(5_000_000, 10, true).hold(60_000, 99, true)
    assert.equal(yard.machine.state, 'leaving')
    yard.hold(60_000, 5, true)
    assert.equal(yard.machine.state, 'not_zero')
    yard.hold(0, 11, true)
    assert.equal(yard.machine.state, 'empty')
  })

  test('what stays beside zero or below it between loads is told after ten seconds, and the next load is one', () => {
    const yard = world()
    yard.hold(180_000, 100, true)
    assert.equal(yard.machine.state, 'empty')
    yard.hold(180_000, 2, true)
    assert.equal(yard.machine.state, 'not_zero')
    yard.hold(0, 11, true)
    assert.equal(yard.machine.state, 'empty')
    yard.hold(-180_000, 102, true)
    assert.equal(yard.machine.state, 'not_zero')
    yard.hold(12_160_000, 10, true)
    assert.deepEqual([yard.machine.state, yard.machine.memory.episode_id], ['settled', 'E1'])
  })

  test('a pause restarts every duration: half a second of zero before and after it is not one second', () => {
    const yard = world()
    yard.hold(5_000_000, 10, true).hold(0, 6, true)
    yard.machine.interrupt()
    yard.hold(0, 6, true)
    assert.notEqual(yard.machine.state, 'empty')
    yard.hold(0, 6, true)
    assert.equal(yard.machine.state, 'empty')
  })

  test('a load that stays on the scale during a restart keeps its episode', () => {
    const memory = { episode_id: 'E7', captured: true }
    const machine = episodeMachine(limits, () => 'E8', memory)
    machine.step({ weight_g: 5_000_000, overload: false, stable: true, at: 0 })
    assert.equal(machine.state, 'captured')
    assert.deepEqual(machine.memory, memory)
  })

  test('an overloaded scale has a load although it shows no number', () => {
    const yard = world()
    for (let i = 0; i < 10; i++) yard.step(null, false, true)
    assert.equal(yard.machine.state, 'loading')
  })

  test('a late message about another capture changes nothing', () => {
    const yard = world()
    yard.hold(5_000_000, 10, true)
    yard.machine.markCaptured('another')
    yard.machine.markCaptured(null)
    assert.equal(yard.machine.state, 'settled')
  })

  test('random weights: one capture in an episode, none below the least load, a new id only after zero', () => {
    const part = fc.record({
      weight_g: fc.oneof(
        fc.integer({ min: -50_000, max: 60_000 }),
        fc.integer({ min: 150_000, max: 500_000 }),
        fc.integer({ min: 1_000_000, max: 61_000_000 }),
      ),
      steps: fc.integer({ min: 1, max: 25 }),
      stable: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), (parts) => {
        const yard = world()
        const captured = new Set<string>()
        let zeroSteps = 0
        for (const { weight_g, steps, stable } of parts)
          for (let i = 0; i < steps; i++) {
            const before = yard.machine.memory.episode_id
            const zeroEnough = zeroSteps * STEP_MS >= 1000
            zeroSteps = Math.abs(weight_g) <= limits.zero_band_g ? zeroSteps + 1 : 0
            yard.step(weight_g, stable, false)
            const { episode_id } = yard.machine.memory
            if (before !== null && episode_id !== before)
              assert.ok(zeroEnough && episode_id === null, 'an episode ended without zero')
            if (yard.machine.state !== 'settled') continue
            assert.ok(weight_g >= limits.presence_g && weight_g >= limits.min_g)
            assert.ok(!captured.has(episode_id!), 'settled again after its capture')
            captured.add(episode_id!)
            yard.machine.markCaptured(episode_id)
          }
      }),
      { numRuns: 1000 },
    )
  })
})

function world() {
  let next = 1
  let at = 0
  const machine = episodeMachine(limits, () => `E${next++}`)
  const yard = {
    machine,
    step(weight_g: number | null, stable: boolean, overload: boolean): EpisodeState {
      at += STEP_MS
      return machine.step({ weight_g, overload, stable, at })
    },
    hold(weight_g: number, steps: number, stable: boolean) {
      for (let i = 0; i < steps; i++) yard.step(weight_g, stable, false)
      return yard
    },
  }
  return yard
}
