import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { dropBrowsersOf } from '../user/push/push-queries.ts'
import * as queries from './auth-queries.ts'
import { provePassword } from './prove-password.ts'
import { refuseWeak } from './password/refuse-weak.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'

/** The old password is asked for, guesses of it are counted, and every other session ends. */
export async function changePassword(
  db: Db,
  { body }: CallInput<typeof auth.changePassword>,
): Promise<Answer<typeof auth.changePassword>> {
  const userId = db.caller.userId!
  const person = await provePassword(db, userId, body.old_password, 'old_password')
  refuseWeak(body.new_password, person, 'new_password')
  if (body.new_password === body.old_password)
    refuse('auth.weak-password', { fields: { new_password: 'Это прежний пароль' } })
  const hash = await hashPassword(body.new_password)
  return inTransaction(db, async (tx) => {
    const now = await queries.lockById(tx, userId)
    if (now?.password_hash !== person.password_hash) refuse('auth.wrong-password')
    await queries.storePassword(tx, userId, hash)
    await endSessionsOf(tx, userId, { except: db.caller.session?.jti })
    await dropBrowsersOf(tx, userId)
    await forgetRights(tx, { userId })
    addAuditEvent(tx, { action: 'auth.change-password', entity: 'user', id: userId })
    return { ok: true }
  })
}
