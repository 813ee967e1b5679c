import type { CallInput } from '#contract/core/call.ts'
import {
  MAX_WEBHOOKS,
  PREVIOUS_SECRET_HOURS,
  type Webhook,
  type webhooks,
} from '#contract/webhook/webhooks.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { makeWebhookSecret } from '../../../outbound/sign-webhook.ts'
import { signalDelivery } from '../../../outbox/queue-events.ts'
import { companyExists } from '../user-queries.ts'
import { hurryAll } from './delivery-queries.ts'
import { addressColumns, assertAddress } from './webhook-address.ts'
import * as queries from './webhook-queries.ts'
import { readSealed, sealOf } from './webhook-secret.ts'

type Calls = typeof webhooks

export async function listWebhooks(
  db: Db,
  { query }: CallInput<Calls['superGetWebhooks']>,
): Promise<Answer<Calls['superGetWebhooks']>> {
  const place = forCompany(db, query.companyId)
  if (!(await companyExists(place, place.companyId))) refuse('common.not-found')
  return queries.selectWebhooks(place, MAX_WEBHOOKS)
}

/** An address with its first secret: the answer is the only place where the secret is readable. */
export async function createWebhook(
  db: Db,
  { body }: CallInput<Calls['superCreateWebhook']>,
): Promise<Answer<Calls['superCreateWebhook']>> {
  return inTransaction(forCompany(db, body.company_id), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    if (!(await companyExists(tx, tx.companyId))) refuse('common.not-found')
    if (!(await queries.isOpenCompany(tx))) refuse('webhook.company-closed')
    const stamp = idempotencyKeyOf(body)
    const earlier = await findEarlierCopy(tx, 'webhook', stamp)
    if (earlier) return { webhook: await webhookNow(tx, earlier), secret: null }
    const url = assertAddress(tx.services.config, body.url)
    if ((await queries.countWebhooks(tx)) >= MAX_WEBHOOKS) refuse('webhook.too-many')
    const id = uuidv7()
    const secret = makeWebhookSecret()
    const { title, events } = body
    const address = addressColumns(tx, id, url)
    const sealed = sealOf(tx, id, 'secret', secret)
    await queries.insertWebhook(tx, { id, title, ...address, events, secret: sealed, ...stamp })
    const webhook = await webhookNow(tx, id)
    addAuditEvent(tx, {
      action: 'webhook.create',
      entity: 'webhook',
      id,
      after: auditedPart(webhook),
    })
    return { webhook, secret }
  })
}

export async function updateWebhook(
  db: Db,
  { body }: CallInput<Calls['superUpdateWebhook']>,
): Promise<Webhook> {
  const { id, version, title, events, status } = body
  return onWebhook(db, id, async (tx, before) => {
    if (before.version !== version) refuse('common.stale')
    // A form sends back what it was shown.
    const given = body.url === before.url ? undefined : body.url
    const url = given && assertAddress(tx.services.config, given)
    const isMoved = status !== undefined && status !== before.status
    if (isMoved && status === 'active' && !(await queries.isOpenCompany(tx)))
      refuse('webhook.company-closed')
    await queries.changeWebhook(tx, id, {
      ...(title !== undefined && { title }),
      ...(url !== undefined && addressColumns(tx, id, url)),
      ...(events !== undefined && { events }),
      ...(isMoved && (status === 'active' ? queries.GOES_ON : queries.stoppedFor('person'))),
    })
    if (isMoved && status === 'active') {
      await hurryAll(tx, id)
      await signalDelivery(tx, id)
    }
    const after = await webhookNow(tx, id)
    const moved = after.status === 'active' ? 'webhook.resume' : 'webhook.stop'
    addAuditEvent(tx, {
      action: isMoved ? moved : 'webhook.update',
      entity: 'webhook',
      id,
      before: auditedPart(before),
      after: auditedPart(after),
    })
    return after
  })
}

/** A second copy of the request is stale: it would make the secret that was shown the previous one. */
export async function rotateSecret(
  db: Db,
  { body }: CallInput<Calls['superRotateWebhookSecret']>,
): Promise<Answer<Calls['superRotateWebhookSecret']>> {
  return onWebhook(db, body.id, async (tx, before) => {
    if (before.version !== body.version) refuse('common.stale')
    const secret = makeWebhookSecret()
    const sealed = sealOf(tx, body.id, 'secret', secret)
    const present = await queries.presentSecret(tx, body.id)
    const isReadable = readSealed(tx, body.id, 'secret', present) !== undefined
    await queries.changeWebhook(
      tx,
      body.id,
      isReadable
        ? queries.replaceSecret(sealed, PREVIOUS_SECRET_HOURS)
        : { secret: sealed, previous_secret: null, previous_until: null },
    )
    const webhook = await webhookNow(tx, body.id)
    const { previous_until } = webhook
    addAuditEvent(tx, {
      action: 'webhook.secret',
      entity: 'webhook',
      id: body.id,
      after: { previous_until },
    })
    return { webhook, secret }
  })
}

/** The webhook locked in a transaction of its own company, with the right read again there. */
export async function onWebhook<T>(
  db: Db,
  id: string,
  work: (tx: Tx, webhook: Webhook) => Promise<T>,
): Promise<T> {
  const home = await queries.findWebhook(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    const webhook = await queries.lockWebhook(tx, id)
    return webhook ? work(tx, webhook) : refuse('common.not-found')
  })
}

async function webhookNow(tx: Tx, id: string): Promise<Webhook> {
  return (await queries.findWebhook(tx, id))!
}

function auditedPart({ title, url, events, status }: Webhook): object {
  return { title, url, events, status }
}
