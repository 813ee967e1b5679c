import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { testConfig } from './config.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

let made = 0

/** A database of its own for one test file, cloned in milliseconds from a template that is migrated once. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const cluster = testConfig.clusterUrl
  const template = await ensureTemplate(cluster)
  const name = `t_${process.pid}_${Date.now().toString(36)}_${made++}`
  // Copied as files: the log of every page is otherwise written too, twelve megabytes a database.
  await withClient(cluster, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return {
    url: databaseUrl(cluster, name),
    drop: () => withClient(cluster, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function ensureTemplate(cluster: string): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of readMigrations()) hash.update(migration.hash)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await withClient(cluster, async (client) => {
    // Test files start side by side: one makes the template, the others wait for it.
    await client.query('select pg_advisory_lock(727002)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query(`drop database if exists ${name}_new with (force)`)
    await client.query(`create database ${name}_new template template0 encoding 'UTF8'`)
    await migrate(databaseUrl(cluster, `${name}_new`))
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
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

function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}
