import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookEventCodes } from '#contract/webhook/webhook-events.ts'
import { actionWords } from '../features/audit/event-words.ts'
import { EVENT_OF_ACTION, factsFit, happeningsOf } from './queue-events.ts'

test('every event comes from codes that the journal knows; a paid act comes from its payment', () => {
  for (const action of Object.keys(EVENT_OF_ACTION))
    assert.notEqual(actionWords(action), action, `${action} has no words: is it written at all?`)
  const made = new Set<string>(Object.values(EVENT_OF_ACTION))
  assert.deepEqual(
    webhookEventCodes.filter((code) => !made.has(code)),
    ['act.paid', 'day.ended'],
  )
})

test('a record is told of once an event, however many lines of the journal it left', () => {
  const events = (
    ['supplier.update', 'supplier.status', 'supplier.view', 'act.issue'] as const
  ).map((action) => ({ action, entity: 'supplier', id: 'a' }) as const)
  assert.deepEqual(
    happeningsOf([...events, { action: 'supplier.merge', entity: 'supplier', id: 'b' }]),
    [
      { type: 'supplier.changed', entity: 'supplier', id: 'a' },
      { type: 'act.issued', entity: 'act', id: 'a' },
      { type: 'supplier.changed', entity: 'supplier', id: 'b' },
    ],
  )
  assert.deepEqual(happeningsOf(events.slice(2, 3)), [])
})

test('a visit that only opened is not closed, and a draft that was put aside was never an act', () => {
  assert.ok(!factsFit('visit.closed', { status: 'in' }))
  assert.ok(factsFit('visit.closed', { status: 'closed' }))
  assert.ok(!factsFit('act.cancelled', { number: null }))
  assert.ok(factsFit('act.cancelled', { number: '2026-1' }))
  assert.ok(factsFit('payment.refused', { status: 'rejected' }))
})
