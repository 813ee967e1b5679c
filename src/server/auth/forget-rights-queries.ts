import { sql } from 'kysely'
import { RIGHTS_CHANNEL } from '../db/channels.ts'
import type { Tx } from '../db/handle.ts'

/**
 * Every change of a session, a user, their rights or their company calls this: at the commit the cached sessions are dropped,
 * here at once and in other processes by a notification, so that the next request is authorized by current data.
 */
export async function forgetRights(
  db: Tx,
  what: { userId?: string; companyId?: string },
): Promise<void> {
  db.onCommit.push(() => db.services.sessions.forget(what))
  await sql`select pg_notify(${RIGHTS_CHANNEL}, ${JSON.stringify(what)})`.execute(db.q)
}
