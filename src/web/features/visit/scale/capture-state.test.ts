import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { File } from '#contract/file/file-entities.ts'
import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import { answeredVisit, noCapture, reduceCapture, type CaptureEvent } from './capture-state.ts'

const answer: Partial<VisitCard> = { number: '7', weighings: [] }
const visit = answer as VisitCard
const after = (...events: CaptureEvent[]) => events.reduce(reduceCapture, noCapture)
const sent: CaptureEvent = { type: 'capture_sent', grams: 1000 }
const queued = (no: number): CaptureEvent => ({ type: 'capture_queued', grams: 1000, no })
const refusal = 'Вес не стабилен'
const refused: CaptureEvent = { type: 'capture_refused', grams: 1000, refusal }

test('a capture is shown as sending, then as done', () => {
  assert.deepEqual([after(sent).sending, after(sent).heldWeight?.state], [true, 'sending'])
  const done = after(sent, { type: 'capture_answered', grams: 1000, words: 'записано № 7' })
  assert.deepEqual(
    [done.heldWeight?.grams, done.heldWeight?.words, done.heldWeight?.state],
    [1000, 'записано № 7', 'done'],
  )
  assert.equal(done.sending, false)
})

test('an immediate refusal is shown until the next capture is sent', () => {
  const now = after(sent, refused)
  assert.deepEqual([now.sending, now.heldWeight?.state, now.refusal], [false, 'failed', refusal])
  assert.equal(reduceCapture(now, sent).refusal, undefined)
})

test('without the server the weight is shown as waiting under its number until the answer comes', () => {
  const now = after(sent, queued(4))
  assert.deepEqual([now.sending, now.heldWeight?.state, now.waiting], [false, 'queued', [4]])
  const done = reduceCapture(now, { type: 'outcome_heard', outcome: { no: 4, answer: visit } })
  assert.deepEqual([done.heldWeight?.state, done.heldWeight?.words], ['done', 'записано № 7'])
  assert.deepEqual(done.waiting, [])
})

test('a queued stored tare is shown without a number', () => {
  const outcome = { no: 4, answer: { tare_g: 1 } as StoredTare }
  assert.equal(
    after(queued(4), { type: 'outcome_heard', outcome }).heldWeight?.words,
    'тара записана',
  )
})

test('a refused queued capture can be repeated from the list', () => {
  const no = after(queued(4), { type: 'outcome_heard', outcome: { no: 4, refusal } })
  assert.deepEqual([no.heldWeight?.state, no.refusal, no.waiting], ['failed', refusal, [4]])
  const yes = reduceCapture(no, { type: 'outcome_heard', outcome: { no: 4, answer: visit } })
  assert.equal(yes.heldWeight?.state, 'done')
})

test('the outcome of an earlier load does not change the present weight', () => {
  const now = after(queued(4), queued(5), {
    type: 'outcome_heard',
    outcome: { no: 4, answer: visit },
  })
  assert.deepEqual([now.heldWeight?.no, now.heldWeight?.state, now.waiting], [5, 'queued', [5]])
})

test('outcomes of other tabs change nothing here', () => {
  const now = after(queued(4))
  assert.equal(reduceCapture(now, { type: 'outcome_heard', outcome: { no: 9, refusal } }), now)
})

test('the next load hides the weight, and the record stays queued', () => {
  const now = after(queued(4), { type: 'figure_cleared' })
  assert.deepEqual([now.heldWeight, now.waiting], [undefined, [4]])
})

test('the answer of a picture is no visit', () => {
  assert.equal(answeredVisit({ no: 1, answer: { id: 'f' } as File }), undefined)
  assert.equal(answeredVisit({ no: 1, refusal }), undefined)
  assert.equal(answeredVisit({ no: 1, answer: visit }), visit)
})

test('what a visit does not hold any more is not said to be recorded', () => {
  const recorded: CaptureEvent = {
    type: 'capture_answered',
    grams: 1000,
    words: 'записано № 7',
    visitId: '7',
  }
  const weighing = { weight_g: 1000, cancelled: null }
  const cancelled = { ...weighing, cancelled: { at: '2026-11-30T09:00:00Z' } }
  const wordAfter = (change: object) => {
    const card = { id: '7', status: 'in', weighings: [weighing], ...change } as VisitCard
    return after(recorded, { type: 'visit_changed', visit: card }).heldWeight?.words
  }
  assert.equal(wordAfter({}), 'записано № 7')
  assert.equal(wordAfter({ status: 'closed' }), 'записано № 7')
  assert.equal(wordAfter({ status: 'void' }), undefined)
  assert.equal(wordAfter({ weighings: [cancelled] }), undefined)
  // Another visit that is voided at the same post says nothing of this one.
  assert.equal(wordAfter({ id: '8', status: 'void' }), 'записано № 7')
})
