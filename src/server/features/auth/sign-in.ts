import type { auth } from '#contract/user/auth.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { hashPassword, isOutdated, passwordFits } from '../../auth/passwords.ts'
import { countTry, forgive, isLocked, takeBack } from '../../auth/limits/try-queries.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { logSecurity } from '../../log/security-events.ts'
import { alertManagers } from '../user/notices/notice-queries.ts'
import * as queries from './auth-queries.ts'
import {
  asPerson,
  lockProven,
  needsPasskey,
  openSession,
  refusalOfClosed,
  refuseClosed,
} from './open-session.ts'
import { textOfOtherHost } from './passkey/other-host.ts'
import { spendCode } from './second-factor/check-code.ts'
import { isInForce } from './second-factor/second-factor-queries.ts'
import { triesOf, type SignInTries } from './sign-in-tries.ts'

type Login = typeof auth.login

/** Opens a session for the person who proves to own a login. */
export async function signIn(db: Db, { body }: CallInput<Login>): Promise<Answer<Login>> {
  const { person, ...entry } = await proveSignIn(db, body)
  return inTransaction(asPerson(db, person), async (tx) => {
    await lockProven(tx, person)
    return openSession(tx, person.id, entry)
  })
}

/**
 * The person whose login, password and code these are. Tries are counted before the hash is computed, an unknown login costs
 * the same work as a wrong password, and the reason why a user may not sign in is given only after the right password
 * (security.md 4.3).
 */
export async function proveSignIn(db: Db, body: CallInput<Login>['body']) {
  const login = body.login.toLowerCase()
  const tries = triesOf(db, login)
  await countAll(db, tries, login)
  const person = await queries.findByLogin(db, login)
  const fits = await passwordFits(person?.password_hash ?? null, body.password)
  if (!person || !fits) return wrong(db, person)
  const closed = refusalOfClosed(person) ?? (person.printed_over ? 'auth.printed-over' : undefined)
  const asked = !closed && (await isInForce(db, person.id))
  // A wrong code stays counted like a wrong password; a right password alone wipes nothing, or codes could be tried for ever.
  const proof = asked ? await proveCode(db, tries, person, body.otp) : undefined
  if (!closed && !asked && (await needsPasskey(db, person)))
    return askBesides(db, tries, 'auth.key-required', await textOfOtherHost(db, person.id))
  await forgive(db, tries.pair)
  await takeBack(db, tries.address)
  await takeBack(db, tries.login)
  if (closed) return refuseClosed(closed, person)
  const renewed = isOutdated(person.password_hash!) ? await hashPassword(body.password) : undefined
  return { person, renewed, way: proof ? WAYS[proof] : 'password' } as const
}

const WAYS = { totp: 'code', recovery: 'recovery' } as const

type Proof = Awaited<ReturnType<typeof spendCode>>

/** The second step: without a code it is asked for. */
async function proveCode(
  db: Db,
  tries: SignInTries,
  person: queries.Credentials,
  otp: string | undefined,
): Promise<Proof> {
  if (otp !== undefined) return spendCode(asPerson(db, person), person, otp)
  return askBesides(db, tries, 'auth.otp-required')
}

/** The password was right and is not enough: this try counts for nothing. */
async function askBesides(
  db: Db,
  tries: SignInTries,
  what: RefusalCode,
  message?: string,
): Promise<never> {
  for (const limit of Object.values(tries)) await takeBack(db, limit)
  return refuse(what, message === undefined ? {} : { message })
}

const ALARM = 100

async function countAll(db: Db, tries: SignInTries, login: string): Promise<void> {
  if (await isLocked(db, [tries.pair, tries.address])) refuse('auth.locked')
  const pair = await countTry(db, tries.pair)
  if (!pair.allowed) refuse('auth.locked')
  const address = await countTry(db, tries.address)
  if (!address.allowed) refuse('auth.locked')
  const all = await countTry(db, tries.login)
  if (all.failures !== ALARM || !(await queries.findByLogin(db, login))) return
  const notice = {
    kind: 'password_guessing',
    title: `Подбирают пароль: ${quote(login)}, ${ALARM} неудачных входов за сутки`,
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
