import type { ActionCode } from '#contract/core/actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { SupplierStatus } from '#contract/supplier/supplier-kinds.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { may, mustMay } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { runBatch, type RowResult } from '../../../list/run-batch.ts'
import { lockedSupplier, namesOf, presentSupplier } from './present-supplier.ts'
import { changeSupplier, dealingsOf, type SupplierRow, statusesOf } from './supplier-queries.ts'
import { missingOf } from './supplier-row.ts'

type Body = CallInput<typeof supplier.setStatus>['body']

// domain.md 3.6: the right that a step needs.
const STEPS: Record<SupplierStatus, Partial<Record<SupplierStatus, ActionCode>>> = {
  draft: { active: 'supplier.edit', blocked: 'supplier.block', archived: 'supplier.block' },
  active: { blocked: 'supplier.block', archived: 'supplier.block' },
  blocked: { active: 'supplier.unblock', draft: 'supplier.unblock' },
  archived: { active: 'supplier.edit' },
}

/** supplier/setSuppliersStatus: each supplier is handled separately; one PIN confirms the unblocking of all that were sent. */
export async function setSuppliersStatus(
  db: Db,
  input: CallInput<typeof supplier.setStatus>,
): Promise<RowResult<Supplier>[]> {
  const { body } = input
  authorizeStatus(db, body.new_status)
  const freed = await confirmUnblocking(db, body)
  const ids = [...new Set(body.ids)].map((id) => ({ id }))
  const results = await runBatch(ids, ({ id }) => setStatus(db, id, body, freed))
  return results as RowResult<Supplier>[]
}

/** Refuses a caller without the right to set this status before any row is read. */
function authorizeStatus(db: Db, to: SupplierStatus): void {
  const rights = Object.values(STEPS).flatMap((steps) => steps[to] ?? [])
  if (!rights.some((right) => may(db, right))) mustMay(db, rights[0]!)
}

async function confirmUnblocking(db: Db, body: Body): Promise<ReadonlySet<string>> {
  if (!STEPS.blocked[body.new_status]) return new Set()
  const ids = await statusesOf(db, body.ids, 'blocked')
  if (ids.length > 0) {
    const about = {
      suppliers: await namesOf(db, ids),
      ...(body.reason !== undefined && { note: body.reason }),
    }
    await inTransaction(db, (tx) =>
      requireApproval(tx, 'supplier.unblock', { entity: 'supplier', ids, about }),
    )
  }
  return new Set(ids)
}

async function setStatus(
  db: Db,
  id: string,
  body: Body,
  freed: ReadonlySet<string>,
): Promise<Supplier> {
  await inTransaction(db, (tx) => move(tx, id, body, freed))
  return presentSupplier(db, id)
}

async function move(tx: Tx, id: string, body: Body, freed: ReadonlySet<string>): Promise<void> {
  const row = await lockedSupplier(tx, id)
  const from = row.status as SupplierStatus
  const to = body.new_status
  if (from === to) return
  const right = STEPS[from][to]
  if (!right) refuse('common.bad-transition')
  mustMay(tx, right)
  // Blocked by another user since the PIN was requested, so the confirmation did not include it.
  if (right === 'supplier.unblock' && !freed.has(id)) refuse('common.stale')
  await assertStep(tx, row, to)
  await changeSupplier(tx, id, {
    status: to,
    status_reason: to === 'active' ? null : (body.reason ?? null),
  })
  addAuditEvent(tx, {
    action: 'supplier.status',
    entity: 'supplier',
    id,
    before: { status: from },
    after: { status: to, ...(body.reason && { reason: body.reason }) },
    approverId: right === 'supplier.unblock' ? (tx.caller.approvedBy ?? null) : null,
  })
}

async function assertStep(tx: Tx, row: SupplierRow, to: SupplierStatus): Promise<void> {
  if (to === 'active') assertComplete(row)
  if (to !== 'archived') return
  const dealings = await dealingsOf(tx, row.id)
  if (dealings.has_draft_act) refuse('supplier.has-drafts')
  if (dealings.has_open_payment) refuse('supplier.running-payments')
}

function assertComplete(row: SupplierRow): void {
  const missing = missingOf(row)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map(({ field, message }) => [field, message]))
  refuse('supplier.incomplete', { fields })
}
