import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingBlocker } from '#contract/device/reading.ts'
import { readingOf } from '#test/readings.ts'
import { blockedBy, loadOf, NO_SCALE } from './reading-messages.ts'

const scale = { min_g: 400_000, max_g: 60_000_000 }

test('a scale that did not return to zero has a message with its weight', () => {
  const rest = readingOf({ weight_g: 60_000, blockers: ['weighing.no-load', 'weighing.same-load'] })
  assert.match(blockedBy(rest, scale)!, /^Весы не вернулись к нулю: 60\sкг$/)
  assert.equal(loadOf(rest), '○ не ноль')
  const swinging = readingOf({ weight_g: 60_000, stable: false, blockers: ['weighing.no-load'] })
  assert.equal(blockedBy(swinging, scale), 'На весах нет груза')
  const empty = readingOf({ weight_g: 0, zero: true, blockers: ['weighing.no-load'] })
  assert.equal(blockedBy(empty, scale), 'На весах нет груза')
  assert.equal(loadOf(empty), '● ноль')
  const below = { weight_g: null, stable: false, status: 'underload' as const }
  assert.equal(loadOf(readingOf({ ...below, blockers: ['weighing.no-load'] })), '○ не ноль')
})

test('each reason of the scale has its own message, those of limits with their values', () => {
  const why = (...blockers: ReadingBlocker[]) => blockedBy(readingOf({ blockers }), scale)
  assert.equal(why(), undefined)
  assert.equal(why('weighing.unstable'), 'Вес не стабилен')
  const doubt = 'Вес не меняется, но не принимается: показания приходят с перерывами'
  const told = (...blockers: ReadingBlocker[]) =>
    blockedBy(readingOf({ blockers }), scale, { doubt })
  assert.equal(told('weighing.unstable'), doubt)
  assert.equal(told('weighing.no-load', 'weighing.unstable'), why('weighing.no-load'))
  assert.equal(why('weighing.same-load'), 'Это тот же груз: дождитесь нуля')
  assert.equal(why('weighing.stale-reading'), 'Показание устарело')
  assert.equal(blockedBy(undefined, scale), 'Нет связи с весами')
  assert.equal(blockedBy(undefined, undefined, { problem: NO_SCALE }), NO_SCALE)
  const over = { weight_g: null, overload: true, blockers: ['weighing.out-of-range' as const] }
  assert.match(blockedBy(readingOf(over), scale)!, /^Больше максимума 60\s000\sкг$/)
  const light = { weight_g: 300_000, blockers: ['weighing.out-of-range' as const] }
  assert.match(blockedBy(readingOf(light), scale)!, /^Меньше минимума 400\sкг$/)
})
