import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { childEnvironment } from '#test/support/child-environment.ts'
import { startServer, unusedPort } from '#test/support/server-program.ts'
import { companyOption } from '../connection/session-company.ts'
import { migrate } from '../migrate.ts'
import { NO_COMPANY } from '../uuid.ts'
import { programFile } from '../../../../scripts/program-file.ts'

// As an administrator makes them (docs/operations.md): neither role is a superuser, and one owns the database alone.
const cluster = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL']! })
await cluster.connect()
const name = `p_${process.pid}_${Date.now().toString(36)}`
const [owner, app] = [`${name}_owner`, `${name}_app`]
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-owner-'))
makeSecrets(path.join(dataDir, 'secrets'))
for (const role of [owner, app]) await cluster.query(`create role ${role} login password 'r'`)
after(async () => {
  await cluster.query(`drop database if exists ${name} with (force)`)
  for (const role of [owner, app]) await cluster.query(`drop role ${role}`)
  await cluster.end()
  await rm(dataDir, { recursive: true, force: true })
})

function urlFor(role: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  return Object.assign(url, { username: role, password: 'r', pathname: `/${name}` }).href
}

async function makeDatabase(): Promise<void> {
  await cluster.query(`drop database if exists ${name} with (force)`)
  await cluster.query(
    `create database ${name} owner ${owner} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  )
}

async function ask(role: string, text: string, options = ''): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlFor(role), options })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts the server, its queue included, and stops it as the system does. */
async function serve(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { child, ready, ended } = startServer({
    PORT: String(await unusedPort()),
    DATABASE_URL: urlFor(app),
    DATA_DIR: dataDir,
    ...env,
  })
  await ready
  child.kill('SIGTERM')
  return ended
}

/** It comes up with its queues, which the role that serves makes, and its log has no failure. */
async function assertServes(env: Record<string, string> = {}): Promise<void> {
  const { code, said } = await serve(env)
  assert.equal(code, 0, said)
  assert.doesNotMatch(said, /permission denied|"log":"failure"/)
  const queues = await ask(app, `select name from pgboss.queue where name <> 'kept'`)
  assert.ok(queues.length > 0)
}

const FOREIGN = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relowner <> '${owner}'::regrole`

test('an owner that is no superuser migrates an empty database, and the server serves beside it and alone', async () => {
  await makeDatabase()
  await assertServes({ DATABASE_OWNER_URL: urlFor(owner) })
  assert.deepEqual(await ask(app, FOREIGN), [])
  await assertServes()
})

test('a database that one role made, owned and served is served by the second role after one start', async () => {
  await makeDatabase()
  await migrate(urlFor(owner))
  // The queue made its own tables then.
  await ask(owner, 'drop schema pgboss cascade')
  const boss = new PgBoss({ connectionString: urlFor(owner), schema: 'pgboss' })
  await boss.start()
  await boss.createQueue('kept')
  const kept = await boss.send('kept', { of: 'the former release' })
  await boss.stop()
  await ask(
    owner,
    `insert into company (id, name, short_name, inn, ogrn, legal_address, phone, director_position, director_name)
     values (gen_random_uuid(), 'ООО «Ромашка»', 'Ромашка', '7707083893', '', '', '', '', '')`,
  )
  await assertServes({ DATABASE_OWNER_URL: urlFor(owner) })
  await assertServes()
  assert.deepEqual(await ask(app, FOREIGN), [])
  // Neither role sees a company before it says which.
  for (const role of [owner, app])
    assert.deepEqual(await ask(role, 'select short_name from company'), [])
  const companies = await ask(app, 'select short_name from company', companyOption(NO_COMPANY))
  assert.deepEqual(companies, [{ short_name: 'Ромашка' }])
  assert.deepEqual(await ask(app, `select id from pgboss.job where name = 'kept'`), [{ id: kept }])
})

/** `npm run migrate`, which needs no folder and no keys of the server. */
function migrateApart(env: Record<string, string>) {
  const script = programFile('src/server/migrate-database.ts')
  const own = { ...childEnvironment, DATABASE_URL: urlFor(app), ...env }
  return spawnSync(process.execPath, [script], { env: own, encoding: 'utf8' })
}

test('a database that is migrated apart is served by a server that never had the password of its owner', async () => {
  await makeDatabase()
  const blind = migrateApart({})
  assert.equal(blind.status, 2)
  assert.match(blind.stderr, /нет обновления 0001_.*DATABASE_OWNER_URL/)
  const first = migrateApart({ DATABASE_OWNER_URL: urlFor(owner) })
  assert.equal(first.status, 0, first.stderr)
  assert.match(first.stdout, /^0001_\S+\.sql\n[^]*\nБаза готова к этой версии\n$/)
  const again = migrateApart({ DATABASE_OWNER_URL: urlFor(owner) })
  assert.equal(again.stdout, 'База готова к этой версии\n')
  await assertServes()
})
