import type { CallInput } from '#contract/core/call.ts'
import type { MergeCounts } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { dryRun } from '../../../db/dry-run.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { clearFlag, raiseFlag } from '../../../flags.ts'
import type { Flag } from '#contract/core/flags.ts'
import { swapFields } from './swap-fields.ts'
import { rematchHolders } from '../method/holder.ts'
import { moveActs } from './move-acts.ts'
import { moveConsents } from './move-consents.ts'
import { moveMethods } from './move-methods.ts'
import { movePlain, redirectAliases } from './merge-queries.ts'
import { lockedSupplier, namesOf, presentSupplier } from '../record/present-supplier.ts'
import {
  changeSupplier,
  dealingsOf,
  findSupplierRow,
  type StoredSupplierRow,
} from '../record/supplier-queries.ts'
import { supplierChanges } from '../record/supplier-audit.ts'

type Body = CallInput<typeof supplier.merge>['body']

/**
 * supplier/mergeSuppliers: two records of one supplier become one (decision 17). What was issued keeps its words, what was paid
 * its payee; everything that only points at the dropped record points at the kept one afterwards.
 */
export async function mergeSuppliers(
  db: Db,
  input: CallInput<typeof supplier.merge>,
): Promise<Answer<typeof supplier.merge>> {
  const { body } = input
  if (body.dry_run) return dryRun(db, async (tx) => answerOf(tx, body, await merge(tx, body)))
  const moved = await inTransaction(db, (tx) => merge(tx, body))
  return answerOf(db, body, moved)
}

async function answerOf(db: Db, body: Body, moved: MergeCounts) {
  return { supplier: await presentSupplier(db, body.keep.id), moved }
}

async function merge(tx: Tx, body: Body): Promise<MergeCounts> {
  const { keep, drop } = await lockedPair(tx, body)
  await assertMergeable(tx, keep, drop)
  const approverId = await permission(tx, body)
  await swapFields(tx, keep, drop, body.take)
  await closeAlias(tx, keep, drop, body)
  const moved = {
    ...(await moveMethods(tx, drop.id, keep.id)),
    consents: await moveConsents(tx, drop.id, keep.id),
    acts: await moveActs(tx, drop.id, keep.id),
    ...(await movePlain(tx, drop.id, keep.id)),
  }
  const after = (await findSupplierRow(tx, keep.id))!
  await rematchHolders(tx, after)
  const auditDetails = { take: body.take, moved, ...(body.reason && { reason: body.reason }) }
  const changes = supplierChanges(keep, after)
  addAuditEvent(tx, {
    action: 'supplier.merge',
    entity: 'supplier',
    id: keep.id,
    before: changes.before,
    after: { ...changes.after, merged: drop.id, ...auditDetails },
    approverId,
  })
  addAuditEvent(tx, {
    action: 'supplier.merge',
    entity: 'supplier',
    id: drop.id,
    before: { status: drop.status },
    after: { status: 'archived', merged_into: keep.id, ...auditDetails },
    approverId,
  })
  return moved
}

/** Both rows under lock, in the order of their ids so that two merges of one pair never wait for each other. */
async function lockedPair(tx: Tx, body: Body) {
  if (body.keep.id === body.drop.id)
    refuse('common.validation', { fields: { 'drop.id': 'Выберите другого поставщика' } })
  const rows = new Map<string, StoredSupplierRow>()
  for (const id of [body.keep.id, body.drop.id].toSorted())
    rows.set(id, await lockedSupplier(tx, id))
  const [keep, drop] = [rows.get(body.keep.id)!, rows.get(body.drop.id)!]
  if (keep.version !== body.keep.version || drop.version !== body.drop.version)
    refuse('common.stale')
  return { keep, drop }
}

async function assertMergeable(
  tx: Tx,
  keep: StoredSupplierRow,
  drop: StoredSupplierRow,
): Promise<void> {
  if (keep.type !== drop.type) refuse('supplier.merge-kinds')
  if (keep.status === 'archived') refuse('common.bad-transition')
  const dealings = await dealingsOf(tx, drop.id)
  if (dealings.has_open_payment) refuse('supplier.running-payments')
  if (dealings.has_draft_act) refuse('supplier.has-drafts')
}

/** A preview needs only the right; the merge needs a reason and the confirmation of a second person. */
async function permission(tx: Tx, body: Body): Promise<string | null> {
  mustMay(tx, 'supplier.merge')
  if (body.dry_run) return null
  if (!body.reason)
    refuse('common.validation', { fields: { reason: 'Укажите причину, не короче 5 знаков' } })
  const ids = [body.keep.id, body.drop.id]
  const suppliers = [...(await namesOf(tx, [body.keep.id])), ...(await namesOf(tx, [body.drop.id]))]
  return requireApproval(tx, 'supplier.merge', {
    entity: 'supplier',
    ids,
    version: body.keep.version,
    about: { suppliers },
  })
}

// Marks of an own paper say nothing about another record's papers.
const OWN_MARKS = ['doc_expired', 'no_consent'] as const

/** Closes the duplicate; its stop-list mark passes to the remaining record, or a merge would evade it. */
async function closeAlias(
  tx: Tx,
  keep: StoredSupplierRow,
  drop: StoredSupplierRow,
  body: Body,
): Promise<void> {
  await redirectAliases(tx, drop.id, keep.id)
  await changeSupplier(tx, drop.id, {
    status: 'archived',
    status_reason: body.reason ?? null,
    merged_into: keep.id,
    merged_at: new Date().toISOString(),
  })
  const foreign = OWN_MARKS.reduce<Flag[]>((flags, code) => clearFlag(flags, code), drop.flags)
  const flags = foreign.reduce<Flag[]>(
    (all, flag) => raiseFlag(all, flag.code, flag.at),
    keep.flags,
  )
  await changeSupplier(tx, keep.id, {
    flags: JSON.stringify(flags),
    ...(drop.status === 'blocked' && {
      status: 'blocked',
      status_reason: keep.status === 'blocked' ? keep.status_reason : drop.status_reason,
    }),
  })
}
