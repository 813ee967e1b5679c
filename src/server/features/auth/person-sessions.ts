import type { CallInput } from '#contract/core/call.ts'
import type { userSessions } from '#contract/user/user-sessions.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { forCompany, inTransaction, type Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { assertManageable, findManaged, mustManageNow } from '../user/people/manageable.ts'
import { lockUser } from '../user/user-queries.ts'
import { livingSessions, recentSignIns } from './auth-queries.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'

/** Own sign-ins and the wrong passwords under the own login, so that a person notices a stranger. */
export function listSignIns(db: Db): Promise<Answer<typeof userSessions.getSignIns>> {
  return recentSignIns(db, db.caller.userId!)
}

/** Where a person is signed in, for those who manage people. */
export async function listPersonSessions(
  db: Db,
  { query }: CallInput<typeof userSessions.superGetSessions>,
): Promise<Answer<typeof userSessions.superGetSessions>> {
  if (!(await findManaged(db, query.id))) refuse('common.not-found')
  const rows = await livingSessions(db, query.id)
  return rows.map((row) => ({ ...row, current: row.id === db.caller.session?.jti }))
}

/**
 * user/superEndSessions: signs another person out without blocking; open screens hear it at the commit, in every process. Own
 * sessions have `auth/endSessions`, which keeps the present one.
 */
export async function endPersonSessions(
  db: Db,
  { body }: CallInput<typeof userSessions.superEndSessions>,
): Promise<Answer<typeof userSessions.superEndSessions>> {
  const { id, ids, reason } = body
  const home = await findManaged(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id ?? NO_COMPANY), async (tx) => {
    await mustManageNow(tx)
    if (id === tx.caller.userId) refuse('user.self')
    // A sign-in of this moment waits: afterwards it is either ended or begun later.
    await assertManageable(tx, id, (await lockUser(tx, id))!)
    const ended = await endSessionsOf(tx, id, { ids })
    if (ended === 0) return { ok: true as const, ended }
    await forgetRights(tx, { userId: id })
    addAuditEvent(tx, { action: 'user.end-sessions', entity: 'user', id, after: { ended, reason } })
    return { ok: true as const, ended }
  })
}
