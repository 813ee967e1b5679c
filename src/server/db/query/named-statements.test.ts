import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '#test/support/database.ts'
import { openDatabase, openPool } from '../connection/pool.ts'

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
