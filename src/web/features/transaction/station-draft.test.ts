import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlateReading } from '#contract/reading.ts'
import { atNewLoad, commandOf, nobody, seenDraft, typedDraft } from './station-draft.ts'

const read = { plate: 'В624ВС77', confidence_bp: 8400 } as PlateReading

test('a typed plate waits for its load, and is not blamed for the plate of the vehicle before it', () => {
  const typed = typedDraft(seenDraft(nobody, read), 'Е624ВС77')
  const now = atNewLoad(typed)
  assert.equal(now.plate, 'Е624ВС77')
  assert.equal(now.seen, undefined)
  assert.ok(!('plate_reading' in commandOf('in', now, undefined)))
  assert.ok('plate_reading' in commandOf('in', seenDraft(now, read), undefined))
})

test('what only a camera read goes with its load', () => {
  assert.deepEqual(atNewLoad(seenDraft(nobody, read)), nobody)
})
