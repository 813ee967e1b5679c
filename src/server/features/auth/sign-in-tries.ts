import { createHash } from 'node:crypto'
import { addressBlock } from '../../auth/limits/address.ts'
import { forgive, forgiveAll, type TryLimit } from '../../auth/limits/try-queries.ts'
import type { Db } from '../../db/handle.ts'
import type { CodeOwner } from './second-factor/code-tries.ts'

/** The counters of security.md 4.3; logins are hashed, since people type passwords there. */
export function triesOf(db: Db, login: string) {
  const { loginHash, name } = nameOf(login)
  const address = addressBlock(db.caller.ip)
  return {
    pair: { name: 'sign-in', key: `in:${name}:${address}`, max: 5, minutes: 15 },
    address: addressTries(db, loginHash),
    // Never locks, so that a company cannot be shut out from outside: a hundred a day only raise an alarm.
    login: { name: 'login', key: `in:${name}`, max: 1_000_000, minutes: 24 * 60 },
  } satisfies Record<string, TryLimit>
}

function nameOf(login: string) {
  const loginHash = createHash('sha256').update(login).digest()
  return { loginHash, name: loginHash.toString('hex').slice(0, 32) }
}

/**
 * After an administrator let a new password in, wrong guesses of the old one no longer lock the login at any address. The daily
 * count stays.
 */
export async function forgiveGuesses(db: Db, { id, login }: CodeOwner): Promise<void> {
  await forgiveAll(db, `in:${nameOf(login).name}:`)
  await forgive(db, passwordTries(id))
}

/** The counter of passwords that a signed-in person is asked to repeat. */
export const passwordTries = (userId: string): TryLimit => ({
  name: 'password',
  key: `pw:${userId}`,
  max: 5,
  minutes: 15,
})

export type SignInTries = ReturnType<typeof triesOf>

/** The counter of an address, whatever is tried there; the hash tells one login or key from another. */
export function addressTries(db: Db, loginHash: Buffer) {
  const key = `in:${addressBlock(db.caller.ip)}`
  return { name: 'address', key, max: 100, minutes: 15, logins: 10, loginHash }
}
