import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/handle.ts'
import { logSecurity } from '../../log/security-events.ts'

/** A counter of tries: so many in a window, then the key is locked for as long again. */
export interface TryLimit {
  /** What is locked by it, for the security log: the key itself holds an address or a hash of a login. */
  readonly name: string
  readonly key: string
  readonly max: number
  readonly minutes: number
  /** The lock also needs so many different logins (at most ten are remembered). */
  readonly logins?: number
  readonly loginHash?: Buffer
}

// An ordinary correction of a clock ends no lock.
const CLOCK_SLACK = sql`interval '1 minute'`

export interface Tries {
  readonly failures: number
  readonly allowed: boolean
}

/**
 * Whether one of the keys is locked, by a read alone: a try that is refused anyway writes nothing, so that what an attacker
 * stores is bounded by the locks and not by the number of tries. Asked before the first of several counters is raised.
 */
export async function isLocked(db: Db, limits: readonly TryLimit[]): Promise<boolean> {
  const row = await db.q
    .selectFrom('login_attempt')
    .where((eb) => eb.or(limits.map(({ key, minutes }) => isLockOf(key, minutes))))
    .select('key')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** By the clock of the database; what lies further ahead than any try can have set it is over, see `countTry`. */
function isLockOf(key: string, minutes: number) {
  return sql<SqlBool>`(key = ${key} and locked_until > clock_timestamp()
    and locked_until <= clock_timestamp() + ${CLOCK_SLACK} + make_interval(mins => ${minutes}))`
}

/**
 * Counts a try before anything is compared, in a statement of its own: of any number of parallel tries at most `max` are
 * allowed (security.md 4.3, 4.5). `takeBack` or `forgive` uncounts a try that succeeded. A locked key is only read; the try
 * that sets a lock is reported to the security log.
 */
export async function countTry(db: Db, limit: TryLimit): Promise<Tries> {
  if (await isLocked(db, [limit])) return { failures: limit.max, allowed: false }
  const { key, max, minutes, logins = 0 } = limit
  const hashes = limit.loginHash ? [limit.loginHash] : []
  // By the clock of the database, which all processes share. A clock that was set back would keep a lock until it has caught
  // up: a lock further ahead than any try could set it was set before, and is over.
  const ahead = sql`clock_timestamp() + ${CLOCK_SLACK}`
  const isWindowOver = sql`(case
    when a.locked_until is not null then a.locked_until <= clock_timestamp()
      or a.locked_until > ${ahead} + make_interval(mins => ${minutes})
    else a.window_start <= clock_timestamp() - make_interval(mins => ${minutes})
      or a.window_start > ${ahead} end)`
  const known = sql`(case when ${isWindowOver} then ${hashes}::bytea[]
    when a.login_hashes @> ${hashes}::bytea[] or cardinality(a.login_hashes) >= 10 then a.login_hashes
    else a.login_hashes || ${hashes}::bytea[] end)`
  const failures = sql`(case when ${isWindowOver} then 1 else least(a.failures + 1, 1000000) end)`
  const { rows } = await sql<{ failures: number; locked: boolean }>`
    insert into login_attempt as a (key, failures, window_start, login_hashes)
    values (${key}, 1, clock_timestamp(), ${hashes}::bytea[])
    on conflict (key) do update set
      failures = ${failures},
      window_start = case when ${isWindowOver} then clock_timestamp() else a.window_start end,
      login_hashes = ${known},
      locked_until = case when ${isWindowOver} then null
        when a.locked_until is not null then a.locked_until
        when ${failures} >= ${max} and cardinality(${known}) >= ${logins}
          then clock_timestamp() + make_interval(mins => ${minutes}) end
    returning failures, locked_until is not null as locked
  `.execute(db.q)
  const { failures: count, locked } = rows[0]!
  if (locked) logSecurity(db, `locked.${limit.name}`)
  // The try that reaches the bound sets the lock and is itself still compared.
  return { failures: count, allowed: !locked || count <= max }
}

/** A try was right: it no longer counts, and a lock that only it had brought about is lifted. */
export async function takeBack({ q }: Db, { key, max }: TryLimit): Promise<void> {
  await sql`
    update login_attempt set failures = greatest(failures - 1, 0),
      locked_until = case when failures - 1 < ${max} then null else locked_until end
    where key = ${key}
  `.execute(q)
}

/** Drops all tries whose key begins so: a login's at every address. */
export async function forgiveAll({ q }: Db, beginning: string): Promise<void> {
  await q
    .deleteFrom('login_attempt')
    .where(sql<boolean>`starts_with(key, ${beginning})`)
    .execute()
}

/** Drops all tries counted under a key, after the person has proved their identity. */
export async function forgive({ q }: Db, { key }: TryLimit): Promise<void> {
  await q.deleteFrom('login_attempt').where('key', '=', key).execute()
}
