import { SERVER_CALLER } from '#server/auth/caller.ts'
import type { Config } from '#server/config.ts'
import { deliverDue, LIVE_EFFECTS } from '#server/features/user/webhook/deliver.ts'
import { openServices } from '#server/open-services.ts'

// A worker in a process of its own that a test may kill: it gets its settings and one address over IPC.
interface Order {
  readonly config: Omit<Config, 'secrets'>
  readonly secrets: Readonly<Record<keyof Config['secrets'], string>>
  readonly companyId: string
  readonly webhookId: string
}

process.once('message', (order: Order) => void work(order))

async function work({ config, secrets, companyId, webhookId }: Order): Promise<void> {
  const opened = Object.entries(secrets).map(([name, hex]) => [name, Buffer.from(hex, 'hex')])
  const services = await openServices({
    ...config,
    secrets: Object.fromEntries(opened) as Config['secrets'],
  })
  const db = { q: services.q, companyId, caller: SERVER_CALLER, services }
  await deliverDue(db, webhookId, { ...LIVE_EFFECTS, deadlineMs: 600_000 })
  await services.close()
  process.disconnect?.()
}
