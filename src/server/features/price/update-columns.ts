import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { changeAll } from './change-bulk.ts'
import { getPrice } from './get-price.ts'
import { lockColumns, reorderColumns } from './price-queries.ts'

/** price/updateColumns: the order of the columns, or one change over many prices, in one transaction. */
export async function updateColumns(
  db: Db,
  input: CallInput<typeof price.updateColumns>,
): Promise<Answer<typeof price.updateColumns>> {
  const { body } = input
  if ('order' in body) {
    mustMay(db, 'price.columns')
    await inTransaction(db, (tx) => reorder(tx, body.order))
  } else {
    mustMay(db, 'price.edit')
    await inTransaction(db, (tx) => changeAll(tx, body.bulk, body.reason))
  }
  return getPrice(db)
}

async function reorder(tx: Tx, order: readonly string[]): Promise<void> {
  const active = (await lockColumns(tx)).filter((column) => column.status === 'active')
  const ids = new Set(active.map((column) => column.id))
  if (order.some((id) => !ids.has(id))) refuse('common.not-found')
  if (new Set(order).size !== ids.size || order.length !== ids.size)
    refuse('common.validation', { fields: { order: 'Назовите каждую колонку один раз' } })
  await reorderColumns(tx, order)
  const before = active.map((column) => column.id)
  for (const [place, id] of order.entries())
    if (before[place] !== id)
      addAuditEvent(tx, {
        action: 'price_column.order',
        entity: 'price_column',
        id,
        after: { place },
      })
}
