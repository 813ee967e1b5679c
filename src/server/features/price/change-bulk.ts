import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { bulkDeltaPrice, bulkPercentPrice } from '../../arithmetic/amounts.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { cellsOfColumn, columnStatus, productsExist, writeCells } from './cell-queries.ts'
import { confirmChanges, noteReturned } from './price-step.ts'
import { openPrices } from './plan/move-due-plans.ts'

export type Bulk = CallInput<typeof price.preview>['body']['bulk']

/** One change over many prices of a column, each with its line in the past. */
export async function changeAll(tx: Tx, bulk: Bulk, reason: string | undefined): Promise<void> {
  await openPrices(tx)
  const changes = await changesOf(tx, bulk)
  const approverId = await confirmChanges(tx, changes, reason)
  await writeCells(tx, changes, 'bulk')
  await noteReturned(tx, changes)
  const { product_ids: _ids, ...told } = bulk
  addAuditEvent(tx, {
    action: 'price.bulk',
    entity: 'price_column',
    id: bulk.column_id,
    after: {
      ...told,
      cells: changes.length,
      ...(approverId !== null && { reason }),
    },
    approverId,
  })
}

const FIRST = 10

/** price/previewColumns: the same reading and arithmetic, nothing written (screens.md 10). */
export async function previewBulk(
  db: Db,
  input: CallInput<typeof price.preview>,
): Promise<Answer<typeof price.preview>> {
  const changes = await changesOf(db, input.body.bulk)
  const first = changes
    .slice(0, FIRST)
    .map(({ product_id, name, old_kop, new_kop }) => ({ product_id, name, old_kop, new_kop }))
  return { changes: changes.length, first }
}

async function changesOf(db: Db | Tx, bulk: Bulk) {
  const status = await columnStatus(db, bulk.column_id)
  if (!status) refuse('common.not-found')
  if (status === 'deleted') refuse('price.column-deleted')
  if (bulk.product_ids && !(await productsExist(db, bulk.product_ids))) refuse('common.not-found')
  const cells = await cellsOfColumn(db, bulk.column_id, bulk.product_ids)
  return cells
    .map(({ price_kop, ...cell }) => ({
      ...cell,
      old_kop: price_kop!,
      new_kop: newPrice(price_kop!, bulk),
    }))
    .filter((change) => change.new_kop !== change.old_kop)
}

/** domain.md 5, and after a sum too: the new price is a multiple of the step; one that numbers cannot hold is refused. */
function newPrice(old: number, bulk: Bulk): number {
  try {
    return bulk.mode === 'percent'
      ? bulkPercentPrice(old, bulk.bp, bulk.round_to_kop)
      : bulkDeltaPrice(old, bulk.delta_kop, bulk.round_to_kop)
  } catch (error) {
    if (error instanceof RangeError) refuse('common.number-range')
    throw error
  }
}
