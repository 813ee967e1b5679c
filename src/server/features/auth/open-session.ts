import type { auth } from '#contract/user/auth.ts'
import type { SignInWay } from '#contract/user/user-sessions.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { movedMessage } from '#contract/company/move-messages.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { needsSecondFactor } from '../../auth/needed-factor.ts'
import { SESSION_HOURS, signTicket } from '../../auth/tokens.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { NO_COMPANY, uuidv7 } from '../../db/uuid.ts'
import { addNotices } from '../user/notices/notice-queries.ts'
import { findUser } from '../user/user-queries.ts'
import * as queries from './auth-queries.ts'
import { toOwnUser } from './own-user.ts'
import { countPasskeys } from '../../auth/passkey/passkey-queries.ts'
import type { OwnSession } from './linked/linked-queries.ts'
import { countRecoveryCodes, isInForce } from './second-factor/second-factor-queries.ts'
import { endByBearer } from './sign-out.ts'

/** The handle of the user who signs in: their company's audit records it. */
export function asPerson(db: Db, person: { id: string; company_id: string | null }): Db {
  const caller = { ...db.caller, userId: person.id }
  return { ...db, companyId: person.company_id ?? NO_COMPANY, caller }
}

/** Why this person may not sign in at all, whatever they proved. */
export function refusalOfClosed(person: queries.Credentials): RefusalCode | undefined {
  if (person.status !== 'active') return 'auth.blocked'
  const open =
    person.company_id === null || ['active', 'suspended'].includes(person.company_status!)
  return open ? undefined : 'auth.company-closed'
}

/** Ends a sign-in that `refusalOfClosed` refuses; people of a company that moved read where it works. */
export function refuseClosed(code: RefusalCode, person: queries.Credentials): never {
  const { company_moved_to: to } = person
  refuse(code, code === 'auth.company-closed' && to !== null ? { message: movedMessage(to) } : {})
}

/**
 * Where a second factor is required, a person with keys and no codes must sign in by a key: with a password alone
 * a thief could set up codes in the owner's place.
 */
export async function needsPasskey(db: Db, person: queries.Credentials): Promise<boolean> {
  if (!needsSecondFactor(db.services.config, person)) return false
  return (await countPasskeys(db, person.id)) > 0
}

/**
 * Locks the person whose password was just proven and checks that it is still the stored one: one that was replaced meanwhile
 * opens nothing.
 */
export async function lockProven(
  tx: Tx,
  { id, password_hash }: Pick<queries.Credentials, 'id' | 'password_hash'>,
): Promise<void> {
  const now = await queries.lockById(tx, id)
  if (now?.password_hash !== password_hash) refuse('auth.bad-credentials')
}

interface Entry {
  readonly way: SignInWay
  /** The password's hash under stronger parameters. */
  readonly renewed?: string | undefined
  /** The session of an own account in another company, which this one continues. */
  readonly from?: OwnSession
}

/** Opens the session of a person who has proven who they are, and answers it as `auth/login` does. */
export async function openSession(
  tx: Tx,
  userId: string,
  { way, renewed, from }: Entry,
): Promise<Answer<typeof auth.login>> {
  // Read again under the lock: a block or a new password may have come between.
  const person = await queries.lockById(tx, userId)
  if (!person) return refuse('auth.bad-credentials')
  const closed = refusalOfClosed(person)
  if (closed) refuseClosed(closed, person)
  if (way === 'password' && !from) await refuseNowAsked(tx, person)
  if (way === 'recovery') await tellRecovery(tx, userId)
  if (renewed) await queries.renewHash(tx, userId, renewed)
  await endByBearer(tx, tx.caller.bearer)
  const before = await queries.lastSignIn(tx, userId)
  const jti = uuidv7()
  const end = from ? Date.parse(from.expires_at) : Date.now() + SESSION_HOURS * 3_600_000
  const exp = Math.floor(end / 1000)
  await queries.addSession(tx, {
    jti,
    user_id: userId,
    expires_at: new Date(exp * 1000).toISOString(),
    address: tx.caller.ip ?? '',
    agent: tx.caller.agent ?? '',
    way,
    ...(from && { signed_in_at: from.signed_in_at, root_jti: from.root_jti }),
  })
  await queries.endSurplus(tx, userId)
  await forgetRights(tx, { userId })
  addAuditEvent(tx, { action: 'auth.sign-in', entity: 'session', id: jti, after: { way } })
  const user = await findUser(tx, userId)
  return {
    token: await signTicket(tx.services.tokenKeys, { jti, userId, exp }),
    user: toOwnUser(tx, user!, way === 'passkey'),
    ...(before && { last_sign_in: before }),
  }
}

/** It may have been switched on since the password was compared. */
async function refuseNowAsked(tx: Tx, person: queries.Credentials): Promise<void> {
  if (await isInForce(tx, person.id)) refuse('auth.otp-required')
  if (await needsPasskey(tx, person)) refuse('auth.key-required')
}

/** A recovery code that somebody else has found is noticed by its owner. */
async function tellRecovery(tx: Tx, userId: string): Promise<void> {
  const left = await countRecoveryCodes(tx, userId)
  addAuditEvent(tx, { action: 'auth.recovery-code', entity: 'user', id: userId, after: { left } })
  await addNotices(tx, [userId], {
    kind: 'second_factor',
    title: `Вход по запасному коду, осталось: ${left}`,
    href: '/account',
  })
}
