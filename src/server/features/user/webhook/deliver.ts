import { randomInt } from 'node:crypto'
import { MAX_WEBHOOK_ANSWER } from '#contract/webhook/webhooks.ts'
import { quote } from '#contract/words/quote.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { postOutside, type PostAnswer } from '../../../outbound/post-outside.ts'
import { resolveName, type Resolve } from '../../../outbound/outside-address.ts'
import { webhookHeaders } from '../../../outbound/sign-webhook.ts'
import { signalDelivery } from '../../../outbox/queue-events.ts'
import { alertManagers } from '../notices/notice-queries.ts'
import {
  claimDelivery,
  closeAttempt,
  lockFailures,
  noteAnswer,
  secondsToNext,
  type LeasedDelivery,
} from './delivery-queries.ts'
import { verdictOf, pauseAfter, restAfter, NO_SIGNATURE, type Verdict } from './retry-plan.ts'
import { changeWebhook, stoppedFor } from './webhook-queries.ts'
import { wholeAddress } from './webhook-address.ts'
import { readSealed } from './webhook-secret.ts'

/** Everything through which a delivery touches the world; tests stop it at each of them. */
export interface DeliveryEffects {
  readonly deadlineMs: number
  /** How long one visit sends before it makes room for the others. */
  readonly turnMs: number
  readonly resolve: Resolve
  /** From 0 to 1. */
  readonly chance: () => number
}

/**
 * A turn lets a quick receiver take hundreds of deliveries; a slow one that answers all the same holds a worker for one attempt more.
 * With a minute, the addresses of one company kept all others waiting for five.
 */
export const LIVE_EFFECTS: DeliveryEffects = {
  deadlineMs: 10_000,
  turnMs: 5000,
  resolve: resolveName,
  chance: () => randomInt(1001) / 1000,
}

/**
 * One visit to an address: sends what is due, one after another, until something fails or its turn is over; what is left is taken up by
 * the next visit, which queues up behind other addresses. Safe to run any number of times, by any
 * number of workers at once: a delivery is claimed before it is sent, and counted as an attempt whatever becomes of it.
 */
export async function deliverDue(db: Db, webhookId: string, fx: DeliveryEffects): Promise<void> {
  const began = performance.now()
  let goesOn: boolean
  do {
    const claim = await inTransaction(db, (tx) => claimDelivery(tx, webhookId))
    // Its holder looks again after its attempt.
    if (claim === 'busy') return
    goesOn = claim !== 'nothing' && (await sendOnce(db, webhookId, claim, fx))
  } while (goesOn && performance.now() - began < fx.turnMs)
  await inTransaction(db, async (tx) => {
    const seconds = await secondsToNext(tx, webhookId)
    if (seconds !== undefined) await signalDelivery(tx, webhookId, seconds)
  })
}

/** True when it arrived. */
async function sendOnce(
  db: Db,
  webhookId: string,
  delivery: LeasedDelivery,
  fx: DeliveryEffects,
): Promise<boolean> {
  const started = performance.now()
  const secret = readSealed(db, webhookId, 'secret', delivery.secret)
  const url = wholeAddress(db, webhookId, delivery)
  const verdict =
    secret === undefined || url === undefined
      ? NO_SIGNATURE
      : verdictOf(await post(db, webhookId, { ...delivery, secret, url }, fx))
  const ms = Math.round(performance.now() - started)
  const isOver = verdict.isGone || verdict.error === 'secret'
  const pause = isOver ? null : pauseAfter(delivery.tries, verdict.askedPause, fx.chance())
  await inTransaction(db, async (tx) => {
    const webhook = await lockFailures(tx, webhookId)
    if (!(await closeAttempt(tx, delivery, verdict, { ms, pause })) || !webhook) return
    if (verdict.isDelivered) return noteAnswer(tx, webhookId, null)
    const failures = webhook.failures + 1
    await noteAnswer(tx, webhookId, { failures, rest: restAfter(failures) })
    if (webhook.status === 'active') await stopHopeless(tx, webhookId, webhook, verdict)
  })
  return verdict.isDelivered
}

function post(
  db: Db,
  webhookId: string,
  delivery: Omit<LeasedDelivery, 'secret'> & { readonly secret: string },
  { deadlineMs, resolve }: DeliveryEffects,
): Promise<PostAnswer> {
  const { event_id: id, body, url, secret, previous_secret } = delivery
  const previous = previous_secret && readSealed(db, webhookId, 'secret', previous_secret)
  const secrets = [secret, ...(previous ? [previous] : [])]
  return postOutside(url, {
    headers: webhookHeaders({ id, body }, secrets, Math.floor(Date.now() / 1000)),
    body,
    deadlineMs,
    maxAnswer: MAX_WEBHOOK_ANSWER,
    allowLoopback: db.services.config.loopbackWebhooks,
    resolve,
    hosts: db.services.config.outboundHosts,
  })
}

const STOP_WORDS = {
  gone: 'программа ответила, что адреса больше нет',
  failing: 'три дня ни одной доставки',
  secret: 'секрет подписи не читается, выпустите новый',
} as const

/** Nothing more goes to an address that has failed for days, says that it is gone, or has no readable secret, until a person lets it. */
async function stopHopeless(
  tx: Tx,
  id: string,
  { title, isLong }: { title: string; isLong: boolean },
  { isGone, error }: Verdict,
): Promise<void> {
  const reason = isGone ? 'gone' : error === 'secret' ? 'secret' : isLong ? 'failing' : undefined
  if (!reason) return
  await changeWebhook(tx, id, stoppedFor(reason))
  await alertManagers(
    tx,
    {
      kind: 'webhook_stopped',
      title: `События для ${quote(title)} больше не отправляются: ${STOP_WORDS[reason]}`.slice(
        0,
        200,
      ),
      href: '/super/operators',
    },
    tx.companyId,
  )
  addAuditEvent(tx, {
    action: 'webhook.stop',
    entity: 'webhook',
    id,
    before: { status: 'active' },
    after: { status: 'stopped', stop_reason: reason },
  })
}
