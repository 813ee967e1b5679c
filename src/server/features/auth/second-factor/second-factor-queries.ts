import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

// A secret that was shown and not confirmed within this time may have been seen by others since.
const PROPOSED_MINUTES = 15

export interface Factor {
  readonly secret: Buffer
  readonly confirmed_at: string | null
  /** False for a proposal that has waited too long for its first code. */
  readonly fresh: boolean
  /** Seconds since 1970 by the clock of the database, which all server processes share. */
  readonly seconds: number
}

export function findFactor(db: Db, userId: string): Promise<Factor | undefined> {
  return db.q
    .selectFrom('second_factor')
    .where('user_id', '=', userId)
    .select([
      'secret',
      'confirmed_at',
      sql<boolean>`created_at > now() - make_interval(mins => ${PROPOSED_MINUTES})`.as('fresh'),
      sql<number>`extract(epoch from clock_timestamp())::float8`.as('seconds'),
    ])
    .executeTakeFirst()
}

/** Whether sign-in asks for a code now; in a transaction that locks the person's row the answer stays valid. */
export async function isInForce(db: Db, userId: string): Promise<boolean> {
  return (await findFactor(db, userId))?.confirmed_at != null
}

/** Returns false when a second factor is already in force. */
export async function propose(tx: Tx, userId: string, secret: Buffer): Promise<boolean> {
  const row = await tx.q
    .insertInto('second_factor')
    .values({ user_id: userId, secret })
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet({ secret, created_at: sql.ref('excluded.created_at'), used_steps: sql`'{}'` })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function putInForce(tx: Tx, userId: string): Promise<void> {
  await tx.q
    .updateTable('second_factor')
    .set({ confirmed_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * One statement uses a step up: of any number of parallel uses one wins. The last ten are remembered, so that a clock that is
 * set back neither opens a used code again nor keeps its owner out until it has caught up.
 */
export async function spendStep(db: Db, userId: string, secret: Buffer, step: number) {
  const row = await db.q
    .updateTable('second_factor')
    .set({ used_steps: sql`(${step}::bigint || used_steps)[1:10]` })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where(sql<boolean>`not (${step}::bigint = any(used_steps))`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The same for a recovery code. */
export async function spendRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db.q
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.q.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx.q
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Returns false when none was in force. The recovery codes are removed with it. */
export async function removeFactor(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.q
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}
