import type { CallInput } from '#contract/core/call.ts'
import type { product } from '#contract/price/product.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { changeProduct, isUntouched, lockCatalogue, removeProduct } from './product-queries.ts'
import { productAudit } from './product-row.ts'

/** product/delete: what nothing refers to goes, the rest is archived and hidden from new documents (domain.md 3.9). */
export function deleteProduct(
  db: Db,
  input: CallInput<typeof product.delete>,
): Promise<{ ok: true; archived: boolean }> {
  return inTransaction(db, async (tx) => ({ ok: true, archived: await drop(tx, input.query.id) }))
}

async function drop(tx: Tx, id: string): Promise<boolean> {
  const nodes = await lockCatalogue(tx)
  const node = nodes.find((one) => one.id === id)
  if (!node) refuse('common.not-found')
  if (node.status === 'archived') return true
  if (nodes.some((one) => one.parent_id === id && one.status === 'active'))
    refuse('product.not-empty')
  const archived = !(await isUntouched(tx, id))
  if (archived) await changeProduct(tx, id, { status: 'archived' })
  else await removeProduct(tx, id)
  addAuditEvent(tx, {
    action: archived ? 'product.archive' : 'product.delete',
    entity: 'product',
    id,
    before: productAudit(node),
  })
  return archived
}
