import { actions, type ActionCode } from '#contract/core/actions.ts'
import type { CallSpec, CommandOf } from '#contract/core/call.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Grant } from './grants.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import type { Services } from '../../services.ts'
import { isSupervisor, type Session } from '../session.ts'
import { whoMay } from './right-holders-queries.ts'
import { readAgain } from '../sessions.ts'

/** True when the caller holds the right, whatever its confirmation. */
export function may(db: Db, action: ActionCode): boolean {
  return db.caller.session?.grants.has(action) ?? false
}

/** The caller's grant, or `access.denied` that names the right. The server itself (jobs, seed) may everything. */
export function mustMay(db: Db, action: ActionCode, session = db.caller.session): Grant {
  if (!session && db.caller.userId === null && db.companyId !== NO_COMPANY)
    return { confirm: 'none', maxKop: null, maxBp: null }
  return session?.grants.get(action) ?? refuseWithout(action, session, db.services)
}

/** Refuses who lacks the right that the call declares for this command. */
export function mustMayCommand<C extends CallSpec>(
  db: Db,
  { commandActions }: C,
  command: CommandOf<C>,
): void {
  mustMay(db, commandActions?.[command] ?? refuse('access.denied'))
}

/** `access.denied` that names the right and, to a person of a company, who holds it. */
export function refuseWithout(
  action: ActionCode,
  session: Session | undefined,
  services: Services,
): never {
  const message = `Недостаточно прав: ${quote(actions[action].title)}`
  if (session?.kind !== 'person' || isSupervisor(session)) refuse('access.denied', { message })
  const { companyId } = session
  const whole = async () =>
    `${message}. Кто может: ${await whoMay({ q: services.databaseOf(companyId), companyId }, action)}`
  return refuse('access.denied', { message, whole })
}

/**
 * The caller by the data of this transaction: confirmed actions, and every write of SUPERVISOR, never rely on a cached session,
 * so a lost notification cannot move money (security.md 4.2). Undefined for the server itself.
 */
export async function callerNow(db: Tx): Promise<Session | undefined> {
  const { session } = db.caller
  if (!session) return undefined
  const now = await readAgain(db.q, session)
  if (!now) return refuse('auth.required')
  if (now.companyId !== session.companyId) refuse('access.denied')
  if (now.companyStatus === 'suspended') refuse('company.suspended')
  return now
}

/** Same as `mustMay`, by the current data of the database. */
export async function mustMayNow(db: Tx, action: ActionCode): Promise<Grant> {
  return mustMay(db, action, await callerNow(db))
}
