import { sql, type Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { openDatabase, openPool } from '../db/connection/pool.ts'
import { badDatabase } from '../db/connection/reach.ts'
import { companyOption } from '../db/connection/session-company.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'

/** What is written down of a key (security.md 7.2). */
export interface SealKeyFacts {
  readonly id: number
  readonly made_at: string | null
  /** A text that the key closed. */
  readonly proof: Buffer | null
  readonly closed_at: string | null
  readonly leaked_from: string | null
  readonly retired_at: string | null
}

/** Every key that was ever used, the oldest first. */
export async function listSealKeys(q: Kysely<DB>): Promise<SealKeyFacts[]> {
  const { rows } = await sql<SealKeyFacts>`
    select key_id as id, max(at) filter (where what = 'made') as made_at,
      (array_agg(proof) filter (where what = 'made'))[1] as proof,
      max(at) filter (where what = 'closed') as closed_at, max(leaked_from) as leaked_from,
      max(at) filter (where what = 'retired') as retired_at
    from seal_key_event group by key_id order by key_id`.execute(q)
  return rows
}

/** Rows only grow: where there is one already, its key of the table refuses another (`isTaken`). */
export async function noteMade(q: Kysely<DB>, id: number, proof: Buffer): Promise<void> {
  await q.insertInto('seal_key_event').values({ key_id: id, what: 'made', proof }).execute()
}

/** When the journal of the platform began. */
export async function firstRecordAt(owner: Kysely<DB>): Promise<string | undefined> {
  const row = await owner
    .selectFrom('audit_event')
    .where('company_id', '=', NO_COMPANY)
    .where('seq', '=', 1)
    .select('at')
    .executeTakeFirst()
  return row?.at
}

/** The owner's word on a key; false where it was said before: a second one changes nothing. */
export async function noteEnd(
  owner: Kysely<DB>,
  id: number,
  what: 'closed' | 'leaked' | 'retired',
  leakedFrom: string | null = null,
): Promise<boolean> {
  const row = await owner
    .insertInto('seal_key_event')
    .values({ key_id: id, what, leaked_from: leakedFrom })
    .onConflict((oc) => oc.doNothing())
    .returning('key_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Waits until everybody has ended who was writing to a table when this began; false where that took too long. */
export async function outlastWriters(owner: Kysely<DB>, table: string): Promise<boolean> {
  try {
    await owner.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '300ms'`.execute(tx)
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    return false
  }
}

/** True where no other command works on the keys of this database; held as long as the connection. */
export async function keepOthersOut(owner: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_lock(727004) as free`.execute(owner)
  return rows[0]!.free
}

// Counting a table of years is one statement.
const HOUR = 3_600_000

/** One connection that sees all companies. */
interface KeyDatabase {
  readonly q: Kysely<DB>
  close(): Promise<void>
}

/** The connection of the owner of the tables; throws BadSettings where no address of it is named. */
export function openOwner({ ownerUrl }: Pick<Config, 'ownerUrl'>): KeyDatabase {
  if (ownerUrl === undefined)
    throw badDatabase('не задано: ключами занимается владелец таблиц', 'DATABASE_OWNER_URL')
  return openKeyDatabase(ownerUrl, HOUR)
}

/** The connection of a server that starts, with a deadline of its own for a statement over a whole table. */
export function openKeyDatabase(databaseUrl: string, statementMs: number): KeyDatabase {
  const pool = openPool({
    databaseUrl,
    size: 1,
    name: 'priyomka-keys',
    deadlines: { statementMs },
    options: companyOption(NO_COMPANY),
  })
  return { q: openDatabase(pool), close: () => pool.end() }
}
