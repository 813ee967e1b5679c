import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'

// Long enough to find a telephone or to plug a key in.
const CHALLENGE_MINUTES = 5

interface NewChallenge {
  readonly ticket_hash: Buffer
  readonly challenge: Buffer
  readonly session_id: string | null
  readonly ask_id: string | null
  readonly ask_hash: Buffer | null
}

// What nobody answers goes with the questions of others: a flood leaves no more rows than it asks in five minutes.
const SWEPT_AT_ONCE = 100

export async function addChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await sql`delete from passkey_challenge where ticket_hash in (
    select ticket_hash from passkey_challenge where expires_at < now()
      limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(db.q)
  await db.q
    .insertInto('passkey_challenge')
    .values({
      ...challenge,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute()
}

/** One statement uses it up: of any number of parallel answers, in whichever processes, one gets it. */
export async function takeChallenge(
  db: Db,
  ticketHash: Buffer,
  { session_id, ask_id }: Pick<NewChallenge, 'session_id' | 'ask_id'>,
): Promise<Pick<NewChallenge, 'challenge' | 'ask_hash'> | undefined> {
  return db.q
    .deleteFrom('passkey_challenge')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', sql<string>`now()`)
    .where('session_id', 'is not distinct from', session_id)
    .where('ask_id', 'is not distinct from', ask_id)
    .returning(['challenge', 'ask_hash'])
    .executeTakeFirst()
}

export interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly aaguid: string
  readonly transports: string[]
  readonly synced: boolean
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly version: number
  /** The name that it works at; null only until the first start that stores it. */
  readonly host: string | null
}

const COLUMNS = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'aaguid',
  'transports',
  'synced',
  'name',
  'created_at',
  'last_used_at',
  'version',
  'host',
] as const

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.q
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(COLUMNS)
    .execute()
}

export function findByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db.q
    .selectFrom('passkey')
    .where('credential_id', '=', credentialId)
    .select(COLUMNS)
    .executeTakeFirst()
}

/** A key of this very person: another person's does not exist. */
export function lockPasskey(tx: Tx, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return tx.q
    .selectFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .select(COLUMNS)
    .executeTakeFirst()
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type NewPasskey = Omit<PasskeyRow, 'created_at' | 'last_used_at' | 'version' | 'host'> & {
  readonly counter: number
  readonly host: string
}

/** Undefined when the credential is known already, whose ever it is. */
export function addPasskeyRow(tx: Tx, key: NewPasskey): Promise<PasskeyRow | undefined> {
  return tx.q
    .insertInto('passkey')
    .values(key)
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

export function renamePasskey(tx: Tx, id: string, name: string): Promise<PasskeyRow> {
  return tx.q
    .updateTable('passkey')
    .set({ name, version: sql`version + 1` })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/**
 * Notes a use. An authenticator that counts counts up: false when the number went back or stood still, so two devices hold the
 * key. One statement compares and stores, so of two copies that are used at once one is refused.
 */
export async function countUse(
  db: Db,
  id: string,
  { counter, host }: { counter: number; host: string },
): Promise<boolean> {
  const row = await db.q
    .updateTable('passkey')
    .set({ counter, host, last_used_at: sql`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('counter', '<', counter),
        eb.and([eb('counter', '=', 0), sql<boolean>`${counter}::bigint = 0`]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many were removed: one key, or all of a person. */
export async function removePasskeys(tx: Tx, userId: string, id?: string): Promise<number> {
  let query = tx.q.deleteFrom('passkey').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}
