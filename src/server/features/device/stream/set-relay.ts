import type { CallInput } from '#contract/core/call.ts'
import type { device } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { deviceAtPost } from '../setup/device-queries.ts'
import { needLink } from '../link/hub.ts'

/** The board answers within two seconds or is silent. */
export const RELAY_MS = 3500

/** device/setRelay: a person's hand on the lamp or the barrier; the agent keeps the interlocks (devices.md 8). */
export async function setRelay(
  db: Db,
  { body }: CallInput<typeof device.setRelay>,
): Promise<Answer<typeof device.setRelay>> {
  const { post, channel, on, pulse_ms = null } = body
  const relay = await deviceAtPost(db, post, 'relay')
  if (!relay) return refuse('common.not-found')
  if (relay.status === null || relay.status === 'disabled')
    refuse('device.not-configured', { message: 'На посту нет светофора и шлагбаума' })
  const link = needLink(db.services, db.companyId, relay.site_id)
  const by = db.caller.userId
  await link.ask({ call: 'relay', params: { post, channel, on, pulse_ms, by } }, RELAY_MS)
  await inTransaction(db, async (tx) =>
    addAuditEvent(tx, {
      action: 'relay.set',
      entity: 'device',
      id: relay.device_id!,
      after: { post, channel, on, pulse_ms },
    }),
  )
  return { ok: true }
}
