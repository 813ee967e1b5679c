import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { BadSettings } from '../../config.ts'
import { openPool } from '../connection/pool.ts'
import { lendingPool } from '../connection/lending-pool.ts'
import { beginText } from '../connection/session-company.ts'
import { openSharedDatabase } from '../connection/shared-database.ts'
import { forCompany, inTransaction } from '../handle.ts'
import type { DB } from '../schema.ts'
import { NO_COMPANY, uuidv7 } from '../uuid.ts'
import { prepareDatabase } from './prepare-database.ts'

const world = await openWorld()
const { own, other, services } = world
const { databaseUrl, ownerUrl } = services.config
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
// One connection, so that each company takes it over from the one before.
const pool = openPool({ databaseUrl, size: 1 })
const databaseOf = openSharedDatabase(lendingPool(pool), 1, 1)
after(async () => {
  await pool.end()
  await owner.end()
  await world.close()
})
for (const company of [own, other]) await addSupplier(company)

const seen = async (q: Kysely<DB>) => {
  const rows = await q.selectFrom('supplier').select('company_id').execute()
  return rows.map(({ company_id }) => company_id)
}

test('a connection shows the rows of its company, whoever had it before', async () => {
  assert.deepEqual(await seen(databaseOf(own.id)), [own.id])
  assert.deepEqual(await seen(databaseOf(other.id)), [other.id])
  assert.equal((await seen(databaseOf(NO_COMPANY, 'server'))).length, 2)
  assert.deepEqual(await seen(databaseOf(own.id, 'server')), [own.id])
})

/** The handle of a company whose connection another company's reading had last. */
const handleOf = (company: TestCompany, q = databaseOf(company.id)) => ({ ...company.db, q })

test('a transaction shows the rows of its company, also on the connection of all, and ends with it', async () => {
  await seen(databaseOf(other.id))
  assert.deepEqual(await inTransaction(handleOf(own), ({ q }) => seen(q)), [own.id])
  const all = databaseOf(NO_COMPANY, 'server')
  assert.equal((await seen(all)).length, 2)
  const narrow = inTransaction(handleOf(own, all), async ({ q }) => {
    assert.deepEqual(await seen(q), [own.id])
    throw new Error('taken back')
  })
  await assert.rejects(narrow, /taken back/)
  assert.equal((await seen(all)).length, 2)
})

test('bound to a company, an open transaction goes on: a report shows one moment', async () => {
  const all = { ...own.db, companyId: NO_COMPANY, q: databaseOf(NO_COMPANY, 'server') }
  const bound = inTransaction(all, async (tx) => {
    const column = { company_id: own.id, id: uuidv7(), title: 'Незаписанная' }
    await tx.q.insertInto('price_column').values(column).execute()
    const { q, companyId } = forCompany(tx, own.id)
    const found = await q
      .selectFrom('price_column')
      .where('id', '=', column.id)
      .select('title')
      .execute()
    assert.deepEqual([companyId, found], [own.id, [{ title: 'Незаписанная' }]])
    throw new Error('taken back')
  })
  await assert.rejects(bound, /taken back/)
})

test('several statements on one loan stay with their company around a transaction', async () => {
  await seen(databaseOf(other.id))
  const found = await databaseOf(own.id)
    .connection()
    .execute(async (q) => {
      const before = await seen(q)
      await sql.raw('begin').execute(q)
      const within = await seen(q)
      await sql.raw('rollback').execute(q)
      return [...before, ...within, ...(await seen(q))]
    })
  assert.deepEqual(found, [own.id, own.id, own.id])
})

test('a loan whose transaction failed at its commit goes on with its company', async () => {
  await owner.query(`create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
    create constraint trigger fail_late after insert on price_column deferrable initially deferred
      for each row execute function fail_late()`)
  await seen(databaseOf(other.id))
  const found = await databaseOf(own.id)
    .connection()
    .execute(async (q) => {
      await sql.raw(beginText(own.id, null)).execute(q)
      const column = { company_id: own.id, id: uuidv7(), title: 'Поздняя' }
      await q.insertInto('price_column').values(column).execute()
      await assert.rejects(sql.raw('commit').execute(q), /late/)
      return seen(q)
    })
  await owner.query('drop function fail_late cascade')
  assert.deepEqual(found, [own.id])
})

test('a session that names no company, or one that is not there, sees nothing', async () => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const company of [undefined, '', uuidv7()]) {
      if (company !== undefined)
        await client.query(`select set_config('app.company_id', $1, false)`, [company])
      for (const table of ['supplier', 'company', 'site', 'audit_event'])
        assert.equal((await client.query(`select from ${table}`)).rowCount, 0, table)
    }
    await client.query(`set app.company_id = 'all of them'`)
    await assert.rejects(client.query('select from supplier'), /invalid input syntax for type uuid/)
  } finally {
    await client.end()
  }
})

test("no row of another company is written, and a company's rows are not given away", async () => {
  const q = databaseOf(own.id)
  const site = { company_id: other.id, id: uuidv7(), name: 'Чужая', address: '' }
  await assert.rejects(q.insertInto('site').values(site).execute(), /row-level security/)
  const given = q.updateTable('supplier').set({ company_id: other.id })
  await assert.rejects(given.execute(), /row-level security/)
  const changed = await q.updateTable('site').set({ name: 'Наша' }).executeTakeFirst()
  const sites = await services.q.selectFrom('site').select(['company_id', 'name']).execute()
  assert.equal(Number(changed.numUpdatedRows), 1)
  assert.ok(sites.every(({ company_id, name }) => (name === 'Наша') === (company_id === own.id)))
  const gone = await q.deleteFrom('price_column').where('company_id', '=', other.id).execute()
  assert.equal(Number(gone[0]!.numDeletedRows), 0)
})

test('what is common is read by every company and changed by none', async () => {
  const q = databaseOf(own.id)
  const supervisors = q.selectFrom('app_user').where('role', '=', 'SUPERVISOR')
  assert.equal((await supervisors.select('id').execute()).length, 1)
  const blocked = q.updateTable('app_user').set({ full_name: 'X' }).where('company_id', 'is', null)
  assert.equal(Number((await blocked.executeTakeFirst()).numUpdatedRows), 0)
  const rights = await q.deleteFrom('action_access').where('company_id', 'is', null).execute()
  assert.equal(Number(rights[0]!.numDeletedRows), 0)
})

test('a company tells the supervisors, and reads no notice of theirs', async () => {
  const q = databaseOf(own.id)
  const row = { id: uuidv7(), user_id: world.supervisor.id, kind: 'damage', title: 'Повреждено' }
  await q
    .insertInto('notice')
    .values({ ...row, company_id: NO_COMPANY })
    .execute()
  assert.deepEqual(await q.selectFrom('notice').selectAll().execute(), [])
  const strange = { ...row, id: uuidv7(), company_id: other.id }
  await assert.rejects(q.insertInto('notice').values(strange).execute(), /row-level security/)
})

const LOOSENED: Record<string, string> = {
  'is off': 'alter table act disable row level security',
  'does not bind the owner': 'alter table act no force row level security',
  'has no policy': 'drop policy of_company on act',
  'has a second policy': 'create policy another on act using (true)',
  'has another condition': 'alter policy of_company on act using (true)',
  'checks no new row': 'alter policy of_company on act with check (true)',
  'is for one role alone': 'alter policy of_company on act to priyomka_app',
}

for (const [how, text] of Object.entries(LOOSENED))
  test(`a table whose row security ${how} is not served, and the owner's next start mends it`, async () => {
    await owner.query(text)
    const started = prepareDatabase({ databaseUrl, ownerUrl: undefined })
    await assert.rejects(started, (error: unknown) => {
      assert.ok(error instanceof BadSettings)
      return /строки таблицы act не разделены по компаниям/.test(error.message)
    })
    await prepareDatabase({ databaseUrl, ownerUrl })
    await prepareDatabase({ databaseUrl, ownerUrl: undefined })
  })

const ASKS_ELSE: Record<string, string> = {
  'answers another company': `create or replace function app_company() returns uuid language sql stable return '${other.id}'::uuid`,
  'has a setting of its own': `alter function app_company() set app.company_id = '${other.id}'`,
}

for (const [how, text] of Object.entries(ASKS_ELSE))
  test(`what policies ask and what ${how} is not served, and the owner's next start mends it`, async () => {
    await owner.query(text)
    const started = prepareDatabase({ databaseUrl, ownerUrl: undefined })
    await assert.rejects(started, /app_company/)
    await prepareDatabase({ databaseUrl, ownerUrl })
    await prepareDatabase({ databaseUrl, ownerUrl: undefined })
    assert.deepEqual(await seen(databaseOf(own.id)), [own.id])
  })

test('a table of companies that a migration adds is kept apart from the start that brings it', async () => {
  await owner.query('create table yard_note (company_id uuid not null, id uuid primary key)')
  await assert.rejects(prepareDatabase({ databaseUrl, ownerUrl: undefined }), /таблицы yard_note/)
  await prepareDatabase({ databaseUrl, ownerUrl })
  await owner.query(`insert into yard_note values ($1, $2)`, [other.id, uuidv7()])
  const { rows } = await sql`select from yard_note`.execute(databaseOf(own.id))
  assert.equal(rows.length, 0)
})

test('a view answers with the rights of who asks', async () => {
  const { rows } = await owner.query(
    `select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
       and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
  )
  assert.deepEqual(rows, [])
})
