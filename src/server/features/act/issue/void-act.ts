import { act as actCalls } from '#contract/act/act.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import type { Flag } from '#contract/core/flags.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { mustMayCommand } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { addFlags } from '../../../flags.ts'
import { shorten } from '../../../text/shorten.ts'
import { namesOf } from '../../supplier/record/present-supplier.ts'
import { releaseWeightActs } from '../../weight-act/attach-to-act.ts'
import { addToDay, changeAct, type LockedAct } from '../act-queries.ts'
import { lockedAct } from '../locked-act.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'

type Void = Extract<ActCommand, { command: 'void' }>

/** draft, issued, signed → void (domain.md 3.13): sources are free again, a number stays used. */
export function voidAct(db: Db, body: Void): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    const act = await lockedAct(tx, body.id)
    if (act.status === 'void') return presentAct(tx, act.id)
    if (act.version !== body.version) refuse('common.stale')
    mustMayCommand(tx, actCalls.update, act.status === 'draft' ? 'save' : 'void')
    if (act.status !== 'draft') await assertVoidable(tx, act, body.reason)
    await releaseWeightActs(tx, act.id)
    await annulAct(tx, act, { void_reason: body.reason ?? null })
    return presentAct(tx, act.id)
  })
}

/** Refuses to void an issued act for these reasons: payments, a missing reason, a missing PIN. */
export async function assertVoidable(
  tx: Tx,
  act: LockedAct,
  reason: string | undefined,
): Promise<void> {
  if (act.paid_kop > 0 || act.reserved_kop > 0) refuse('act.has-payments')
  if (reason === undefined) refuse('common.validation', { fields: { reason: 'Укажите причину' } })
  const { id, version, number, net_g, total_kop } = act
  const suppliers = await namesOf(tx, [act.supplier_id])
  const about = { number, suppliers, weight_g: net_g, total_kop, note: reason }
  await requireApproval(tx, 'act.void', { entity: 'act', ids: [id], version, about })
}

/** Marks the act void and takes it out of the figures of its day. */
export async function annulAct(
  tx: Tx,
  act: LockedAct,
  values: { void_reason: string | null; corrected_by?: string },
): Promise<void> {
  const wasIssued = act.status !== 'draft'
  const why = shorten(values.void_reason ?? '', 500)
  const flags = addFlags(act.flags as Flag[], [{ code: 'voided', why, kop: act.total_kop }])
  await changeAct(tx, act.id, {
    ...values,
    status: 'void',
    ...(wasIssued && { flags: JSON.stringify(flags) }),
  })
  if (act.date !== null) await addToDay(tx, { ...act, date: act.date }, -1)
  addAuditEvent(tx, {
    action: 'act.void',
    entity: 'act',
    id: act.id,
    before: { status: act.status },
    after: { status: 'void', ...values },
  })
}
