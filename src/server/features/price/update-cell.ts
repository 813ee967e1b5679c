import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import type { PriceCell } from '#contract/price/price-entities.ts'
import type { price } from '#contract/price/price.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import type * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { canonical, addAuditEvent } from '../../db/audit.ts'
import { factsOfCells, writeCells, type CellChange, type CellFacts } from './cell-queries.ts'
import { confirmChanges, noteReturned } from './price-step.ts'
import { openPrices } from './plan/move-due-plans.ts'

type Body = CallInput<typeof price.updateCell>['body']
type Cell = Omit<Exclude<Body, { cells: unknown }>, 'reason'>
type Result = Exclude<Answer<typeof price.updateCell>, z.input<typeof PriceCell>>[number]

/** price/updateCell: one price, or a block whose cells each succeed or fail for themselves (screens.md 4.5). */
export async function updateCell(
  db: Db,
  input: CallInput<typeof price.updateCell>,
): Promise<Answer<typeof price.updateCell>> {
  const { body } = input
  if ('cells' in body) return inTransaction(db, (tx) => writeAll(tx, body.cells, body.reason))
  return inTransaction(db, async (tx) => {
    const [result] = await writeAll(tx, [body], body.reason)
    if (!result!.ok) refuse(result!.code as RefusalCode)
    const { product_id, column_id, price_kop, version } = result!
    return { product_id, column_id, price_kop: price_kop!, version: version! }
  })
}

/** Validates the block with one read and writes it in two statements, because a paste may contain thousands of cells. */
async function writeAll(
  tx: Tx,
  cells: readonly Cell[],
  reason: string | undefined,
): Promise<Result[]> {
  await openPrices(tx)
  const facts = await factsOfCells(tx, cells)
  const seen = new Set<string>()
  const changes: CellChange[] = []
  const results = cells.map((cell, i): Result => {
    const { product_id, column_id, price_kop } = cell
    const key = `${product_id} ${column_id}`
    // A cell that is named twice has changed under its second naming.
    const code = seen.has(key) ? 'common.stale' : problemOf(cell, facts[i]!)
    seen.add(key)
    if (code) return refusedCell(cell, facts[i]!, code)
    const { price_kop: old, version } = facts[i]!
    if (version !== null && old === price_kop)
      return { product_id, column_id, ok: true, price_kop, version }
    changes.push({ product_id, column_id, old_kop: old, new_kop: price_kop })
    return { product_id, column_id, ok: true, price_kop, version: (version ?? 0) + 1 }
  })
  const approverId = await confirmChanges(tx, changes, reason)
  await writeCells(tx, changes, 'cell')
  await noteReturned(tx, changes)
  note(tx, changes, approverId === null ? {} : { reason, approverId })
  return results
}

function problemOf(cell: Cell, facts: CellFacts): RefusalCode | undefined {
  if (facts.kind === null || facts.column_status === null) return 'common.not-found'
  if (facts.kind === 'group') return 'price.group-has-no-price'
  if (facts.column_status === 'deleted') return 'price.column-deleted'
  return (facts.version ?? undefined) === cell.version ? undefined : 'common.stale'
}

function refusedCell({ product_id, column_id }: Cell, facts: CellFacts, code: RefusalCode): Result {
  const { price_kop, version } = facts
  const stands = version !== null && code === 'common.stale'
  const [, message] = refusals[code]
  return {
    product_id,
    column_id,
    ok: false,
    ...(stands && { price_kop, version }),
    code,
    message,
  }
}

// Beyond it the chain, which is written link by link, would cost more than the block itself.
const TOLD_ONE_BY_ONE = 20

/** A few changes are audited individually; a large block by its size and a digest of its history lines. */
function note(
  tx: Tx,
  changes: readonly CellChange[],
  { reason, approverId = null }: { reason?: string | undefined; approverId?: string | null },
): void {
  const why = reason === undefined ? {} : { reason }
  if (changes.length > TOLD_ONE_BY_ONE) {
    const digest = createHash('sha256').update(canonical(changes)).digest('hex')
    addAuditEvent(tx, {
      action: 'price.block',
      entity: 'price_cell',
      id: changes[0]!.product_id,
      after: { cells: changes.length, sha256: digest, ...why },
      approverId,
    })
    return
  }
  for (const { product_id, column_id, old_kop, new_kop } of changes)
    addAuditEvent(tx, {
      action: 'price.set',
      entity: 'price_cell',
      id: product_id,
      before: { column_id, price_kop: old_kop },
      after: { column_id, price_kop: new_kop, ...why },
      approverId,
    })
}
