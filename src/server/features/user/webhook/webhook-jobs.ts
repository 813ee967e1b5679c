import { inTransaction, serverOf } from '../../../db/handle.ts'
import type { JobSpec } from '../../../jobs.ts'
import { DELIVER_JOB, signalDelivery, type DeliverJob } from '../../../outbox/queue-events.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { deliverDue, LIVE_EFFECTS, type DeliveryEffects } from './deliver.ts'
import { DUE, dueWebhooks } from './delivery-queries.ts'

// An address holds one slot; with a receiver that hangs for ten seconds the others still move.
const WORKERS = 4

export function webhookJobs(
  services: Services,
  effects: DeliveryEffects = LIVE_EFFECTS,
): JobSpec[] {
  return [
    {
      name: DELIVER_JOB,
      concurrency: WORKERS,
      later: true,
      handler: (data) => {
        const { company_id, id } = data as DeliverJob
        return deliverDue(serverOf(services, company_id), id, effects)
      },
    },
    { name: 'webhook.sweep', cron: '* * * * *', handler: () => sweepWebhooks(services) },
  ]
}

/** Wakes what lost its wake-up: a worker that died, a queue that was restored. */
export async function sweepWebhooks(services: Services): Promise<void> {
  await eachRow(services, DUE, await dueWebhooks(services.q), (db, { id }) =>
    inTransaction(db, (tx) => signalDelivery(tx, id)),
  )
}
