import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlateReading } from '#contract/device/reading.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import {
  atNewLoad,
  atZero,
  commandOf,
  draftOf,
  nobody,
  seenDraft,
  withTypedPlate,
} from './station-draft.ts'

const read = { plate: 'В624ВС77', confidence_bp: 8400 } as PlateReading

test('a typed plate waits for its load, and is not blamed for the plate of the vehicle before it', () => {
  const typed = withTypedPlate(seenDraft(nobody, read), 'Е624ВС77')
  const now = atNewLoad(typed)
  assert.equal(now.plate, 'Е624ВС77')
  assert.equal(now.seen, undefined)
  assert.ok(!('plate_reading' in commandOf('in', now, undefined)))
  assert.ok('plate_reading' in commandOf('in', seenDraft(now, read), undefined))
})

test('what only a camera read goes with its load', () => {
  assert.deepEqual(atNewLoad(seenDraft(nobody, read)), nobody)
})

test('how surely the plate was read stands beside a visit that was found by it, until the scale is empty', () => {
  const visit = { id: '1', carnumber: 'В624ВС77', supplier_id: null } as Visit
  const found = draftOf(visit, seenDraft(nobody, read))
  assert.deepEqual([found.plate, found.visitId, found.seen], ['В624ВС77', '1', read])
  assert.ok('plate_reading' in commandOf('out', found, { id: '1', version: 1 }))
  const empty = atZero(found)
  assert.deepEqual([empty.visitId, empty.seen], ['1', undefined])
  assert.equal(draftOf(visit, empty).seen, undefined)
})
