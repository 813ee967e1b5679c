import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import type { passkeys } from '#contract/user/passkeys.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addressBlock } from '../../../auth/limits/address.ts'
import { countTry, isLocked, takeBack } from '../../../auth/limits/try-queries.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { logSecurity } from '../../../log/security-events.ts'
import { refuseCopiedKey } from '../../user/notices/copied-key.ts'
import { findById } from '../auth-queries.ts'
import { asPerson, openSession, refusalOfClosed, refuseClosed } from '../open-session.ts'
import { addressTries, triesOf } from '../sign-in-tries.ts'
import { issueChallenge, spendChallenge } from '../../../auth/passkey/challenges.ts'
import * as queries from '../../../auth/passkey/passkey-queries.ts'
import { requireParty } from '../../../auth/passkey/relying-party.ts'
import { examineAnswer } from '../../../auth/passkey/verify-passkey.ts'

type Begin = typeof passkeys.beginPasskeySignIn
type Login = typeof passkeys.loginByPasskey

/** A shift behind one address begins at once; the bound only keeps a flood from filling the table. */
const BEGUN_A_MINUTE = 60

/** auth/beginPasskeySignIn: asks for no login, so the answer does not reveal whether a person has keys. */
export async function beginPasskeySignIn(db: Db): Promise<Answer<Begin>> {
  const party = requireParty(db.services.config.publicUrl)
  const block = addressBlock(db.caller.ip)
  if (await isLocked(db, [addressTries(db, Buffer.alloc(0))])) refuse('auth.locked')
  const begun = { name: 'passkey', key: `key:${block}`, max: BEGUN_A_MINUTE, minutes: 1 }
  const { allowed } = await countTry(db, begun)
  if (!allowed) refuse('common.too-many')
  return issueChallenge(db, party, { sessionId: null })
}

/**
 * auth/loginByPasskey: the key, and the finger, face or PIN that unlocked it, are both factors. The try is counted before
 * anything is compared, and the reason why a person may not sign in is given only after a right key.
 */
export async function signInByPasskey(db: Db, { body }: CallInput<Login>): Promise<Answer<Login>> {
  const party = requireParty(db.services.config.publicUrl)
  const credentialId = Buffer.from(body.id, 'base64url')
  const address = addressTries(db, createHash('sha256').update(credentialId).digest())
  const { allowed } = await countTry(db, address)
  if (!allowed) refuse('auth.locked')
  const { challenge } = await spendChallenge(db, body.ticket, { sessionId: null })
  const { key, counter } = await examineAnswer(db, body, { challenge, party })
  const person = key && (await findById(db, key.user_id))
  if (!person || counter === undefined) return refuseKey(db, person, key)
  // Where wrong passwords have locked this login at this address, another way in is locked as well.
  if (await isLocked(db, [triesOf(db, person.login).pair])) refuse('auth.locked')
  const own = asPerson(db, person)
  if (!(await queries.countUse(db, key.id, { counter, host: party.id })))
    return refuseCopiedKey(own, key)
  await takeBack(db, address)
  if (body.login !== undefined && body.login.toLowerCase() !== person.login)
    refuse('passkey.other-person')
  const closed = refusalOfClosed(person)
  if (closed) return refuseClosed(closed, person)
  return inTransaction(own, async (tx) => {
    const session = await openSession(tx, person.id, { way: 'passkey' })
    // Under the person's lock: it may have been removed since.
    if (!(await queries.lockPasskey(tx, person.id, key.id))) refuse('passkey.not-accepted')
    return session
  })
}

/** One answer for a key that is unknown, removed, of another address or badly signed. */
async function refuseKey(
  db: Db,
  person: Awaited<ReturnType<typeof findById>>,
  key: queries.PasskeyRow | undefined,
): Promise<never> {
  if (person && key) await inTransaction(asPerson(db, person), async (tx) => noteFailed(tx, key))
  else logSecurity(db, 'auth.passkey-failed')
  return refuse('passkey.not-accepted')
}

function noteFailed(tx: Tx, { user_id, name }: queries.PasskeyRow): void {
  addAuditEvent(tx, {
    action: 'auth.passkey-failed',
    entity: 'user',
    id: user_id,
    after: { name },
  })
}
