import type { CallInput } from '#contract/core/call.ts'
import { TEST_EVENT } from '#contract/webhook/webhook-events.ts'
import type { WebhookDelivery, webhooks } from '#contract/webhook/webhooks.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { insertDeliveries } from '../../../outbox/outbox-queries.ts'
import { eventBody, signalDelivery } from '../../../outbox/queue-events.ts'
import { databaseNow, findDelivery, selectDeliveries, sendAgain } from './delivery-queries.ts'
import { findWebhook } from './webhook-queries.ts'
import { onWebhook } from './webhooks.ts'

type Calls = typeof webhooks

const PAGE = 50

export async function listDeliveries(
  db: Db,
  { query: { id, status, after } }: CallInput<Calls['superGetWebhookDeliveries']>,
): Promise<Answer<Calls['superGetWebhookDeliveries']>> {
  const webhook = await findWebhook(db, id)
  if (!webhook) return refuse('common.not-found')
  const place = forCompany(db, webhook.company_id)
  const rows = await selectDeliveries(place, id, { status, after, limit: PAGE + 1 })
  const items = rows.slice(0, PAGE)
  return { items, next: rows.length > PAGE ? items.at(-1)!.id : null }
}

export async function getDelivery(
  db: Db,
  { query }: CallInput<Calls['superGetWebhookDelivery']>,
): Promise<Answer<Calls['superGetWebhookDelivery']>> {
  const found = await findDelivery(db, query.id)
  if (!found) return refuse('common.not-found')
  const { company_id: _company, ...card } = found
  return card
}

/** The test travels as every event does, so that it proves the way and not only the address. */
export async function testWebhook(
  db: Db,
  { body }: CallInput<Calls['superTestWebhook']>,
): Promise<WebhookDelivery> {
  return onWebhook(db, body.id, async (tx, webhook) => {
    if (webhook.status === 'stopped') refuse('webhook.stopped')
    const id = uuidv7()
    const event = { event_id: uuidv7(), type: TEST_EVENT }
    const now = await databaseNow(tx)
    const text = eventBody({ ...event, companyId: tx.companyId, now }, { webhook_id: webhook.id })
    const delivery = { id, webhook_id: webhook.id, ...event, entity_id: null, body: text }
    await insertDeliveries(tx, [delivery])
    await signalDelivery(tx, webhook.id)
    addAuditEvent(tx, { action: 'webhook.test', entity: 'webhook', id: webhook.id })
    return deliveryNow(tx, id)
  })
}

export async function resendDelivery(
  db: Db,
  { body }: CallInput<Calls['superResendWebhookDelivery']>,
): Promise<WebhookDelivery> {
  const found = await findDelivery(db, body.id)
  if (!found) return refuse('common.not-found')
  return onWebhook(db, found.webhook_id, async (tx, webhook) => {
    if (webhook.status === 'stopped') refuse('webhook.stopped')
    if (!(await sendAgain(tx, body.id))) refuse('webhook.delivery-waits')
    await signalDelivery(tx, webhook.id)
    addAuditEvent(tx, {
      action: 'webhook.resend',
      entity: 'webhook',
      id: webhook.id,
      after: { event_id: found.event_id, type: found.type },
    })
    return deliveryNow(tx, body.id)
  })
}

async function deliveryNow(tx: Tx, id: string): Promise<WebhookDelivery> {
  const { company_id: _c, body: _b, last_answer: _a, ...shown } = (await findDelivery(tx, id))!
  return shown
}
