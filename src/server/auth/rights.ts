import { actions, type ActionCode } from '#contract/actions.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../db/handle.ts'
import type { Grant } from './grants.ts'
import { NO_COMPANY } from '../db/uuid.ts'

/** True when the caller holds the right, whatever its confirmation. */
export function may(db: Db, action: ActionCode): boolean {
  return db.caller.session?.grants.has(action) ?? false
}

/** The caller's grant, or `access.denied` that names the right. The server itself (jobs, seed) may everything. */
export function mustMay(db: Db, action: ActionCode): Grant {
  const { session } = db.caller
  if (!session && db.caller.userId === null && db.companyId !== NO_COMPANY)
    return { confirm: 'none', maxKop: null, maxBp: null }
  const grant = session?.grants.get(action)
  return (
    grant ?? refuse('access.denied', { message: `Недостаточно прав: «${actions[action].title}»` })
  )
}
