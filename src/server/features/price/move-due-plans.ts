import { SERVER_CALLER } from '../../auth/caller.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { lockPrices } from './cell-queries.ts'
import { companiesWithDuePlans, moveDuePlans } from './plan-queries.ts'

/** A planned price is in force from its moment by itself; the job writes it down and tells open screens. */
export function priceJobs(services: Services): JobSpec[] {
  return [{ name: 'price.plans', cron: '* * * * *', handler: () => moveAllDue(services) }]
}

/** Safe to repeat: what has been moved is not found again. */
export async function moveAllDue(services: Services): Promise<void> {
  for (const companyId of await companiesWithDuePlans(services)) {
    const db: Db = { q: services.q, companyId, caller: SERVER_CALLER, services }
    await inTransaction(db, openPrices)
  }
}

/** The beginning of every change of prices: alone in the company, and with nothing left undone of the plans. */
export async function openPrices(tx: Tx): Promise<void> {
  await lockPrices(tx)
  const moved = await moveDuePlans(tx)
  if (moved.length > 0)
    trace(tx, {
      action: 'price.plan_due',
      entity: 'price_cell',
      id: moved[0]!.product_id,
      after: { cells: moved.length },
    })
}
