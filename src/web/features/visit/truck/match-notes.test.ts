import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NoteRecord } from '#web/offline/outbox-store.ts'
import { matchNotes } from './match-notes.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString()
const load = (id: string, from: number, till: number, post = 1) => ({
  id,
  post,
  started_at: at(from),
  ended_at: at(till),
})
const note = (no: number, minutes: number, post = 1) =>
  ({ no, at: at(minutes), kind: 'note', body: { post } }) as NoteRecord
const found = (...given: Parameters<typeof matchNotes>) =>
  [...matchNotes(...given)].map(([id, { no }]) => [id, no])

test('each note is matched with the load at which it was written, in any order of arrival', () => {
  const loads = [load('second', 10, 12), load('first', 0, 2)]
  assert.deepEqual(found(loads, [note(1, 1), note(2, 11)]).toSorted(), [
    ['first', 1],
    ['second', 2],
  ])
})

test('of two notes the one nearer in time is matched with the load', () => {
  assert.deepEqual(found([load('only', 0, 2)], [note(1, 4), note(2, 3)]), [['only', 2]])
})

test('a note of another post or of more than five minutes apart belongs to no load', () => {
  assert.deepEqual(found([load('one', 0, 2)], [note(1, 1, 2), note(2, 7.01), note(3, -5.01)]), [])
  assert.deepEqual(found([load('one', 0, 2)], [note(2, 7)]), [['one', 2]])
})
