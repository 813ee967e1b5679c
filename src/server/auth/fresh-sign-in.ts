import { refuse } from '#http/refusal.ts'
import type { Db } from '../db/handle.ts'

// What lets a stranger at an unlocked screen take the account over asks for a fresh sign-in (security.md 2.2).
const FRESH_MS = 10 * 60_000

export function refuseStaleSignIn(db: Db): void {
  if (Date.now() - db.caller.session!.signedInAt > FRESH_MS) refuse('auth.sign-in-again')
}
