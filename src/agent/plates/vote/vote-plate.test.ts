import assert from 'node:assert/strict'
import { test } from 'node:test'
import { votePlate } from './vote-plate.ts'

const TS = '2026-11-21T04:00:00.000Z'

test('two equal readings of 0.7 give a confidence of 9100', () => {
  const vote = votePlate([seen('А123ВС77', 0.7), seen('А123ВС77', 0.7)], TS)
  assert.deepEqual([vote.plate, vote.confidence_bp], ['А123ВС77', 9100])
})

test('a single reading of 0.95 is capped at 8400, below the level that fills the field', () => {
  assert.equal(votePlate([seen('А123ВС77', 0.95)], TS).confidence_bp, 8400)
})

test('two readings against one are capped at 8400, and the other stays a candidate', () => {
  const a = seen('А123ВС77', 0.9)
  const vote = votePlate([a, seen('А123ВС71', 0.99), a], TS)
  assert.equal(vote.plate, 'А123ВС77')
  assert.equal(vote.confidence_bp, 8400)
  assert.deepEqual(
    vote.candidates.map((c) => c.plate),
    ['А123ВС77', 'А123ВС71'],
  )
})

test('five readings of high confidence are capped at 9900', () => {
  const frames = Array.from({ length: 5 }, () => seen('А123ВС77', 0.99))
  assert.equal(votePlate(frames, TS).confidence_bp, 9900)
})

test('a reading under 0.7 has no vote and does not lower the result', () => {
  const sure = seen('А123ВС77', 0.8)
  const vote = votePlate([sure, seen('О999ОО99', 0.69), sure], TS)
  assert.equal(vote.confidence_bp, 9600)
  assert.equal(vote.candidates.length, 1)
})

test('without a vote the best reading is offered with its own confidence', () => {
  const vote = votePlate([seen('А123ВС77', 0.4), seen('А123ВС77', 0.55)], TS)
  assert.deepEqual([vote.plate, vote.confidence_bp], ['А123ВС77', 5500])
})

test('of plates without a vote the likeliest comes first', () => {
  const vote = votePlate([seen('А123ВС71', 0.4), seen('А123ВС77', 0.55)], TS)
  assert.deepEqual(vote.candidates, [
    { plate: 'А123ВС77', confidence_bp: 5500 },
    { plate: 'А123ВС71', confidence_bp: 4000 },
  ])
})

test('of plates that are equally sure the one of more frames comes first', () => {
  const a = seen('А123ВС77', 0.9)
  const vote = votePlate([seen('А123ВС71', 0.99), a, a], TS)
  assert.deepEqual(
    vote.candidates.map((c) => c.plate),
    ['А123ВС77', 'А123ВС71'],
  )
})

test('one frame with a vote leaves no candidate without one', () => {
  const vote = votePlate([seen('О999ОО99', 0.69), seen('А123ВС77', 0.8)], TS)
  assert.deepEqual(vote.candidates, [{ plate: 'А123ВС77', confidence_bp: 8000 }])
})

test('a frame votes with its best reading alone, and five candidates are kept', () => {
  const both = [...seen('А123ВС77', 0.9), ...seen('О999ОО99', 0.8)]
  assert.deepEqual(votePlate([both], TS).candidates.length, 1)
  const six = Array.from({ length: 6 }, (_, i) => seen(`А12${i}ВС77`, 0.9))
  assert.equal(votePlate(six, TS).candidates.length, 5)
})

test('frames without text give no plate', () => {
  const vote = votePlate([[], []], TS)
  assert.deepEqual(vote, { plate: null, raw: null, confidence_bp: 0, ts: TS, candidates: [] })
})

function seen(plate: string, confidence: number) {
  const box = { x: 0, y: 0, width: 200, height: 50 }
  return [{ raw: plate, plate, confidence, chars: [confidence], box, form: 'ru-car' }]
}
