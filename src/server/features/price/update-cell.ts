import type { CallInput } from '#contract/call.ts'
import type { PriceCell, price } from '#contract/price.ts'
import type * as z from 'zod/mini'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { columnStatus, lockCell, productKind, writeCells, type CellRow } from './cell-queries.ts'

type Body = CallInput<typeof price.updateCell>['body']
type Cell = Exclude<Body, { cells: unknown }>
type Result = Exclude<Answer<typeof price.updateCell>, z.input<typeof PriceCell>>[number]

/** price/updateCell: one price, or up to 200 that each succeed or fail for themselves (web.md 4.5). */
export async function updateCell(
  db: Db,
  input: CallInput<typeof price.updateCell>,
): Promise<Answer<typeof price.updateCell>> {
  const { body } = input
  if (!('cells' in body)) return inTransaction(db, (tx) => write(tx, body))
  // One transaction for the block; locks are taken in one order, so two pasted blocks never wait for each other in a ring.
  const order = body.cells
    .map((cell, index) => ({ cell, index, key: `${cell.product_id}:${cell.column_id}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const results: Result[] = Array.from({ length: order.length })
  await inTransaction(db, async (tx) => {
    for (const { cell, index } of order) results[index] = await attempt(tx, cell)
  })
  return results
}

async function attempt(tx: Tx, cell: Cell): Promise<Result> {
  const { product_id, column_id } = cell
  try {
    const { price_kop, version } = await write(tx, cell)
    return { product_id, column_id, ok: true, price_kop, version }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const stands = await lockCell(tx, product_id, column_id)
    return {
      product_id,
      column_id,
      ok: false,
      ...(stands && { price_kop: stands.price_kop, version: stands.version }),
      code: error.code,
      message: error.message,
    }
  }
}

/** Judges everything before the first statement that writes, so that a refused cell leaves the block's transaction whole. */
async function write(tx: Tx, cell: Cell): Promise<CellRow> {
  const { product_id, column_id, price_kop } = cell
  const kind = await productKind(tx, product_id)
  const column = await columnStatus(tx, column_id)
  if (!kind || !column) refuse('common.not-found')
  if (kind === 'group') refuse('price.group-has-no-price')
  if (column === 'deleted') refuse('price.column-deleted')
  const before = await lockCell(tx, product_id, column_id)
  if (before?.version !== cell.version) refuse('common.stale')
  if (before && before.price_kop === price_kop) return before
  const old = before?.price_kop ?? null
  await writeCells(tx, [{ product_id, column_id, old_kop: old, new_kop: price_kop }], 'cell')
  trace(tx, {
    action: 'price.set',
    entity: 'price_cell',
    id: product_id,
    before: { column_id, price_kop: old },
    after: { column_id, price_kop },
  })
  return { product_id, column_id, price_kop, version: (before?.version ?? 0) + 1 }
}
