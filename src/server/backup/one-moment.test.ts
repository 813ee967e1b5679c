import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { inTransaction } from '../db/handle.ts'
import { uuidv7 } from '../db/uuid.ts'
import { beginSnapshot, endSnapshot } from './backup-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own, services } = world

/** A person, and what the person made: a cluster keeps one on every machine and the other on that of the company. */
async function addBoth(): Promise<void> {
  const id = uuidv7()
  await inTransaction(own.db, async ({ q }) => {
    await sql`insert into app_user (id, company_id, login, full_name, role, roles, status)
      values (${id}, ${own.id}, ${`both-${id}`}, 'x', 'USER', '{}', 'dismissed')`.execute(q)
    await sql`insert into site (company_id, id, name, address, created_by)
      values (${own.id}, ${uuidv7()}, ${`both-${id}`}, 'x', ${id})`.execute(q)
  })
}

async function isSomebodyBlocked(): Promise<boolean> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    select exists (select from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and d.datname = current_database()) as is_blocked`.execute(services.q)
  return rows[0]!.is_blocked
}

/** Somebody writes before each statement, to the end or until the lock that the statements before it have taken. */
function writeBetween(client: pg.Client, written: Promise<void>[]): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const write = async () => {
    let isDone = false
    written.push(addBoth().finally(() => (isDone = true)))
    await until(async () => isDone || (await isSomebodyBlocked()))
  }
  const sendBetween = async (...args: unknown[]) => {
    await write()
    return send(...args)
  }
  Object.assign(client, { query: sendBetween })
}

test('a snapshot is of one moment everywhere, whoever writes while it begins', async () => {
  const client = await reachDatabase(services.config.databaseUrl)
  const { query } = client
  const written: Promise<void>[] = []
  try {
    writeBetween(client, written)
    await beginSnapshot(client)
    client.query = query
    await Promise.all(written)
    assert.ok(written.length > 1)
    await addBoth()
    const names = async (text: string) =>
      (await client.query<{ name: string }>(text)).rows.map(({ name }) => name).toSorted()
    const people = await names(`select login as name from app_user where login like 'both-%'`)
    assert.ok(people.length > 0 && people.length <= written.length)
    assert.deepEqual(await names(`select name from site where name like 'both-%'`), people)
    await endSnapshot(client)
  } finally {
    await client.end()
  }
})
