import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Kysely } from 'kysely'
import { openTestDatabase } from '#test/support/database.ts'
import { SERVER_CALLER } from '../../auth/caller.ts'
import type { Services } from '../../services.ts'
import { openDatabase, openPool } from '../connection/pool.ts'
import { inTransaction } from '../handle.ts'
import type { DB } from '../schema.ts'
import { NO_COMPANY } from '../uuid.ts'

const database = await openTestDatabase()
const q = openDatabase(openPool({ databaseUrl: database.url, size: 1 }))
after(async () => {
  await q.destroy()
  await database.drop()
})

/** What the one connection keeps prepared of the statements that have this word in them. */
async function keptWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements
  `.execute(q)
  return rows.map(({ statement }) => statement).filter((text) => text.includes(word))
}

test('a statement with parameters is prepared once a connection', async () => {
  for (const value of [1, 2]) await sql`select ${value}::int as once`.execute(q)
  assert.equal((await keptWith('as once')).length, 1)
})

test('a search by a pattern is planned anew each time', async () => {
  for (const pattern of ['%а%', 'б%']) {
    await sql`select 1 as sought from supplier where name_search like ${pattern}`.execute(q)
    await sql`select 2 as sought from act where number ilike ${pattern}`.execute(q)
  }
  assert.deepEqual(await keptWith('sought'), [])
})

test('a statement of a call starts no parallel workers', async () => {
  const { rows } = await sql<{ workers: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers`.execute(q)
  assert.deepEqual(rows, [{ workers: '0' }])
})

const id = '01234567-89ab-7cde-8f01-23456789abcd'

/** Each way to ask for every column of a supplier. */
async function askForAll(db: Kysely<DB>): Promise<void> {
  const one = db.selectFrom('supplier').where('id', '=', id)
  await one.selectAll().execute()
  await one.selectAll('supplier').execute()
  await db
    .updateTable('supplier')
    .set({ phone: null })
    .where('id', '=', id)
    .returningAll()
    .execute()
  await one.select('id').execute()
}

const addColumn = (name: string) =>
  sql`alter table supplier add column ${sql.id(name)} text`.execute(q)

test('a column that a migration adds meanwhile breaks no statement that asks for all of them', async () => {
  await askForAll(q)
  const before = await keptWith('"supplier"')
  assert.equal(before.filter((text) => text.includes('*')).length, 3, before.join('\n'))
  for (const name of ['added_meanwhile', 'added_once_more']) {
    await addColumn(name)
    await askForAll(q)
  }
})

test('a command whose transaction meets such a column is repeated', async () => {
  await askForAll(q)
  await addColumn('added_under_a_command')
  const db = { q, companyId: NO_COMPANY, caller: SERVER_CALLER, services: {} as Services }
  let tries = 0
  await inTransaction(db, async (tx) => {
    tries++
    await askForAll(tx.q)
  })
  assert.equal(tries, 2)
})
