import { quote } from '#contract/words/quote.ts'
import { badDatabase, reachDatabase } from '../connection/reach.ts'
import { migrate, newerDatabase, readMigrations } from '../migrate.ts'
import { isClusterAt } from '../spread/cluster.ts'
import { assertSeparated } from './company-rows.ts'
import { assertRuntimeRole, roleOf } from './runtime-role.ts'

interface Addresses {
  readonly databaseUrl: string
  readonly ownerUrl: string | undefined
  readonly standbyUrl?: string | undefined
}

/**
 * Brings the database to this release where the owner's address is known, and otherwise only looks whether it is there; then
 * refuses a role that may do more than serve, and tables that do not keep companies apart. Answers what it applied.
 */
export async function prepareDatabase(addresses: Addresses): Promise<string[]> {
  const { databaseUrl, ownerUrl, standbyUrl } = addresses
  const fresh = ownerUrl ? await migrate(ownerUrl, { runtimeRole: roleOf(databaseUrl) }) : []
  await assertRuntimeRole(databaseUrl)
  if (!ownerUrl) await assertMigrated(databaseUrl)
  await assertSeparated(databaseUrl)
  if (standbyUrl) await assertStandby(databaseUrl, standbyUrl)
  return fresh
}

/**
 * What a standby's address may be. It is not asked itself: its roles and policies are those of the primary, which each reading proves
 * again, and a server starts without it.
 */
async function assertStandby(databaseUrl: string, standbyUrl: string): Promise<void> {
  if (roleOf(standbyUrl) !== roleOf(databaseUrl))
    throw badDatabase(
      `нужна та же роль, что в DATABASE_URL: ${quote(roleOf(databaseUrl))}`,
      'DATABASE_STANDBY_URL',
    )
  if (await isClusterAt(databaseUrl))
    throw badDatabase(
      'базу нескольких машин (Citus) читает только координатор, уберите эту настройку',
      'DATABASE_STANDBY_URL',
    )
}

async function assertMigrated(databaseUrl: string): Promise<void> {
  const { missing, newer } = await compareRelease(databaseUrl)
  if (newer.length > 0) throw newerDatabase(newer)
  if (missing.length > 0)
    throw badDatabase(
      `в базе нет обновления ${missing[0]}, а у этой роли на него нет прав. Назовите владельца таблиц в DATABASE_OWNER_URL`,
    )
}

/** The migrations of a database beside those of this release, by their names. */
export interface ReleaseComparison {
  readonly applied: readonly string[]
  readonly missing: readonly string[]
  /** Of a newer release. */
  readonly newer: readonly string[]
}

export async function compareRelease(databaseUrl: string): Promise<ReleaseComparison> {
  const client = await reachDatabase(databaseUrl)
  try {
    // An empty database has no such table, and a role without grants may not read it.
    const { rows } = await client
      .query<{ name: string }>('select name from schema_migration order by name')
      .catch(() => ({ rows: [] }))
    const applied = rows.map(({ name }) => name)
    const own = readMigrations().map(({ name }) => name)
    return {
      applied,
      missing: own.filter((name) => !applied.includes(name)),
      newer: applied.filter((name) => !own.includes(name)),
    }
  } finally {
    await client.end()
  }
}
