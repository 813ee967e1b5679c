import {
  webhookEvents,
  type WebhookEntity,
  type RecordEvent,
} from '#contract/webhook/webhook-events.ts'
import { ownValue } from '#contract/core/own-value.ts'
import type { AuditContext, AuditEvent } from '../db/audit.ts'
import { uuidv7 } from '../db/uuid.ts'
import type { Jobs } from '../jobs.ts'
import {
  insertDeliveries,
  selectFacts,
  selectListeners,
  selectPaidActs,
  type Listener,
  type NewDelivery,
  type OutboxDatabase,
} from './outbox-queries.ts'

export const DELIVER_JOB = 'webhook.deliver'

export interface DeliverJob {
  readonly company_id: string
  readonly id: string
}

interface OutboxContext extends AuditContext {
  readonly services: { readonly jobs: Pick<Jobs, 'enqueue'> }
}

/**
 * Writes what programs are told of in the transaction of the change itself: a rolled-back change tells nothing, and a killed
 * server forgets nothing (decisions/0062). A change that is no event costs no query, one without a listener a single one.
 */
export async function queueEvents(tx: OutboxContext): Promise<void> {
  const happenings = happeningsOf(tx.auditEvents)
  if (happenings.length === 0) return
  const types = [...new Set(happenings.map(({ type }) => type))]
  if (types.includes('payment.paid')) types.push('act.paid')
  const { listeners, now } = await selectListeners(tx, types)
  if (listeners.length === 0) return
  const all = [...happenings, ...(await paidActs(tx, happenings))]
  const facts = await factsOf(tx, all)
  const deliveries = all.flatMap((event) => {
    const data = facts.get(event.id)
    return data && factsFit(event.type, data)
      ? deliveriesOf(tx.companyId, event, { data, now }, listeners)
      : []
  })
  if (deliveries.length === 0) return
  await insertDeliveries(tx, deliveries)
  for (const id of new Set(deliveries.map((one) => one.webhook_id))) await signalDelivery(tx, id)
}

/** A change that programs may be told of, before it is known whether one listens. */
interface Happening {
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

/** The day of a company is over: told with figures that are given, since no single record has them. */
export async function queueDayEnd(tx: OutboxContext, data: object): Promise<void> {
  const { listeners, now } = await selectListeners(tx, ['day.ended'])
  if (listeners.length === 0) return
  const type = 'day.ended'
  const event_id = uuidv7()
  const body = eventBody({ event_id, type, companyId: tx.companyId, now }, data)
  const deliveries = listeners.map(({ id }) => ({
    id: uuidv7(),
    webhook_id: id,
    event_id,
    type,
    entity_id: tx.companyId,
    body,
  }))
  await insertDeliveries(tx, deliveries)
  for (const { id } of listeners) await signalDelivery(tx, id)
}

/** A wake-up and nothing more: the deliveries' own rows say what is due. */
export async function signalDelivery(
  tx: Pick<OutboxContext, 'q' | 'companyId' | 'services'>,
  id: string,
  afterSeconds = 0,
): Promise<void> {
  const job: DeliverJob = { company_id: tx.companyId, id }
  // A later wake-up already waiting must not swallow an earlier one, so the key names the second as well.
  const second = afterSeconds === 0 ? 'now' : Math.round(Date.now() / 1000) + afterSeconds
  await tx.services.jobs.enqueue(tx, DELIVER_JOB, job, {
    key: `${id}@${second}`,
    ...(afterSeconds > 0 && { afterSeconds }),
  })
}

async function paidActs(
  tx: OutboxDatabase,
  happenings: readonly Happening[],
): Promise<Happening[]> {
  const payments = happenings.filter(({ type }) => type === 'payment.paid').map(({ id }) => id)
  if (payments.length === 0) return []
  const acts = await selectPaidActs(tx, payments)
  return acts.map((id) => ({ type: 'act.paid', entity: 'act', id }))
}

async function factsOf(tx: OutboxDatabase, happenings: readonly Happening[]) {
  const facts = new Map<string, Record<string, unknown>>()
  for (const [entity, group] of Map.groupBy(happenings, (event): WebhookEntity => event.entity)) {
    const ids = [...new Set(group.map(({ id }) => id))]
    for (const [id, row] of await selectFacts(tx, entity, ids)) facts.set(id, row)
  }
  return facts
}

function deliveriesOf(
  companyId: string,
  { type, id }: Happening,
  { data, now }: { data: object; now: string },
  listeners: readonly Listener[],
): NewDelivery[] {
  const event_id = uuidv7()
  const body = eventBody({ event_id, type, companyId, now }, data)
  return listeners
    .filter(({ events }) => events.includes(type))
    .map((listener) => ({
      id: uuidv7(),
      webhook_id: listener.id,
      event_id,
      type,
      entity_id: id,
      body,
    }))
}

/** The payload in the order of Standard Webhooks: type, timestamp, data; with the event's id and the company beside. */
export function eventBody(
  event: { event_id: string; type: string; companyId: string; now: string },
  data: object,
): string {
  const { event_id: id, type, companyId: company_id, now: timestamp } = event
  return JSON.stringify({ id, type, timestamp, company_id, data })
}
