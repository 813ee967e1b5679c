import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { findUser } from '../user/user-queries.ts'
import { livingSessions } from './auth-queries.ts'
import { toOwnUser } from './own-user.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'

/** Whose the session is; asking does not prolong it. */
export async function validateToken(db: Db): Promise<Answer<typeof auth.validateJWT>> {
  const user = await findUser(db, db.caller.userId!)
  return toOwnUser(db, user!, db.caller.session!.byPasskey)
}

/** Where else a person is signed in. */
export async function listSessions(db: Db): Promise<Answer<typeof auth.getSessions>> {
  const rows = await livingSessions(db, db.caller.userId!, { opened: true })
  return rows.map((row) => ({ ...row, current: row.id === db.caller.session?.jti }))
}

/** Ends own sessions only: a stranger's id among the named ones counts for nothing. */
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
