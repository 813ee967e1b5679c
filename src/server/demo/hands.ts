import { Refusal } from '#http/refusal.ts'
import { objectHash } from '../auth/approvals.ts'
import type { Caller } from '../auth/caller.ts'
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

/** Runs a verb and, where it asks for a PIN, lets a colleague confirm exactly what it asked for. */
export async function withColleague<T>(
  db: Db,
  colleague: string,
  verb: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await verb(db)
  } catch (error) {
    const asked = error instanceof Refusal ? error.detail.approval : undefined
    if (!asked) throw error
    const { action, object, amount_kop } = asked
    const bound = {
      entity: object.entity,
      ids: object.ids,
      ...(object.version !== undefined && { version: object.version }),
      ...(amount_kop !== undefined && { amountKop: amount_kop }),
    }
    const userId = asked.who === 'self' ? db.caller.userId! : colleague
    const caller: Caller = {
      ...db.caller,
      approval: { userId, action, objectHash: objectHash(action, bound) },
    }
    return verb({ ...db, caller })
  }
}

/** Ends the sessions of the fill: nobody signed in yet. */
export async function leave(db: Db): Promise<void> {
  await db.services.q.deleteFrom('session').where('agent', '=', 'demo').execute()
}
