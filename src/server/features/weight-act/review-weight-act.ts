import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { WeightActCommand } from '#contract/weight-act/weight-act.ts'
import { refuse } from '#http/refusal.ts'
import { refuseOwnFlags } from '../../auth/rights/own-flags-queries.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { reviewFlags } from '../../flags.ts'
import { lockedWeightAct, presentWeightAct } from './read/present-weight-act.ts'
import { changeWeightAct } from './weight-act-queries.ts'

type Review = Extract<WeightActCommand, { command: 'review' }>

/** `review`: a manager has looked at marks (domain.md 6.5); looking again changes nothing. */
export async function reviewWeightAct(db: Db, body: Review): Promise<WeightActWithLines> {
  mustMay(db, 'exception.review')
  return inTransaction(db, async (tx) => {
    const stands = await lockedWeightAct(tx, body.id)
    if (stands.version !== body.version) refuse('common.stale')
    await refuseOwnFlags(tx, 'weight_act', body.id, body.flags)
    const flags = reviewFlags(stands.flags, body.flags, {
      at: new Date().toISOString(),
      by: tx.caller.session?.fullName ?? '',
      note: body.note,
    })
    await changeWeightAct(tx, body.id, { flags: JSON.stringify(flags) })
    addAuditEvent(tx, {
      action: 'weight_act.review',
      entity: 'weight_act',
      id: body.id,
      after: { flags: body.flags, note: body.note ?? null },
    })
    return presentWeightAct(tx, body.id)
  })
}
