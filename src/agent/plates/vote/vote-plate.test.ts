import assert from 'node:assert/strict'
import { test } from 'node:test'
import { votePlate } from './vote-plate.ts'

const TS = '2026-11-21T04:00:00.000Z'

test('two frames of 0.7 that agree make 9100', () => {
  const vote = votePlate([seen('А123ВС77', 0.7), seen('А123ВС77', 0.7)], TS)
  assert.deepEqual([vote.plate, vote.confidence_bp], ['А123ВС77', 9100])
})

test('one frame of 0.95 is held at 8400, under the level that fills the field', () => {
  assert.equal(votePlate([seen('А123ВС77', 0.95)], TS).confidence_bp, 8400)
})

test('two against one are held at 8400, and the one stays a candidate', () => {
  const a = seen('А123ВС77', 0.9)
  const vote = votePlate([a, seen('А123ВС71', 0.99), a], TS)
  assert.equal(vote.plate, 'А123ВС77')
  assert.equal(vote.confidence_bp, 8400)
  assert.deepEqual(
    vote.candidates.map((c) => c.plate),
    ['А123ВС77', 'А123ВС71'],
  )
})

test('five sure frames stay at 9900', () => {
  const frames = Array.from({ length: 5 }, () => seen('А123ВС77', 0.99))
  assert.equal(votePlate(frames, TS).confidence_bp, 9900)
})

test('a frame under 0.7 does not vote and does not weaken those that do', () => {
  const sure = seen('А123ВС77', 0.8)
  const vote = votePlate([sure, seen('О999ОО99', 0.69), sure], TS)
  assert.equal(vote.confidence_bp, 9600)
  assert.equal(vote.candidates.length, 1)
})

test('without a vote the best guess is offered as what it is', () => {
  const vote = votePlate([seen('А123ВС77', 0.4), seen('А123ВС77', 0.55)], TS)
  assert.deepEqual([vote.plate, vote.confidence_bp], ['А123ВС77', 5500])
})

test('frames without writing give no plate', () => {
  const vote = votePlate([[], []], TS)
  assert.deepEqual(vote, { plate: null, raw: null, confidence_bp: 0, ts: TS, candidates: [] })
})

function seen(plate: string, confidence: number) {
  const box = { x: 0, y: 0, width: 200, height: 50 }
  return [{ raw: plate, plate, confidence, chars: [confidence], box, form: 'ru-car' }]
}
