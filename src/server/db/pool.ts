import pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { DB } from './schema.ts'
import { lendingPool } from './lending-pool.ts'

const { builtins } = pg.types

/** bigint columns hold kopecks, grams and counts below 2^53; more is a bug that must not pass silently. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
}

/** `2026-11-21 04:00:00.123456+00` as ISO with `Z`: text keeps the microseconds that keyset paging needs. */
function isoInstant(text: string): string {
  const day = text.indexOf(' ')
  if (day < 0 || !text.endsWith('+00')) return text
  return `${text.slice(0, day)}T${text.slice(day + 1, -3)}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.TIMESTAMPTZ, isoInstant],
  [builtins.DATE, (text) => text],
])

export interface PoolSettings {
  databaseUrl: string
  size: number
  /** Longest statement in ms; the client that exceeds it is destroyed (security.md 9.1). */
  statementMs?: number
  name?: string
  /** More settings of its sessions, as the start of PostgreSQL takes them: `-c name=value`. */
  options?: string
}

/** A pool with the deadlines of security.md 9.1; sessions speak UTC so that instants need no conversion. */
export function openPool(settings: PoolSettings): pg.Pool {
  const statementMs = settings.statementMs ?? 5000
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.size,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 1000,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: settings.name ?? 'priyomka',
    options: ['-c timezone=UTC', settings.options].filter(Boolean).join(' '),
    types: {
      getTypeParser: (oid: number) => parsers.get(oid) ?? pg.types.getTypeParser(oid),
    } as never,
  })
  // An idle client's broken connection is reported here and replaced by the pool; it is no reason to die.
  pool.on('error', () => undefined)
  return pool
}

/** The typed query builder over a pool, every statement prepared once per connection. */
export function openDatabase(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: lendingPool(pool) }) })
}

/** True when the database answers at all; used by readiness only. */
export async function answers(q: Kysely<DB>): Promise<boolean> {
  return sql`select 1`.execute(q).then(
    () => true,
    () => false,
  )
}
