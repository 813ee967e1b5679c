import type { auth } from '#contract/user/auth.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { readTicket } from '../../auth/tokens.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { findById } from './auth-queries.ts'
import { endSessionsOf } from '../user/people/session-queries.ts'

/** Ends the session of the bearer token; a token that is already dead, or none at all, is no error. */
export async function signOut(db: Db): Promise<Answer<typeof auth.logout>> {
  const { bearer } = db.caller
  const ticket = bearer && (await readTicket(db.services.tokenKeys, bearer))
  if (!ticket) return { ok: true }
  const person = await findById(db, ticket.userId)
  if (!person) return { ok: true }
  const caller = { ...db.caller, userId: person.id }
  const own: Db = { ...db, caller, companyId: person.company_id ?? NO_COMPANY }
  await inTransaction(own, (tx) => endByBearer(tx, bearer))
  return { ok: true }
}

/** Signing in with an old token attached ends the old session too (security.md 4.2). */
export async function endByBearer(tx: Tx, bearer: string | undefined): Promise<void> {
  const ticket = bearer && (await readTicket(tx.services.tokenKeys, bearer))
  if (!ticket) return
  const ended = await endSessionsOf(tx, ticket.userId, {
    ids: [ticket.jti],
    begunBefore: ticket.begunBefore,
  })
  if (ended === 0) return
  await forgetRights(tx, { userId: ticket.userId })
  addAuditEvent(tx, { action: 'auth.sign-out', entity: 'session', id: ticket.jti })
}
