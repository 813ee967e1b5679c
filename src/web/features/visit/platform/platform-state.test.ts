import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { emptyPlatform, reducePlatform, type PlatformEvent } from './platform-state.ts'

const visit = (id: string, more: Partial<VisitCard> = {}) =>
  ({ id, number: '7', weighings: [], ...more }) as VisitCard
const after = (...events: PlatformEvent[]) => events.reduce(reducePlatform, emptyPlatform)
const supplier = { id: 's', label: 'Иванов' }
const load = { productId: 'p', container: 'Т1', packG: 500 }
const described: PlatformEvent[] = [
  { type: 'supplier_chosen', supplier },
  { type: 'lighter', part: load },
]
const recorded = (id: string): PlatformEvent => ({ type: 'visit_recorded', visit: visit(id) })
const queued: PlatformEvent = { type: 'capture_queued', grams: 1000, no: 4 }

test('a weighing is added to the delivery once, and its pack is typed again for the next', () => {
  const now = after(...described, recorded('1'), recorded('2'), recorded('1'))
  assert.deepEqual(
    now.weighings.map(({ id }) => id),
    ['1', '2'],
  )
  assert.deepEqual(now.load, { ...load, packG: null })
})

test('a queued weighing is added to the delivery with its answer, one of another tab is not', () => {
  const before = after(...described, queued)
  assert.equal(before.load.packG, null)
  const heard = (no: number): PlatformEvent => ({
    type: 'outcome_heard',
    outcome: { no, answer: visit('1') },
  })
  assert.deepEqual(reducePlatform(before, heard(9)).weighings, [])
  const now = reducePlatform(before, heard(4))
  assert.deepEqual(
    now.weighings.map(({ id }) => id),
    ['1'],
  )
  assert.equal(now.capture.heldWeight?.state, 'done')
})

test('the next weighing keeps supplier and sum, the next delivery only queued weighings', () => {
  const before = after(...described, recorded('1'), queued)
  const next = reducePlatform(before, { type: 'next_weighing' })
  assert.deepEqual(
    [next.supplier, next.weighings.length, next.load],
    [supplier, 1, emptyPlatform.load],
  )
  assert.equal(next.capture.heldWeight, undefined)
  const ended = reducePlatform(before, { type: 'delivery_ended' })
  assert.deepEqual([ended.supplier, ended.weighings, ended.load], [null, [], emptyPlatform.load])
  assert.deepEqual(ended.capture.waiting, [4])
})

test('a supplier chosen later is set for the weighings so far', () => {
  const named = [visit('1', { supplier_id: 's' })]
  const now = after(
    recorded('1'),
    { type: 'supplier_chosen', supplier },
    { type: 'visits_named', visits: named },
  )
  assert.equal(now.weighings, named)
})
