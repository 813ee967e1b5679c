import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { allCalls } from '#contract/calls.ts'
import { actionFolders, actions } from '#contract/core/actions.ts'
import { isOpenToOwner } from '#contract/core/call.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { syncActions } from '#server/auth/rights/sync-actions-queries.ts'
import type { Config } from '#server/config.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { roleOf } from '#server/db/roles/runtime-role.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { openDatabase, openPool } from '#server/db/connection/pool.ts'
import type { DB } from '#server/db/schema.ts'
import type { openServices } from '#server/open-services.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { runtimeUrl } from '../../scripts/runtime-address.ts'
import {
  closeDatabase,
  inDatabase as databaseUrl,
  machinesOf,
  makeClusterDatabase,
} from '../cluster/machines.ts'
import { spreadDatabase } from '#server/db/spread/spread-database.ts'
import { testConfig } from './config.ts'
import { until } from './until.ts'

export interface TestDatabase {
  /** For the owner, a superuser. */
  readonly url: string
  /** For the role that serves. */
  readonly runtimeUrl: string
  drop(): Promise<void>
}

let made = 0

/** A database of its own for one test file, cloned in milliseconds from a template that is migrated once. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return cloneOf(testConfig.clusterUrl, await migratedIn(testConfig.clusterUrl))
}

/** The same with the catalogue of rights, as the start of a server leaves it; `onOneMachine` where others lie on a cluster, too. */
export async function openWorldDatabase({ onOneMachine = false } = {}): Promise<TestDatabase> {
  if (onOneMachine && testConfig.isSpread) return openPlainDatabase()
  return cloneOf(testConfig.clusterUrl, await catalogueIn(testConfig.clusterUrl))
}

async function cloneOf(cluster: string, template: string): Promise<TestDatabase> {
  const name = newName()
  // Copied as files: the log of every page is otherwise written too, twelve megabytes a database.
  await everywhere(cluster, `create database ${name} template ${template} strategy file_copy`)
  return namedDatabase(cluster, name)
}

/** On the one machine of a cluster, or on all over which test databases are laid. */
async function everywhere(cluster: string, statement: string): Promise<void> {
  for (const machine of await machinesIn(cluster)) await onceFree(machine, statement)
}

/** A database without a table, as a restore needs it. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  const cluster = testConfig.clusterUrl
  const name = newName()
  await onceFree(cluster, `create database ${name} template template0 encoding 'UTF8'`)
  return namedDatabase(cluster, name)
}

async function openPlainDatabase(): Promise<TestDatabase> {
  const own = await openEmptyDatabase()
  await migrate(own.url, { runtimeRole: roleOf(own.runtimeUrl) })
  await withClient(own.url, (client) => client.query(UUIDS))
  await syncRights(own.url)
  return own
}

const newName = () => `t_${process.pid}_${Date.now().toString(36)}_${made++}`

async function namedDatabase(cluster: string, name: string): Promise<TestDatabase> {
  return {
    url: databaseUrl(cluster, name),
    runtimeUrl: databaseUrl(await runtimeIn(cluster), name),
    drop: () => everywhere(cluster, `drop database if exists ${name} with (force)`),
  }
}

/**
 * A database in use is analyzed once it holds fifty rows, one of a test never. Without statistics a company is taken for one
 * row of two hundred, so that its whole table is read where an index leads to the row: three joins read it to the third power.
 */
const FEW_COMPANIES = `
  do $$ begin if current_setting('server_version_num')::int >= 180000 then
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', 'company_id',
    'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 2::real)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id';
  end if; end $$`

/** Asked once a process of each cluster: a connection costs as much as half of a copy. */
const oncePerCluster = <T>(ask: (cluster: string) => Promise<T>) => {
  const answers = new Map<string, Promise<T>>()
  return (cluster: string): Promise<T> => {
    if (!answers.has(cluster)) answers.set(cluster, ask(cluster))
    return answers.get(cluster)!
  }
}

const runtimeIn = oncePerCluster(runtimeUrl)

const machinesIn = oncePerCluster(async (cluster) =>
  testConfig.isSpread ? machinesOf(cluster) : [cluster],
)

const migratedIn = oncePerCluster((cluster) => {
  const hash = createHash('sha256')
  for (const migration of readMigrations()) hash.update(migration.hash)
  hash.update('grants and policies of the role that serves, with notices, indexes and one subquery')
  if (testConfig.isSpread) hash.update(spreadSource())
  return ensureTemplate(cluster, hash, 'template0', async (url) => {
    const served = await runtimeUrl(url)
    if (testConfig.isSpread) {
      await spreadDatabase({ databaseUrl: served, ownerUrl: url })
      return withClient(url, (own) => own.query(UUIDS))
    }
    await migrate(url, { runtimeRole: roleOf(served) })
    await withClient(url, async (own) => {
      await own.query(UUIDS)
      await own.query(FEW_COMPANIES)
    })
  })
})

const catalogueIn = oncePerCluster(async (cluster) => {
  const migrated = await migratedIn(cluster)
  const calls = allCalls.map(({ call }) => [call.path, call.access, call.summary, isOpenToOwner(call)])
  const hash = createHash('sha256').update(migrated)
  hash.update(JSON.stringify([actions, actionFolders, companyRoles, calls]))
  return ensureTemplate(cluster, hash, migrated, syncRights)
})

async function syncRights(url: string): Promise<void> {
  const q = openDatabase(openPool({ databaseUrl: url, size: 1, deadlines: DEADLINES }))
  await syncActions(q, true)
  await q.destroy()
}

async function ensureTemplate(
  cluster: string,
  hash: Hash,
  from: string,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<string> {
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await withClient(cluster, async (client) => {
    // Test files start side by side: one makes the template, the others wait for it.
    await client.query('select pg_advisory_lock(727002)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const machines = await machinesIn(cluster)
    await everywhere(cluster, `drop database if exists ${name}_new with (force)`)
    if (testConfig.isSpread && from === 'template0') await makeClusterDatabase(machines, `${name}_new`)
    else await everywhere(cluster, `create database ${name}_new template ${from} encoding 'UTF8'`)
    await fill(databaseUrl(cluster, `${name}_new`))
    if (testConfig.isSpread)
      for (const machine of machines) await closeDatabase(machine, `${name}_new`)
    // The coordinator last: whoever finds the name there finds it everywhere.
    for (const machine of machines.toReversed())
      await onceFree(machine, `alter database ${name}_new rename to ${name}`)
  })
  return name
}

/** A template is made anew when another manner of laying tables would make another one. */
function spreadSource(): string {
  const dir = path.resolve(import.meta.dirname, '../../src/server/db/spread')
  return readdirSync(dir)
    .toSorted()
    .map((file) => readFileSync(path.join(dir, file), 'utf8'))
    .join('')
}

/** Tests make rows with what PostgreSQL 18 has; the product makes its own (`db/uuid.ts`). */
const UUIDS = `do $$ begin
  if current_setting('server_version_num')::int < 180000 then
    create function public.uuidv7() returns uuid language sql volatile as
      'select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, ''0'') || ''7'' || substr(md5(random()::text), 1, 3)
        || ''a'' || substr(md5(random()::text), 1, 15))::uuid';
  end if;
end $$`

const IN_USE = '55006'

/** The connection for making and dropping databases; idle it keeps no process alive. */
const keeperIn = oncePerCluster(async (cluster) => {
  const keeper = new pg.Pool({ connectionString: cluster, max: 1, allowExitOnIdle: true })
  // A cluster that a test stops ends its idle connection; the next statement makes another.
  keeper.on('error', () => undefined)
  return keeper
})

/** PostgreSQL gives sessions five seconds to end, which on a busy machine some outlast. */
async function onceFree(cluster: string, statement: string): Promise<void> {
  const keeper = await keeperIn(cluster)
  for (;;)
    try {
      return void (await keeper.query(statement))
    } catch (error) {
      if ((error as pg.DatabaseError).code !== IN_USE) throw error
    }
}

/**
 * Vacuums until every page counts as seen by all, without which the planner takes no index alone: a transaction that another connection
 * of this server has just begun keeps the pages back.
 */
export async function vacuumTables(q: Kysely<DB>, ...tables: (keyof DB)[]): Promise<void> {
  await until(async () => {
    await sql`vacuum analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(q)
    const { rows } = await sql<{ whole: boolean }>`
      select bool_and(relallvisible = relpages) as whole from pg_class
      where oid = any(${tables}::text[]::regclass[])`.execute(q)
    return rows[0]!.whole
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

type Addresses = Pick<Config, 'databaseUrl' | 'ownerUrl'>

/** Of a server over this database, which may be led through what a test holds; the test's own queries never are. */
export async function addressesOf(
  own: TestDatabase,
  through?: (databaseUrl: string) => Promise<string>,
): Promise<Addresses> {
  return { databaseUrl: (await through?.(own.runtimeUrl)) ?? own.runtimeUrl, ownerUrl: own.url }
}

type Opened = Awaited<ReturnType<typeof openServices>>

/** The same services, whose own queries a test sends as the owner: it looks behind guards, and lies past them. */
export function asOwner(served: Opened): Opened {
  const { ownerUrl, poolSize, deadlines } = served.config
  const q = openDatabase(openPool({ databaseUrl: ownerUrl!, size: poolSize, deadlines }))
  const close = () => Promise.all([served.close(), q.destroy()]).then(() => undefined)
  return { ...served, q, close }
}

/** A verified instrument of a company: without one it issues no acceptance act. */
export async function addInstrument(q: Kysely<DB>, companyId: string): Promise<void> {
  await q
    .insertInto('instrument')
    .values({
      company_id: companyId,
      id: uuidv7(),
      model: 'МКС-01СА1М',
      serial_number: '1234',
      verified_on: '2024-01-10',
      valid_until: '2099-12-31',
      background_usv_h_milli: 110,
      responsible: 'Иванова Н. П.',
    })
    .execute()
}
