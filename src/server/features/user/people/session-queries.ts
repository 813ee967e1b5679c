import { sql } from 'kysely'
import type { SignInWay } from '#contract/user/user-sessions.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import type { Tx } from '../../../db/handle.ts'
import { dropBrowsersOf } from '../push/push-queries.ts'

/** Sessions of a person, and those that were opened from them in accounts of other companies (security.md 4.13). */
export const isSessionOf = (userId: string) => sql<boolean>`(user_id = ${userId}
  or root_jti in (select jti from session where user_id = ${userId}))`

/**
 * Revokes open sessions of a user, and what was opened from them: the named ones, all but one, or those that were opened in one way; returns
 * how many. With all of them the notices in browsers end too, since one of these may be what was lost.
 */
export async function endSessionsOf(
  db: Tx,
  userId: string,
  which: {
    ids?: readonly string[] | undefined
    except?: string | undefined
    way?: SignInWay
    begunBefore?: number
  },
): Promise<number> {
  let query = db.q
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where(isSessionOf(userId))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
  if (which.ids)
    query = query.where(
      sql<boolean>`(jti = any(${[...which.ids]}::uuid[]) or root_jti = any(${[...which.ids]}::uuid[]))`,
    )
  if (which.except) query = query.where('jti', '<>', which.except)
  if (which.way) query = query.where('way', '=', which.way)
  if (which.begunBefore !== undefined && Number.isFinite(which.begunBefore))
    query = query.where('signed_in_at', '<=', new Date(which.begunBefore).toISOString())
  const ended = await query.returning('user_id').execute()
  for (const user_id of new Set(ended.map((row) => row.user_id)))
    if (user_id !== userId) await forgetRights(db, { userId: user_id })
  if (!which.ids && !which.except && !which.way) await dropBrowsersOf(db, userId)
  return ended.length
}

/**
 * Revokes every open session that began before a moment, of everybody, as when the key that signed them leaked; with the notices in
 * browsers, which whoever forged a ticket may have switched on. Returns how many.
 */
export async function endSessionsBegunBefore(db: Tx, begunBefore: number): Promise<number> {
  const ended = await db.q
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('signed_in_at', '<=', new Date(begunBefore).toISOString())
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .execute()
  for (const userId of new Set(ended.map((row) => row.user_id))) await dropBrowsersOf(db, userId)
  await forgetRights(db, {})
  return ended.length
}
