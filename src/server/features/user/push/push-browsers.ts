import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import {
  MAX_PUSH_BROWSERS,
  type PushBrowser,
  type pushBrowsers,
} from '#contract/user/push-browsers.ts'
import { refuse } from '#http/refusal.ts'
import type { Config } from '../../../config.ts'
import type { Answer } from '#http/serve.ts'
import { countTry } from '../../../auth/limits/try-queries.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { isPointOfCurve } from '../../../push/encrypt-push.ts'
import { ensurePublicKey } from '../../../push/installation-key.ts'
import { lockUser } from '../user-queries.ts'
import { addressProblem } from '../webhook/webhook-address.ts'
import * as queries from './push-queries.ts'
import { LIVE_PUSH, logRefused, sendToBrowser, targetPlace, UNREADABLE } from './send-push.ts'

type Calls = typeof pushBrowsers

function toPushBrowser({ endpoint_hash, ...row }: queries.PushBrowserRow): PushBrowser {
  return { ...row, fingerprint: endpoint_hash.toString('base64url') }
}

/** user/getPushBrowsers. */
export async function getPushBrowsers(db: Db): Promise<Answer<Calls['getPushBrowsers']>> {
  return (await queries.listOwnBrowsers(db)).slice(0, MAX_PUSH_BROWSERS).map(toPushBrowser)
}

/** user/beginPush. */
export async function beginPush(db: Db): Promise<Answer<Calls['beginPush']>> {
  return { public_key: await ensurePublicKey(db) }
}

/** user/addPushBrowser: the address leads to a server that is not ours, so it is validated like that of a webhook. */
export async function addPushBrowser(
  db: Db,
  { body }: CallInput<Calls['addPushBrowser']>,
): Promise<Answer<Calls['addPushBrowser']>> {
  const { config, seal } = db.services
  const problem = addressProblem(config, body.endpoint) ?? portProblem(config, body.endpoint)
  if (problem !== undefined) refuse('push.bad-browser', { fields: { endpoint: problem } })
  if (!isPointOfCurve(body.p256dh))
    refuse('push.bad-browser', { fields: { p256dh: 'Ключ браузера неверен' } })
  const target = { ...body, endpoint: new URL(body.endpoint).href }
  const endpoint_hash = createHash('sha256').update(body.endpoint).digest()
  return inTransaction(db, async (tx) => {
    await lockUser(tx, tx.caller.userId!)
    const own = await queries.listOwnBrowsers(tx)
    const others = own.filter((one) => !one.endpoint_hash.equals(endpoint_hash))
    if (others.length >= MAX_PUSH_BROWSERS) refuse('push.too-many')
    const row = await queries.putOwnBrowser(tx, {
      id: uuidv7(),
      endpoint_hash,
      sealed: seal.close(targetPlace(endpoint_hash), JSON.stringify(target)),
      agent: (tx.caller.agent ?? '').slice(0, 400),
    })
    const { id, agent } = row
    addAuditEvent(tx, {
      action: 'user.push-add',
      entity: 'push_browser',
      id,
      after: { agent },
    })
    return toPushBrowser(row)
  })
}

/** Push services listen at the port of https alone, in the demo also on this machine at any. */
function portProblem({ loopbackWebhooks }: Config, endpoint: string): string | undefined {
  const { port, protocol } = new URL(endpoint)
  const isOwn = loopbackWebhooks && protocol === 'http:'
  return port === '' || isOwn ? undefined : 'Служба уведомлений отвечает только на порту 443'
}

/** user/removePushBrowser. */
export function removePushBrowser(
  db: Db,
  { body }: CallInput<Calls['removePushBrowser']>,
): Promise<Answer<Calls['removePushBrowser']>> {
  return inTransaction(db, async (tx) => {
    const before = await queries.removeOwnBrowser(tx, body.id)
    if (!before) return refuse('common.not-found')
    addAuditEvent(tx, {
      action: 'user.push-remove',
      entity: 'push_browser',
      id: body.id,
      before,
    })
    return { ok: true }
  })
}

/** user/testPush: sent at once, so that the screen can say how it went. */
export async function testPush(
  db: Db,
  { body }: CallInput<Calls['testPush']>,
): Promise<Answer<Calls['testPush']>> {
  const userId = db.caller.userId!
  if (!(await queries.findSealedBrowser(db.q, userId, body.id))) refuse('common.not-found')
  // Each calls a server that the person named, and waits for it.
  const tries = { name: 'push-test', key: `push:${userId}`, max: 10, minutes: 10 }
  if (!(await countTry(db, tries)).allowed) refuse('common.too-many')
  const browser = { id: body.id, user_id: userId }
  const outcome = await sendToBrowser(
    db.services,
    browser,
    {
      title: 'Приёмка: проверка',
      text: 'Уведомления доходят до этого браузера',
      href: '/account',
      tag: uuidv7(),
      isUrgent: true,
    },
    LIVE_PUSH,
  )
  if (!outcome) return refuse('common.not-found')
  if (outcome.kind === 'gone') refuse('push.gone')
  if (outcome.kind === 'sent') return { ok: true }
  if (outcome.reason === UNREADABLE) refuse('push.gone')
  // Whoever names an address learns nothing of what stands behind it: the reason is in the log alone.
  logRefused(db.services, { browser_id: body.id, tries: 0 }, outcome.reason)
  return refuse('push.refused')
}
