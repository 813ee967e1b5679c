import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import { assertDatabase } from './connection/assert-database.ts'
import { badDatabase, reachDatabase } from './connection/reach.ts'
import { setLocalCompany } from './connection/session-company.ts'
import { separateCompanies } from './roles/company-rows.ts'
import { isOnline, retryLocks, runOnline } from './online-migration.ts'
import { grantRuntime } from './roles/runtime-role.ts'
import { NO_COMPANY } from './uuid.ts'

const ASK_AGAIN_MS = 200
const MIGRATIONS_DIR = path.resolve(import.meta.dirname, '../../../migrations')

interface Migration {
  name: string
  sql: string
  hash: string
}

/** The numbered files in order; a hash guards against a change of what has been applied. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  return readdirSync(dir)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(path.join(dir, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

interface Wanted {
  readonly dir?: string | undefined
  readonly only?: readonly string[]
  /** The role that serves: it gets its grants. The address is then that of `DATABASE_OWNER_URL`. */
  readonly runtimeRole?: string
}

/**
 * Applies what is missing, or what is missing of `only`, each file in one transaction or, where it says so, online; two starting
 * servers wait for each other.
 * The address is the owner's.
 */
export async function migrate(
  databaseUrl: string,
  { dir = MIGRATIONS_DIR, only, runtimeRole }: Wanted = {},
): Promise<string[]> {
  const setting = runtimeRole === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const client = await reachDatabase(databaseUrl, setting)
  // What a migration found in the company's data and could not decide is for a person to read.
  client.on('notice', ({ severity, message }) => {
    if (severity === 'WARNING') console.warn(message)
  })
  try {
    // The lock only keeps two starts apart; correctness rests on the table's key.
    await holdMigration(client)
    await assertDatabase(client, setting)
    await client.query(
      'create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from schema_migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    const files = readMigrations(dir)
    refuseNewer(files, [...applied.keys(), ...(only ?? [])])
    const wanted = files.filter(({ name }) => only?.includes(name) ?? true)
    const fresh = await applyMissing(client, wanted, applied)
    await migrateQueue(client)
    if (runtimeRole !== undefined) {
      await separateCompanies(client)
      await grantRuntime(client, runtimeRole)
    }
    return fresh
  } finally {
    await client.end()
  }
}

/** Asks again and again: a statement that waits for the lock would be waited for by an index that is made concurrently. */
async function holdMigration(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(727001) as held',
    )
    if (rows[0]!.held) return
    await pause(ASK_AGAIN_MS)
  }
}

function refuseNewer(files: readonly Migration[], applied: readonly string[]): void {
  const fileNames = new Set(files.map(({ name }) => name))
  const unknown = applied.filter((name) => !fileNames.has(name)).toSorted()
  if (unknown.length > 0) throw newerDatabase(unknown)
}

/** An older release would write values whose meaning the newer one has changed. */
export const newerDatabase = (unknown: readonly string[]) =>
  badDatabase(
    `база от более новой версии программы (${unknown.join(', ')}). Запустите ту версию или восстановите копию базы, снятую до обновления`,
  )

/** The queue's tables, which belong to the owner too: what serves may not change its own tables. */
async function migrateQueue(client: pg.Client): Promise<void> {
  const plan = getConstructionPlans('pgboss')
  const newest = Number(
    /insert into pgboss\.version\(version\) values \('(\d+)'\)/i.exec(plan)?.[1],
  )
  if (!newest) throw new Error('the plan of the queue names no version')
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.version') is not null as there`,
  )
  if (!tables[0]!.there) return void (await client.query(plan))
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const { version } = rows[0]!
  if (version < newest) await client.query(getMigrationPlans('pgboss', version))
}

async function applyMissing(
  client: pg.Client,
  files: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Promise<string[]> {
  const fresh: string[] = []
  for (const { name, sql, hash } of files) {
    const appliedHash = applied.get(name)
    if (appliedHash && appliedHash !== hash)
      throw new Error(`migration ${name} was changed after it had been applied`)
    if (appliedHash) continue
    try {
      const writeDown = () =>
        client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash])
      if (isOnline(sql)) {
        await runOnline(client, sql)
        await writeDown()
      } else await retryLocks(client, () => inOneTransaction(client, sql, writeDown))
    } catch (error) {
      if ((error as { code?: string }).code === '42501')
        throw badDatabase(
          `пользователю базы не хватает прав для обновления ${name}: ${(error as Error).message}. Таблицы должны принадлежать ему`,
        )
      throw new Error(`migration ${name} failed`, { cause: error })
    }
    fresh.push(name)
  }
  return fresh
}

async function inOneTransaction(
  client: pg.Client,
  sql: string,
  finish: () => Promise<unknown>,
): Promise<void> {
  try {
    await client.query('begin')
    // This one word alone: Citus would pass on the whole text that a SET LOCAL stands in.
    await client.query(`set citus.propagate_set_commands = 'local'`)
    await client.query(setLocalCompany(NO_COMPANY))
    await client.query(`set citus.propagate_set_commands = 'none'`)
    await client.query(sql)
    await finish()
    await client.query('commit')
  } catch (error) {
    // The cause is reported even when the connection is gone; the end of the connection rolls back as well.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
