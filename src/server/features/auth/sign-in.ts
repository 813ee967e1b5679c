import { createHash } from 'node:crypto'
import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addressBlock } from '../../auth/limits/address.ts'
import { hashPassword, isOutdated, passwordFits } from '../../auth/passwords.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { SESSION_HOURS, signTicket } from '../../auth/tokens.ts'
import {
  countTry,
  forgive,
  isLocked,
  takeBack,
  type TryLimit,
} from '../../auth/limits/try-queries.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { NO_COMPANY, uuidv7 } from '../../db/uuid.ts'
import { logSecurity } from '../../log/security-events.ts'
import { addNotices, alertManagers } from '../user/notices/notice-queries.ts'
import { findUser } from '../user/user-queries.ts'
import * as queries from './auth-queries.ts'
import { spendCode } from './second-factor/check-code.ts'
import { countRecoveryCodes, isInForce } from './second-factor/second-factor-queries.ts'
import { endByBearer } from './sign-out.ts'
import { toOwnUser } from './own-user.ts'

type Login = typeof auth.login

/**
 * Opens a session. Tries are counted before the hash is computed, an unknown login costs the same work as a wrong password, and
 * the reason why a user may not enter is given only after the right password (security.md 4.3).
 */
export async function signIn(db: Db, { body }: CallInput<Login>): Promise<Answer<Login>> {
  const login = body.login.toLowerCase()
  const tries = triesOf(db, login)
  await countAll(db, tries, login)
  const person = await queries.findByLogin(db, login)
  const fits = await passwordFits(person?.password_hash ?? null, body.password)
  if (!person || !fits) return wrong(db, person)
  const closed = refusalOfClosed(person)
  const asked = !closed && (await isInForce(db, person.id))
  // A wrong code stays counted like a wrong password; a right password alone wipes nothing, or codes could be tried for ever.
  const proof = asked ? await proveCode(db, tries, person, body.otp) : undefined
  await forgive(db, tries.pair)
  await takeBack(db, tries.address)
  await takeBack(db, tries.login)
  if (closed) return refuse(closed)
  const renewed = isOutdated(person.password_hash!) ? await hashPassword(body.password) : undefined
  return inTransaction(asPerson(db, person), (tx) => open(tx, person.id, { renewed, proof }))
}

type Proof = Awaited<ReturnType<typeof spendCode>>

/** The second step: without a code it is asked for, and this try counts for nothing. */
async function proveCode(
  db: Db,
  tries: ReturnType<typeof triesOf>,
  person: queries.Credentials,
  otp: string | undefined,
): Promise<Proof> {
  if (otp !== undefined) return spendCode(asPerson(db, person), person, otp)
  for (const limit of Object.values(tries)) await takeBack(db, limit)
  return refuse('auth.otp-required')
}

/** The counters of security.md 4.3; logins are hashed, since people type passwords there. */
function triesOf(db: Db, login: string) {
  const loginHash = createHash('sha256').update(login).digest()
  const name = loginHash.toString('hex').slice(0, 32)
  const address = addressBlock(db.caller.ip)
  return {
    pair: { name: 'sign-in', key: `in:${name}:${address}`, max: 5, minutes: 15 },
    address: {
      name: 'address',
      key: `in:${address}`,
      max: 100,
      minutes: 15,
      logins: 10,
      loginHash,
    },
    // Never locks, so that a company cannot be shut out from outside: a hundred a day only raise an alarm.
    login: { name: 'login', key: `in:${name}`, max: 1_000_000, minutes: 24 * 60 },
  } satisfies Record<string, TryLimit>
}
const ALARM = 100

async function countAll(db: Db, tries: ReturnType<typeof triesOf>, login: string): Promise<void> {
  if (await isLocked(db, [tries.pair, tries.address])) refuse('auth.locked')
  const pair = await countTry(db, tries.pair)
  if (!pair.allowed) refuse('auth.locked')
  const address = await countTry(db, tries.address)
  if (!address.allowed) refuse('auth.locked')
  const all = await countTry(db, tries.login)
  if (all.failures !== ALARM || !(await queries.findByLogin(db, login))) return
  const notice = {
    kind: 'password_guessing',
    title: `Подбирают пароль: «${login}», ${ALARM} неудачных входов за сутки`,
    href: '/super/accounts',
  } as const
  await inTransaction(db, (tx) => alertManagers(tx, notice, null))
}

async function wrong(db: Db, person: queries.Credentials | undefined): Promise<never> {
  if (person)
    await inTransaction(asPerson(db, person), async (tx) =>
      addAuditEvent(tx, { action: 'auth.sign-in-failed', entity: 'user', id: person.id }),
    )
  else logSecurity(db, 'auth.sign-in-failed')
  return refuse('auth.bad-credentials')
}

function refusalOfClosed(person: queries.Credentials): RefusalCode | undefined {
  if (person.status !== 'active') return 'auth.blocked'
  const open =
    person.company_id === null || ['active', 'suspended'].includes(person.company_status!)
  return open ? undefined : 'auth.company-closed'
}

/** The handle of the user who signs in: their company's audit records it. */
export function asPerson(db: Db, person: { id: string; company_id: string | null }): Db {
  const caller = { ...db.caller, userId: person.id }
  return { ...db, companyId: person.company_id ?? NO_COMPANY, caller }
}

interface Entry {
  /** The password's hash under stronger parameters. */
  readonly renewed: string | undefined
  readonly proof: Proof | undefined
}

async function open(tx: Tx, userId: string, { renewed, proof }: Entry): Promise<Answer<Login>> {
  // Read again under the lock: a block or a new password may have come between.
  const person = await queries.lockById(tx, userId)
  const closed = !person || refusalOfClosed(person)
  if (closed) return refuse(closed === true ? 'auth.bad-credentials' : closed)
  // It may have been switched on since the password was compared.
  if (!proof && (await isInForce(tx, userId))) refuse('auth.otp-required')
  if (proof === 'recovery') await tellRecovery(tx, userId)
  if (renewed) await queries.renewHash(tx, userId, renewed)
  await endByBearer(tx, tx.caller.bearer)
  const before = await queries.lastSignIn(tx, userId)
  const jti = uuidv7()
  const exp = Math.floor(Date.now() / 1000) + SESSION_HOURS * 3600
  await queries.addSession(tx, {
    jti,
    user_id: userId,
    expires_at: new Date(exp * 1000).toISOString(),
    address: tx.caller.ip ?? '',
    agent: tx.caller.agent ?? '',
  })
  await queries.endSurplus(tx, userId)
  await forgetRights(tx, { userId })
  addAuditEvent(tx, { action: 'auth.sign-in', entity: 'session', id: jti })
  const user = await findUser(tx, userId)
  return {
    token: await signTicket(tx.services.tokenKeys, { jti, userId, exp }),
    user: toOwnUser(tx, user!),
    ...(before && { last_sign_in: before }),
  }
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
