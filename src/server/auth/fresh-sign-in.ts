import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../db/handle.ts'
import { readAgain } from './sessions.ts'

// What lets a stranger at an unlocked screen take the account over asks for a fresh sign-in (security.md 2.2).
const FRESH_MS = 10 * 60_000

export function refuseStaleSignIn(db: Db): void {
  if (Date.now() - db.caller.session!.signedInAt > FRESH_MS) refuse('auth.sign-in-again')
}

/**
 * Refuses a session that has ended since its call was let in; asked under the person's lock. What a thief's session adds must not be
 * stored after the owner, or an administrator, has ended it.
 */
export async function refuseEnded(tx: Tx): Promise<void> {
  if (!(await readAgain(tx.q, tx.caller.session!))) refuse('auth.required')
}
