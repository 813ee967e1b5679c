import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The installation has one key or none yet. */
export function selectPushKey(
  q: Kysely<DB>,
): Promise<{ public_key: string; sealed: Buffer } | undefined> {
  return q.selectFrom('push_key').select(['public_key', 'sealed']).executeTakeFirst()
}

/** Does nothing when another process was first. */
export async function insertPushKey(
  q: Kysely<DB>,
  publicKey: string,
  sealed: Buffer,
): Promise<void> {
  await q
    .insertInto('push_key')
    .values({ public_key: publicKey, sealed })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The very pair that could not be read: another process may have made a new one meanwhile. */
export async function removePushKey(q: Kysely<DB>, sealed: Buffer): Promise<void> {
  await q.deleteFrom('push_key').where('sealed', '=', sealed).execute()
}
