import pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { DB } from '../schema.ts'
import { DEADLINES, type Deadlines } from '../../deadlines.ts'
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

export const ourTypes = {
  /** Asked for each column of each answer, so what the driver says is remembered. */
  getTypeParser(oid: number) {
    const known = parsers.get(oid)
    if (known) return known
    const parser = pg.types.getTypeParser(oid) as (text: string) => unknown
    parsers.set(oid, parser)
    return parser
  },
}

export interface PoolSettings {
  databaseUrl: string
  size: number
  /** Other deadlines than the product's. */
  deadlines?: Partial<Deadlines>
  /** Values as the driver reads them, for code that is not ours. */
  plainTypes?: true
  name?: string
  /** More settings of its sessions, as the start of PostgreSQL takes them: `-c name=value`. */
  options?: string
}

/**
 * Settings of every connection. A path that drops packets notifies neither end: both ends probe a silent line, so that this one
 * gives it up after 15 s, and the database before abandoned sessions take all places (decisions/0033).
 */
export const livelyConnection = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
} as const
export const LIVELY_SESSION =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3'

/**
 * A call's statement runs in one process: parallel workers take longer to start than a page takes to read, and a list asked
 * often would hold all cores for one screen (decisions/0004).
 */
const ONE_PROCESS = '-c max_parallel_workers_per_gather=0'

/** A cluster's machines hear whose rows a transaction sees; PostgreSQL alone takes it for a word of nobody (decision 142). */
const TELLS_MACHINES = '-c citus.propagate_set_commands=local'

/** A pool with the deadlines of security.md 9.1; sessions speak UTC so that instants need no conversion. */
export function openPool(settings: PoolSettings): pg.Pool {
  const { connectMs, statementMs, lockMs } = { ...DEADLINES, ...settings.deadlines }
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.size,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 1000,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 10_000,
    ...livelyConnection,
    application_name: settings.name ?? 'priyomka',
    options: ['-c timezone=UTC', ONE_PROCESS, LIVELY_SESSION, TELLS_MACHINES, settings.options]
      .filter(Boolean)
      .join(' '),
    ...(!settings.plainTypes && { types: ourTypes }),
  })
  // An idle client's broken connection is reported here and replaced by the pool; it is no reason to die.
  pool.on('error', () => undefined)
  return pool
}

/** The typed query builder over a pool, every statement prepared once per connection. */
export function openDatabase(pool: pg.Pool, lent = lendingPool(pool)): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: lent }) })
}

/** True when the database answers at all; used by readiness only. */
export async function answers(q: Kysely<DB>): Promise<boolean> {
  return sql`select 1`.execute(q).then(
    () => true,
    () => false,
  )
}
