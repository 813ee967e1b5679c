import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { WeightActCommand } from '#contract/weight-act/weight-act.ts'
import { refuse } from '#http/refusal.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { dryRun } from '../../db/dry-run.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { lineRows } from './line-queries.ts'
import { lockedWeightAct, presentWeightAct, toLineInput } from './read/present-weight-act.ts'
import { storeWeightAct } from './store-weight-act.ts'
import { visitsOf } from './visit-queries.ts'

type Save = Extract<WeightActCommand, { command: 'save' }>

/** `save`: a new draft or a change of one; a dry run answers the same and leaves nothing behind. */
export async function saveWeightAct(db: Db, body: Save): Promise<WeightActWithLines> {
  mustMay(db, 'weightact.edit')
  if (!body.dry_run)
    return inTransaction(db, async (tx) => presentWeightAct(tx, await save(tx, body)))
  const answer = await dryRun(db, async (tx) => presentWeightAct(tx, await save(tx, body)))
  // Only saving assigns the number, so another operator may get it first.
  return body.id ? answer : { ...answer, number: '' }
}

async function save(tx: Tx, body: Save): Promise<string> {
  if (body.id !== undefined) return change(tx, body, body.id)
  const stamp = idempotencyKeyOf(body)
  const earlierId = body.dry_run ? undefined : await findEarlierCopy(tx, 'weight_act', stamp)
  if (earlierId) return earlierId
  return storeWeightAct(tx, {
    visitIds: body.transaction_ids!,
    lines: body.lines ?? [],
    supplierId: body.supplier_id,
    siteId: body.site_id,
    controllerId: body.controller_id,
    stamp,
  })
}

async function change(tx: Tx, body: Save, id: string): Promise<string> {
  const stands = await lockedWeightAct(tx, id)
  if (stands.version !== body.version) refuse('common.stale')
  if (stands.auto) refuse('weight-act.auto')
  if (stands.status !== 'draft') refuse('weight-act.frozen')
  const visitIds = body.transaction_ids ?? (await visitsOf(tx, [id])).map((visit) => visit.id)
  const rows = await lineRows(tx, [id])
  const keptRows = rows.filter((row) => visitIds.includes(row.transaction_id))
  return storeWeightAct(tx, {
    stands,
    visitIds,
    lines: body.lines ?? keptRows.map(toLineInput),
    stored: rows,
    supplierId: body.supplier_id,
    siteId: body.site_id,
    controllerId: body.controller_id,
  })
}
