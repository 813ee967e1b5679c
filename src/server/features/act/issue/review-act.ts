import type { ActCommand } from '#contract/act/act-input.ts'
import { refuse } from '#http/refusal.ts'
import { refuseOwnFlags } from '../../../auth/rights/own-flags-queries.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { reviewFlags } from '../../../flags.ts'
import { changeAct, companyNow } from '../act-queries.ts'
import { acceptor } from './facts-queries.ts'
import { lockedAct } from '../locked-act.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'

type Review = Extract<ActCommand, { command: 'review' }>

/** A manager has looked at marks of an act (domain.md 6.5); the act itself stays as it is. */
export function reviewAct(db: Db, body: Review): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    mustMay(tx, 'exception.review')
    const act = await lockedAct(tx, body.id)
    if (act.version !== body.version) refuse('common.stale')
    await refuseOwnFlags(tx, 'act', act.id, body.flags)
    const { now: at } = await companyNow(tx)
    const by = (await acceptor(tx))?.full_name ?? ''
    const flags = reviewFlags(act.flags, body.flags, { at, by, note: body.note })
    await changeAct(tx, act.id, { flags: JSON.stringify(flags) })
    addAuditEvent(tx, {
      action: 'act.review',
      entity: 'act',
      id: act.id,
      after: { flags: body.flags },
    })
    return presentAct(tx, act.id)
  })
}
