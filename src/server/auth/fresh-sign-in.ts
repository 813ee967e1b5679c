import { refuse } from '#http/refusal.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../db/handle.ts'
import type { Session } from './session.ts'
import { readAgain } from './sessions.ts'

/**
 * What lets a stranger at an unlocked screen take an account over, or give rights and keys away, asks for a sign-in of the last minutes:
 * by password and code, or by a key (security.md 4.12). Calls say so themselves by `fresh`; a handler asks where only some fields need it.
 */
export function refuseStaleSignIn(config: Config, session: Session): void {
  const age = Date.now() - session.signedInAt
  if (age > config.askAgainMinutes * 60_000) refuse('auth.sign-in-again')
}

/**
 * Refuses a session that has ended since its call was let in; asked under the person's lock. What a thief's session adds must not be
 * stored after the owner, or an administrator, has ended it.
 */
export async function refuseEnded(tx: Tx): Promise<void> {
  if (!(await readAgain(tx.q, tx.caller.session!))) refuse('auth.required')
}
