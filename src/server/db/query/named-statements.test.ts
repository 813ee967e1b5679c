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

test('a column that a migration adds meanwhile breaks no statement that asks for all of them', async () => {
  const ask = async (id: string) => {
    const one = q.selectFrom('supplier').where('id', '=', id)
    await one.selectAll().execute()
    await one.selectAll('supplier').execute()
    await q
      .updateTable('supplier')
      .set({ phone: null })
      .where('id', '=', id)
      .returningAll()
      .execute()
    await one.select('id').execute()
  }
  const id = '01234567-89ab-7cde-8f01-23456789abcd'
  await ask(id)
  await sql`alter table supplier add column added_meanwhile text`.execute(q)
  await ask(id)
  const kept = await keptWith('"supplier"')
  assert.ok(kept.length > 0 && kept.every((text) => !text.includes('*')), kept.join('\n'))
})
