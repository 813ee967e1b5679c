import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openEmptyDatabase, openTestDatabase } from '#test/support/database.ts'
import { BadSettings } from '../../config.ts'
import { deletedTables } from '../../retention/retention-rules.ts'
import { migrate } from '../migrate.ts'
import { prepareDatabase } from './prepare-database.ts'
import { roleOf } from './runtime-role.ts'

const database = await openTestDatabase()
const empty = await openEmptyDatabase()
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
const owner = await connect(database.url)
const served = await connect(database.runtimeUrl)
const name = `r_${process.pid}_${Date.now().toString(36)}`
await owner.query(`create role ${name} login password 'r'`)
after(async () => {
  await served.end()
  await owner.end()
  await database.drop()
  await empty.drop()
  const cluster = await connect(process.env['TEST_DATABASE_URL']!)
  await cluster.query(`drop role ${name}`)
  await cluster.end()
})
const nameUrl = Object.assign(new URL(database.url), { username: name, password: 'r' }).href

async function wordsOf(databaseUrl: string, ownerUrl?: string): Promise<string> {
  const error = await prepareDatabase({ databaseUrl, ownerUrl }).then(
    () => assert.fail('it was accepted'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof BadSettings, String(error))
  return error.message
}

const ONLY_GROW = [
  'audit_event',
  'control_alarm',
  'issued_form',
  'issued_pdf',
  'payment_event',
  'payment_retry',
  'photo_of_visit',
  'price_history',
  'print_event',
  'seal_key_event',
  'weighing',
  'weighing_cancel',
]

test('the role that serves is accepted with and without the owner beside it', async () => {
  await prepareDatabase({ databaseUrl: database.runtimeUrl, ownerUrl: undefined })
  await prepareDatabase({ databaseUrl: database.runtimeUrl, ownerUrl: database.url })
})

test('a server without the owner does not start over the database of a newer release either', async () => {
  await owner.query(`insert into schema_migration (name, hash) values ('9999_newer.sql', '')`)
  try {
    assert.match(await wordsOf(database.runtimeUrl), /более новой версии программы \(9999_newer/)
  } finally {
    await owner.query(`delete from schema_migration where name = '9999_newer.sql'`)
  }
})

test('a superuser is refused with the command that makes a role', async () => {
  const words = await wordsOf(database.url)
  assert.match(words, /суперпользователь.*CREATE ROLE priyomka_app.*DATABASE_OWNER_URL/)
  assert.match(await wordsOf(database.url, database.url), /суперпользователь/)
})

test("a fault at the owner's address names its setting", async () => {
  const wrong = Object.assign(new URL(database.url), { password: 'x' }).href
  assert.match(await wordsOf(nameUrl, wrong), /DATABASE_OWNER_URL: неверный пользователь/)
})

test('a standby is read by the role that serves alone, and a server starts while it is away', async () => {
  const { runtimeUrl: databaseUrl } = database
  const prepare = (standbyUrl: string) =>
    prepareDatabase({ databaseUrl, ownerUrl: undefined, standbyUrl })
  await assert.rejects(prepare(database.url), /DATABASE_STANDBY_URL: нужна та же роль/)
  const away = new URL(databaseUrl)
  away.port = '1'
  await prepare(away.href)
})

test('a role that bypasses row security is refused', async () => {
  await owner.query(`alter role ${name} bypassrls`)
  assert.match(await wordsOf(nameUrl, database.url), /обходит защиту строк/)
  await owner.query(`alter role ${name} nobypassrls`)
})

test('a member of a role that reads or writes past every grant is refused', async () => {
  for (const wide of ['pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program']) {
    await owner.query(`grant ${wide} to ${name}`)
    assert.match(await wordsOf(nameUrl, database.url), new RegExp(`входит в ${wide}`))
    await owner.query(`revoke ${wide} from ${name}`)
  }
})

test('a role that copies the cluster is refused, since copies know no policy', async () => {
  await owner.query(`alter role ${name} replication`)
  assert.match(await wordsOf(nameUrl, database.url), /копировать весь кластер \(REPLICATION\)/)
  await owner.query(`alter role ${name} noreplication`)
})

test('a role that may become one that is refused is refused as well', async () => {
  const wide = `${name}_w`
  await owner.query(`create role ${wide}; grant ${wide} to ${name}`)
  await prepareDatabase({ databaseUrl: nameUrl, ownerUrl: database.url })
  for (const right of ['superuser', 'bypassrls', 'createrole', 'replication']) {
    await owner.query(`alter role ${wide} ${right}`)
    assert.match(await wordsOf(nameUrl), new RegExp(`входит в ${wide}`), right)
    await owner.query(`alter role ${wide} no${right}`)
  }
  await owner.query(`drop role ${wide}`)
})

test('a role that owns a table, itself or through a role of which it is a member, is refused', async () => {
  await owner.query(`alter table supplier owner to ${name}`)
  assert.match(await wordsOf(nameUrl), /владеет таблицей supplier/)
  await owner.query(`create role ${name}_m login noinherit password 'r' in role ${name}`)
  const member = Object.assign(new URL(nameUrl), { username: `${name}_m` }).href
  assert.match(await wordsOf(member), /владеет таблицей supplier/)
  await owner.query(`drop role ${name}_m; alter table supplier owner to current_user`)
})

test('a role that may empty a table or set triggers on it is refused', async () => {
  for (const right of ['truncate', 'trigger']) {
    await owner.query(`grant ${right} on visit to ${name}`)
    assert.match(await wordsOf(nameUrl), /опустошить таблицу visit/)
    await owner.query(`revoke ${right} on visit from ${name}`)
  }
  await owner.query(`grant truncate on visit to ${name}`)
  await prepareDatabase({ databaseUrl: nameUrl, ownerUrl: database.url })
})

test('a role that may give itself the rights of others is refused', async () => {
  await owner.query(`alter role ${name} createrole`)
  assert.match(await wordsOf(nameUrl), /выдать себе права других \(CREATEROLE\)/)
  await owner.query(`alter role ${name} nocreaterole`)
})

test('a role that owns the database, or may make what is its own in a schema, is refused', async () => {
  const { pathname } = new URL(database.url)
  const owning = (role: string) =>
    owner.query(`alter database ${pathname.slice(1)} owner to ${role}`)
  await owning(name)
  assert.match(await wordsOf(nameUrl), /владеет схемой public/)
  await owner.query(`create role ${name}_m login noinherit password 'r' in role ${name}`)
  const member = Object.assign(new URL(nameUrl), { username: `${name}_m` }).href
  assert.match(await wordsOf(member), /владеет схемой public/)
  await owner.query(`drop role ${name}_m`)
  await owning('current_user')
  for (const [schema, whom] of [
    ['public', 'public'],
    ['pgboss', name],
  ]) {
    await owner.query(`grant create on schema ${schema} to ${whom}`)
    assert.match(await wordsOf(nameUrl), new RegExp(`REVOKE CREATE ON SCHEMA ${schema}`))
    await owner.query(`revoke create on schema ${schema} from ${whom}`)
  }
  await prepareDatabase({ databaseUrl: nameUrl, ownerUrl: undefined })
})

test('without the owner an unmigrated database is refused, and so is a role that is not there', async () => {
  const bare = new URL(empty.url)
  Object.assign(bare, { username: name, password: 'r' })
  assert.match(await wordsOf(bare.href), /нет обновления 0001_.*DATABASE_OWNER_URL/)
  const nobody = Object.assign(new URL(database.url), { username: `${name}_none` }).href
  assert.match(await wordsOf(nobody, database.url), /роли «r_.*_none» нет.*CREATE ROLE/)
})

test('tables that only grow are exactly these, and the role that serves can only add to them', async () => {
  const { rows } = await owner.query<{ name: string; rights: string }>(
    `select table_name as name, string_agg(lower(privilege_type), ',' order by privilege_type) as rights
     from information_schema.role_table_grants where grantee = $1 and table_schema = 'public' group by 1 order by 1`,
    [roleOf(database.runtimeUrl)],
  )
  const withRights = (wanted: string) =>
    rows.filter(({ rights }) => rights === wanted).map((row) => row.name)
  assert.deepEqual(withRights('insert,select'), ONLY_GROW)
  assert.deepEqual(withRights('select'), ['schema_migration'])
  assert.equal(
    withRights('delete,insert,select,update').length,
    rows.length - ONLY_GROW.length - 1,
    'every other table is read and written, no more',
  )
})

const ONLY_GROWS = `(?:${ONLY_GROW.join('|')})`
const LOCKS = String.raw`\.for(?:No)?(?:Key)?(?:Update|Share)\(`
/** In the words of both ways to write SQL; a lock asks for the same right as a change. */
const CHANGES = [
  String.raw`(?:updateTable|deleteFrom|mergeInto)\(\s*'${ONLY_GROWS}\b`,
  String.raw`\b(?:update|delete from|merge into|truncate)\s+(?:only\s+)?${ONLY_GROWS}\b`,
  String.raw`(?:selectFrom|Join)\(\s*'${ONLY_GROWS}\b(?:(?!selectFrom\(|\n\})[^])*?${LOCKS}`,
  String.raw`\b(?:from|join)\s+${ONLY_GROWS}\b[^\`;)]*\bfor\s+(?:no\s+key\s+|key\s+)?(?:update|share)\b`,
].map((text) => new RegExp(text, 'i'))

test('the server changes, removes and locks no row that stays', () => {
  const room = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
    // The demo is filled by the owner.
    (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('demo'),
  )
  assert.ok(files.some((file) => file.endsWith('visit-queries.ts')))
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(room, file), 'utf8')
    return CHANGES.flatMap((change) => change.exec(text)?.[0] ?? []).map((own) => `${file}: ${own}`)
  })
  // By the owner, whom a trigger lets remove what a recorded archive holds (`archive-company.test.ts`).
  const byOwner = 'journal/archive-queries.ts: delete from audit_event'
  assert.deepEqual(
    found,
    [byOwner],
    'The role that serves may only add to it: a correction is a new row',
  )
  assert.deepEqual(
    deletedTables.filter((table) => ONLY_GROW.includes(table)),
    [],
  )
})

test('words that change, remove or lock such a row are found', () => {
  const words = [
    `tx.q.updateTable('weighing').set({ net_g: 1 })`,
    `tx.q.deleteFrom('audit_event as e')`,
    'sql`update payment_event set at = now()`',
    'sql`delete from price_history h`',
    `q.selectFrom('visit').innerJoin('weighing as w', 'w.id', 'x')\n  .select('id')\n  .forUpdate()`,
    'sql`select id from print_event e\n where e.id = ${id} for no key update`',
  ]
  assert.deepEqual(
    words.filter((text) => !CHANGES.some((change) => change.test(text))),
    [],
  )
})

const isDenied = (error: unknown) => (error as { code?: string }).code === '42501'

test('the role that serves changes no row that stays, empties nothing and takes no guard off', async () => {
  for (const table of ONLY_GROW) {
    const [column] = (
      await owner.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1`,
        [table],
      )
    ).rows
    await assert.rejects(served.query(`update ${table} set ${column!.name} = null`), isDenied)
    await assert.rejects(served.query(`delete from ${table}`), isDenied)
  }
  for (const table of [...ONLY_GROW, 'payment', 'supplier'])
    for (const deed of [
      `truncate ${table}`,
      `alter table ${table} disable trigger user`,
      `drop table ${table} cascade`,
    ])
      await assert.rejects(served.query(deed), isDenied, deed)
  for (const deed of [
    'set session_replication_role = replica',
    'drop trigger payment_guard on payment',
    'create table stranger (id int)',
    'create trigger own before update on payment for each row execute function refuse_change()',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'update schema_migration set hash = null',
    'drop schema pgboss cascade',
  ])
    await assert.rejects(served.query(deed), isDenied, deed)
})

test('a database that one role owned gets the role that serves by its next start', async () => {
  await migrate(empty.url)
  await assert.rejects(
    prepareDatabase({
      databaseUrl: nameUrl.replace(/\/[^/]*$/, new URL(empty.url).pathname),
      ownerUrl: undefined,
    }),
    /нет обновления/,
  )
  const databaseUrl = nameUrl.replace(/\/[^/]*$/, new URL(empty.url).pathname)
  await prepareDatabase({ databaseUrl, ownerUrl: empty.url })
  const client = await connect(databaseUrl)
  assert.deepEqual((await client.query('select 1 from company')).rows, [])
  assert.deepEqual((await client.query('select 1 from pgboss.job')).rows, [])
  await client.end()
})
