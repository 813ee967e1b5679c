import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

export interface PushBrowserRow {
  readonly id: string
  readonly agent: string
  readonly endpoint_hash: Buffer
  readonly created_at: string
  readonly last_sent_at: string | null
}

const COLUMNS = ['id', 'agent', 'endpoint_hash', 'created_at', 'last_sent_at'] as const

/** The caller's own, the oldest first. */
export function listOwnBrowsers(db: Db): Promise<PushBrowserRow[]> {
  return db.q
    .selectFrom('push_browser')
    .where('user_id', '=', db.caller.userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(COLUMNS)
    .limit(100)
    .execute()
}

export interface NewPushBrowser {
  readonly id: string
  readonly endpoint_hash: Buffer
  readonly sealed: Buffer
  readonly agent: string
}

/** A browser that another person used before becomes the caller's. */
export function putOwnBrowser(tx: Tx, browser: NewPushBrowser): Promise<PushBrowserRow> {
  return tx.q
    .insertInto('push_browser')
    .values({ ...browser, user_id: tx.caller.userId! })
    .onConflict((conflict) =>
      conflict.constraint('push_browser_endpoint').doUpdateSet({
        user_id: tx.caller.userId!,
        sealed: sql`excluded.sealed`,
        agent: sql`excluded.agent`,
        created_at: sql.ref('excluded.created_at'),
        last_sent_at: null,
      }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function removeOwnBrowser(
  tx: Tx,
  id: string,
): Promise<{ readonly agent: string } | undefined> {
  return tx.q
    .deleteFrom('push_browser')
    .where('id', '=', id)
    .where('user_id', '=', tx.caller.userId)
    .returning('agent')
    .executeTakeFirst()
}

/** The browser for a person's notices; its owner may have changed since the message was queued. */
export function findSealedBrowser(
  q: Db['q'],
  userId: string,
  id: string,
): Promise<{ sealed: Buffer; endpoint_hash: Buffer } | undefined> {
  return q
    .selectFrom('push_browser as b')
    .innerJoin('app_user as u', 'u.id', 'b.user_id')
    .where('b.id', '=', id)
    .where('b.user_id', '=', userId)
    .where('u.status', '=', 'active')
    .select(['b.sealed', 'b.endpoint_hash'])
    .executeTakeFirst()
}

/** The browsers of these people. */
export function browsersOf(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  return tx.q
    .selectFrom('push_browser')
    .where('user_id', 'in', [...userIds])
    .select(['id', 'user_id'])
    .execute()
}

export async function noteSent(q: Db['q'], id: string): Promise<void> {
  await q
    .updateTable('push_browser')
    .set({ last_sent_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Removes a browser that the push service reports as gone; one that was added again meanwhile stays. */
export async function dropGoneBrowser(q: Db['q'], id: string, sealed: Buffer): Promise<void> {
  await q.deleteFrom('push_browser').where('id', '=', id).where('sealed', '=', sealed).execute()
}

/** For a person whose way in has changed: a thief who had it gets no further notices. */
export async function dropBrowsersOf(db: Db, userId: string): Promise<void> {
  await db.q.deleteFrom('push_browser').where('user_id', '=', userId).execute()
}
