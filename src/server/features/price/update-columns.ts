import type { CallInput } from '#contract/call.ts'
import type { price } from '#contract/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { bulkDeltaPrice, bulkPercentPrice } from '../../arithmetic/amounts.ts'
import { mustMay } from '../../auth/rights.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { columnStatus, lockCellsOfColumn, productsExist, writeCells } from './cell-queries.ts'
import { getPrice } from './get-price.ts'
import { lockColumns, reorderColumns } from './price-queries.ts'

type Body = CallInput<typeof price.updateColumns>['body']
type Bulk = Extract<Body, { bulk: unknown }>['bulk']

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
    await inTransaction(db, (tx) => changeAll(tx, body.bulk))
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
      trace(tx, { action: 'price_column.order', entity: 'price_column', id, after: { place } })
}

async function changeAll(tx: Tx, bulk: Bulk): Promise<void> {
  const status = await columnStatus(tx, bulk.column_id)
  if (!status) refuse('common.not-found')
  if (status === 'deleted') refuse('price.column-deleted')
  if (bulk.product_ids && !(await productsExist(tx, bulk.product_ids))) refuse('common.not-found')
  const cells = await lockCellsOfColumn(tx, bulk.column_id, bulk.product_ids)
  const changes = cells
    .map(({ product_id, column_id, price_kop }) => ({
      product_id,
      column_id,
      old_kop: price_kop!,
      new_kop: newPrice(price_kop!, bulk),
    }))
    .filter((change) => change.new_kop !== change.old_kop)
  await writeCells(tx, changes, 'bulk')
  const { product_ids: _ids, ...told } = bulk
  trace(tx, {
    action: 'price.bulk',
    entity: 'price_column',
    id: bulk.column_id,
    after: { ...told, cells: changes.length },
  })
}

/** domain.md 5: percent is rounded to a step, a sum is simply added; a price that numbers cannot hold is refused. */
function newPrice(old: number, bulk: Bulk): number {
  try {
    return bulk.mode === 'percent'
      ? bulkPercentPrice(old, bulk.bp, bulk.round_to_kop)
      : bulkDeltaPrice(old, bulk.delta_kop)
  } catch (error) {
    if (error instanceof RangeError) refuse('common.number-range')
    throw error
  }
}
