import { SERVER_CALLER } from '#server/auth/caller.ts'
import { openServices } from '#server/open-services.ts'
import { workPayment } from '#server/features/payment/send/worker/worker.ts'
import { workerEffects } from '#server/features/payment/send/worker/worker-steps.ts'
import type { Config } from '#server/config.ts'

// A worker in a process of its own that a test may kill: it gets its settings and one payment over IPC.
interface Order {
  readonly config: Omit<Config, 'secrets'>
  readonly secrets: Readonly<Record<keyof Config['secrets'], string>>
  readonly companyId: string
  readonly paymentId: string
}

process.once('message', (order: Order) => void work(order))

async function work({ config, secrets, companyId, paymentId }: Order): Promise<void> {
  const opened = Object.entries(secrets).map(([name, hex]) => [name, Buffer.from(hex, 'hex')])
  const services = await openServices({
    ...config,
    secrets: Object.fromEntries(opened) as Config['secrets'],
  })
  await services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
  const db = { q: services.q, companyId, caller: SERVER_CALLER, services }
  process.send!({ working: true })
  await workPayment(workerEffects(db, `process ${process.pid}`), paymentId)
  process.send!({ done: true })
  await services.close()
  process.disconnect?.()
}
