import { ownValue } from '#contract/core/own-value.ts'
import {
  webhookEvents,
  type WebhookEntity,
  type RecordEvent,
} from '#contract/webhook/webhook-events.ts'
import type { AuditEvent } from '../db/audit.ts'

/** A change that programs may be told of, before it is known whether one listens. */
export interface Happening {
  readonly type: RecordEvent
  readonly entity: WebhookEntity
  readonly id: string
}

/** The codes of the audit chain that are events; one that needs a look at its row is decided by `factsFit`. */
export const EVENT_OF_ACTION: Readonly<Record<string, RecordEvent>> = {
  'act.issue': 'act.issued',
  'act.sign': 'act.signed',
  'act.void': 'act.cancelled',
  // A platform's visit opens and closes at once.
  'transaction.open': 'visit.closed',
  'transaction.close': 'visit.closed',
  'transaction.void': 'visit.cancelled',
  'payment.paid': 'payment.paid',
  'payment.rejected': 'payment.refused',
  'payment.cancelled': 'payment.refused',
  'payment.returned': 'payment.returned',
  'supplier.create': 'supplier.created',
  'supplier.import': 'supplier.created',
  'supplier.update': 'supplier.changed',
  'supplier.status': 'supplier.changed',
  'supplier.merge': 'supplier.changed',
}

/** What of a transaction's changes programs may be told of, each record once an event. */
export function happeningsOf(events: readonly AuditEvent[]): Happening[] {
  const found = new Map<string, Happening>()
  for (const { action, id } of events) {
    const type = ownValue(EVENT_OF_ACTION, action)
    if (type) found.set(`${type} ${id}`, { type, entity: webhookEvents[type].entity, id })
  }
  return [...found.values()]
}

/** Whether the row as it is now is what the event says: a visit that only opened is not closed, a draft was never issued. */
export function factsFit(type: RecordEvent, facts: Readonly<Record<string, unknown>>): boolean {
  if (type === 'visit.closed') return facts['status'] !== 'in'
  return type !== 'act.cancelled' || facts['number'] !== null
}
