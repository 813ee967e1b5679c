import type { ActionCode } from '#contract/core/actions.ts'
import { bindObject, objectHash, type ApprovalObject } from '../auth/rights/approval-object.ts'
import { signTicket } from '../auth/tokens.ts'
import type { Db } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'

/** A person of the staff at work: the same handle, rights and settings that a signed-in request would have. */
export async function handOf(db: Db, userId: string): Promise<Db> {
  const { services } = db
  const jti = uuidv7()
  const exp = Math.floor(Date.now() / 1000) + 600
  await services.q
    .insertInto('session')
    .values({
      jti,
      user_id: userId,
      expires_at: new Date(exp * 1000).toISOString(),
      address: '127.0.0.1',
      agent: 'demo',
    })
    .execute()
  const token = await signTicket(services.tokenKeys, { jti, userId, exp })
  const session = await services.sessions.find(token, false)
  if (!session) throw new Error('the demo staff cannot sign in')
  return { ...db, caller: { userId, session } }
}

/** The same person with the PIN that a command will ask for, entered beforehand: asking for it would undo what was done. */
export function withOwnPin(db: Db, action: ActionCode, object: ApprovalObject): Db {
  const userId = db.caller.userId!
  const approval = {
    userId,
    passkeyId: null,
    action,
    objectHash: objectHash(action, bindObject(object)),
  }
  return { ...db, caller: { ...db.caller, approval } }
}

/** Ends the sessions of the fill: no person has signed in yet. */
export async function leave(db: Db): Promise<void> {
  await db.services.q.deleteFrom('session').where('agent', '=', 'demo').execute()
}
