import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { refresh } from '#web/api/use-call.ts'

/** Moves a complete draft to active; what is not complete or not a draft stays as it is. */
export async function activateSupplier(row: Supplier): Promise<Supplier> {
  if (row.status !== 'draft' || row.kyc !== 'complete') return row
  const [outcome] = await sendApproved(supplier.setStatus, {
    body: { ids: [row.id], new_status: 'active' },
  })
  await refresh([supplier.getAll, supplier.get, supplier.find])
  return outcome?.row ?? row
}
