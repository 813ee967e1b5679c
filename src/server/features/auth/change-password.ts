import { createHash } from 'node:crypto'
import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { refuseStaleSignIn } from '../../auth/fresh-sign-in.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { addressBlock } from '../../auth/limits/address.ts'
import { countTry, takeBack } from '../../auth/limits/try-queries.ts'
import { dropBrowsersOf } from '../user/push/push-queries.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'
import { mayLetIn } from '../user/people/manageable.ts'
import { findUser } from '../user/user-queries.ts'
import * as queries from './auth-queries.ts'
import { provePassword } from './prove-password.ts'
import { refuseWeak } from './password/refuse-weak.ts'
import { leavePerson } from './linked/linked-queries.ts'
import { forgiveGuesses } from './sign-in-tries.ts'
import { asPerson } from './open-session.ts'

/**
 * The old password is asked for, guesses of it are counted, and every other session ends. Whoever signs in by a code too has to have
 * done so just now: the password is the half of it that is easier to steal.
 */
export async function changePassword(
  db: Db,
  { body }: CallInput<typeof auth.changePassword>,
): Promise<Answer<typeof auth.changePassword>> {
  const userId = db.caller.userId!
  const session = db.caller.session!
  if (session.hasSecondFactor) refuseStaleSignIn(db.services.config, session)
  const person = await provePassword(db, userId, body.old_password, 'old_password')
  await refuseWeak(db, body.new_password, person, 'new_password')
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

type Call = typeof auth.updatePasswordWithTempLink

/**
 * Sets a password by a link that is used once, while its maker may still let the person in. A dead link has one answer for all causes; a weak password leaves the link
 * valid; all sessions end (security.md 4.4).
 */
export async function useTemporaryLink(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const tries = { name: 'link', key: `link:${addressBlock(db.caller.ip)}`, max: 10, minutes: 1 }
  const { allowed } = await countTry(db, tries)
  if (!allowed) refuse('common.too-many')
  const tokenHash = createHash('sha256').update(body.token).digest()
  const userId = await queries.findLink(db, tokenHash)
  const person = userId && (await queries.findById(db, userId))
  if (!person) return refuse('auth.link-invalid')
  // Guesses of a link are counted. The holder of a valid one guesses nothing, however many passwords are tried.
  await takeBack(db, tries)
  await refuseWeak(db, body.password, person, 'password')
  const hash = await hashPassword(body.password)
  return inTransaction(asPerson(db, person), async (tx) => {
    await queries.lockById(tx, person.id)
    const link = (await queries.useLink(tx, tokenHash)) ?? refuse('auth.link-invalid')
    const now = (await findUser(tx, person.id))!
    if (link.created_by !== null && !(await mayLetIn(tx, link.created_by, now)))
      refuse('auth.link-invalid')
    await queries.storePassword(tx, person.id, hash)
    await endSessionsOf(tx, person.id, {})
    // Who made the link may have opened it: what the person alone has linked does not lead them on.
    await leavePerson(tx, person.id)
    await forgiveGuesses(tx, person)
    await forgetRights(tx, { userId: person.id })
    addAuditEvent(tx, {
      action: 'auth.set-password-by-link',
      entity: 'user',
      id: person.id,
      before: { status: person.status },
      after: { status: 'active' },
    })
    return { ok: true, login: person.login }
  })
}
