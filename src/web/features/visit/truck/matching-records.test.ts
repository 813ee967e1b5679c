import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxRecord } from '#web/offline/outbox-store.ts'
import { recordsToReport } from './matching-records.ts'

const AT = '2026-11-21T10:00:00.000Z'
const record = (no: number, state: OutboxRecord['state'], company_id = 'ours') => ({
  no,
  state,
  company_id,
  at: AT,
})
const told = (seconds: number, ...records: ReturnType<typeof record>[]) =>
  recordsToReport(records, 'ours', Date.parse(AT) + seconds * 1000).map(({ no }) => no)

test('a capture being sent is listed only when it waits, a refused one at once', () => {
  assert.deepEqual(told(0.4, record(1, 'waiting'), record(2, 'rejected')), [2])
  assert.deepEqual(told(3, record(1, 'waiting'), record(2, 'rejected')), [1, 2])
})

test('records of another company are never listed', () => {
  assert.deepEqual(told(60, record(1, 'waiting', 'theirs'), record(2, 'waiting')), [2])
})
