import type { CallInput } from '#contract/core/call.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { settleDefault } from './method-default.ts'
import { changeMethod, findMethod, paymentsOfMethod, removeMethod } from './method-queries.ts'
import { methodAudit } from './method-row.ts'
import { lockedSupplier } from '../record/present-supplier.ts'
import { assertNoPayments } from './set-method-status.ts'

/** supplier/deletePaymentMethod: what was never paid to goes, the rest is archived (domain.md 3.8). */
export function deleteMethod(
  db: Db,
  input: CallInput<typeof supplier.deleteMethod>,
): Promise<{ ok: true; archived: boolean }> {
  const { supplierId, paymentMethodId } = input.query
  return inTransaction(db, async (tx) => ({
    ok: true,
    archived: await drop(tx, supplierId, paymentMethodId),
  }))
}

async function drop(tx: Tx, supplierId: string, id: string): Promise<boolean> {
  const owner = await lockedSupplier(tx, supplierId)
  const row = await findMethod(tx, owner.id, id)
  if (!row) refuse('common.not-found')
  if (row.status === 'archived') return true
  await assertNoPayments(tx, id)
  const archived = (await paymentsOfMethod(tx, id)).any || row.used_count > 0
  if (archived) await changeMethod(tx, id, { status: 'archived', is_default: false })
  else await removeMethod(tx, id)
  await settleDefault(tx, owner.id)
  addAuditEvent(tx, {
    action: archived ? 'method.archive' : 'method.delete',
    entity: 'payment_method',
    id,
    before: methodAudit(row),
  })
  return archived
}
