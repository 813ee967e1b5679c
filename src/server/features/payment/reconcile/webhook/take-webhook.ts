import type { CallInput } from '#contract/core/call.ts'
import type { paymentWebhook } from '#contract/payment/webhook.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { countInWindow } from '../../../../auth/limits/window-count.ts'
import { forCompany, inTransaction, type Db } from '../../../../db/handle.ts'
import { notifiersOf } from '../../../bank/providers/all.ts'
import { isAddressOf } from '../../../bank/providers/address-list.ts'
import { ownerOfKey } from '../../../bank/webhook-key.ts'
import { signalWorker } from '../../send/worker/signal-worker.ts'
import { adapterOf, askNow, type NamedPayment } from '../../send/ends/end-queries.ts'

const PER_KEY = { name: Symbol('notifications'), max: 60, windowMs: 60_000 }

/**
 * payment/webhook: a bank says that something became of a payout. The body is never believed and not stored: the payment is asked
 * about now instead of later, and the bank's answer to that question decides (payments.md 3.7).
 */
export async function takeWebhook(
  db: Db,
  { params, body }: CallInput<typeof paymentWebhook.webhook>,
): Promise<Answer<typeof paymentWebhook.webhook>> {
  const { config } = db.services
  const owner = ownerOfKey(config, params.key) ?? refuse('common.not-found')
  const own = forCompany(db, owner.companyId)
  const adapter = (await adapterOf(own, owner.configId)) ?? refuse('common.not-found')
  const senders = notifiersOf(adapter, config)
  if (senders.length === 0) refuse('common.not-found')
  const { ip } = db.caller
  if (ip === undefined || !isAddressOf(senders, ip)) refuse('payment.foreign-address')
  countInWindow(db.services, PER_KEY, params.key)
  const named = paymentOf(body)
  await inTransaction(own, async (tx) => {
    const id = await askNow(tx, owner.configId, named)
    if (id !== undefined) await signalWorker(tx, id)
  })
  return { ok: true }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `{type: "notification", event, object}`: the payout's own id, and ours in its metadata. */
function paymentOf(body: unknown): NamedPayment {
  const payout = fieldOf(body, 'object')
  const ref = fieldOf(payout, 'id')
  const id = fieldOf(fieldOf(payout, 'metadata'), 'payment_id')
  return {
    ref: typeof ref === 'string' ? ref : undefined,
    id: typeof id === 'string' && UUID.test(id) ? id : undefined,
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}
