import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { userSessions } from '#contract/user/user-sessions.ts'
import type { Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { inTransaction, forCompany, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { findUser, lockUser } from '../user/user-queries.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'
import { assertManageable, findManaged, mustManageNow } from '../user/people/manageable.ts'
import { livingSessions, recentSignIns } from './auth-queries.ts'
import { toOwnUser } from './own-user.ts'

/** The user of the session; asking does not prolong it. */
export async function validateToken(db: Db): Promise<Answer<typeof auth.validateJWT>> {
  const user = await findUser(db, db.caller.userId!)
  return toOwnUser(db, user!, db.caller.session!.byPasskey)
}

/** The other places where the user is signed in. */
export async function listSessions(db: Db): Promise<Answer<typeof auth.getSessions>> {
  const rows = await livingSessions(db, db.caller.userId!, { opened: true })
  return rows.map((row) => ({ ...row, current: row.id === db.caller.session?.jti }))
}

/** Ends own sessions only: the id of another person's session is ignored. */
export function endSessions(
  db: Db,
  { body }: CallInput<typeof auth.endSessions>,
): Promise<Answer<typeof auth.endSessions>> {
  const userId = db.caller.userId!
  return inTransaction(db, async (tx) => {
    const which = body.ids ? { ids: body.ids } : { except: db.caller.session?.jti }
    const ended = await endSessionsOf(tx, userId, which)
    await forgetRights(tx, { userId })
    if (ended > 0)
      addAuditEvent(tx, {
        action: 'auth.end-sessions',
        entity: 'user',
        id: userId,
        after: { ended },
      })
    return { ok: true, ended }
  })
}

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
 * user/superEndSessions: signs another person out without blocking; open screens are notified at the commit, in every process.
 * Own sessions have `auth/endSessions`, which keeps the present one.
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
