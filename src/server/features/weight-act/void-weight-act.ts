import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { WeightActCommand } from '#contract/weight-act/weight-act.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../auth/rights/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { lockedWeightAct, presentWeightAct } from './read/present-weight-act.ts'
import { releaseVisits } from './visit-queries.ts'
import { changeWeightAct, type LockedWeightAct } from './weight-act-queries.ts'

type Void = Extract<WeightActCommand, { command: 'void' }>

/** `void` with a PIN: the visits are free again, the number stays used (domain.md 3.12). */
export async function voidWeightAct(db: Db, body: Void): Promise<WeightActWithLines> {
  return inTransaction(db, async (tx) => {
    const stands = await lockedWeightAct(tx, body.id)
    if (stands.status !== 'void') await annulChecked(tx, stands, body)
    return presentWeightAct(tx, body.id)
  })
}

async function annulChecked(tx: Tx, stands: LockedWeightAct, body: Void): Promise<void> {
  if (stands.auto) refuse('weight-act.auto')
  if (stands.version !== body.version) refuse('common.stale')
  if (stands.status === 'attached') refuse('common.bad-transition')
  const { number, carnumber, supplier_name, net_g } = await presentWeightAct(tx, stands.id)
  await requireApproval(tx, 'weightact.void', {
    entity: 'weight_act',
    ids: [stands.id],
    version: stands.version,
    about: {
      number,
      carnumber,
      suppliers: supplier_name ? [supplier_name] : [],
      weight_g: net_g,
      note: body.reason,
    },
  })
  await annul(tx, stands, body.reason)
}

/** Makes a weight act void and frees its visits; the caller has checked that the status allows it. */
export async function annul(tx: Tx, stands: LockedWeightAct, reason: string): Promise<void> {
  const { id, status } = stands
  await releaseVisits(tx, id)
  await changeWeightAct(tx, id, { status: 'void', void_reason: reason, act_id: null })
  addAuditEvent(tx, {
    action: 'weight_act.void',
    entity: 'weight_act',
    id,
    before: { status },
    after: { status: 'void', void_reason: reason },
  })
}
