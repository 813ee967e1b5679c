import { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { refuseOwnFlags } from '../../../auth/rights/own-flags-queries.ts'
import { mustMayCommand } from '../../../auth/rights/rights.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { reviewFlags } from '../../../flags.ts'
import { saveAct } from '../draft/save-act.ts'
import { changeAct, companyNow } from '../act-queries.ts'
import { lockedAct } from '../locked-act.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'
import { correctAct } from './correct-act.ts'
import { issueAct } from './issue-act.ts'
import { signAct } from './sign-act.ts'
import { voidAct } from './void-act.ts'
import { acceptor } from './facts-queries.ts'

/** act/update: one command over one act. */
export function updateAct(
  db: Db,
  { body }: CallInput<typeof act.update>,
): Promise<Answer<typeof act.update>> {
  // What dropping needs depends on the act: a draft is dropped by the right to change it.
  if (body.command !== 'void') mustMayCommand(db, act.update, body.command)
  switch (body.command) {
    case 'save':
      return saveAct(db, body)
    case 'issue':
      return issueAct(db, body)
    case 'sign':
      return signAct(db, body)
    case 'void':
      return voidAct(db, body)
    case 'correct':
      return correctAct(db, body)
    case 'review':
      return reviewAct(db, body)
  }
}

type Review = Extract<ActCommand, { command: 'review' }>

/** A manager has looked at marks of an act (domain.md 6.5); the act itself stays as it is. */
function reviewAct(db: Db, body: Review): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    const { id, version, flags: raised } = await lockedAct(tx, body.id)
    if (version !== body.version) refuse('common.stale')
    await refuseOwnFlags(tx, 'act', id, body.flags)
    const { now: at } = await companyNow(tx)
    const by = (await acceptor(tx))?.full_name ?? ''
    const flags = reviewFlags(raised, body.flags, { at, by, note: body.note })
    await changeAct(tx, id, { flags: JSON.stringify(flags) })
    addAuditEvent(tx, {
      action: 'act.review',
      entity: 'act',
      id,
      after: { flags: body.flags },
    })
    return presentAct(tx, id)
  })
}
