import { inTransaction, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { JobSpec } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { noteReturned } from '../price-step.ts'
import { lockPrices } from '../cell-queries.ts'
import { companiesWithDuePlans, DUE_PLANS, moveDuePlans } from './plan-queries.ts'

/** A planned price takes effect at its moment by itself; the job stores it and notifies open screens. */
export function priceJobs(services: Services): JobSpec[] {
  return [{ name: 'price.plans', cron: '* * * * *', handler: () => moveAllDue(services) }]
}

/** Safe to repeat: what has been moved is not found again. */
export async function moveAllDue(services: Services): Promise<void> {
  await eachRow(services, DUE_PLANS, await companiesWithDuePlans(services), (db) =>
    inTransaction(db, openPrices),
  )
}

/** The beginning of every change of prices: alone in the company, and with nothing left undone of the plans. */
export async function openPrices(tx: Tx): Promise<void> {
  await lockPrices(tx)
  const moved = await moveDuePlans(tx)
  await noteReturned(tx, moved)
  if (moved.length > 0)
    addAuditEvent(tx, {
      action: 'price.plan_due',
      entity: 'price_cell',
      id: moved[0]!.product_id,
      after: { cells: moved.length },
    })
}
