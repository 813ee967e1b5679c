import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Notice } from '#contract/user/user-preferences.ts'
import { user } from '#contract/user/user.ts'
import { SERVER_CALLER } from '#server/auth/caller.ts'
import { inTransaction } from '#server/db/handle.ts'
import { expireSuppliers } from '#server/features/supplier/supplier-jobs.ts'
import { logReader } from '#test/support/read-log.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { deadJobs } from './dead-jobs.ts'
import { notSetAside, setAside } from './set-aside-queries.ts'

const log = logReader()
const world = await openWorld({ config: { logLevel: 'info' }, logTo: log })
const { own, services, supervisor } = world
const { q } = services
after(() => world.close())

const notices = async (kind: Notice['kind']) =>
  (await supervisor.api.send(user.getNotices, { query: { filter: { kind: [kind] } } })).items
const failures = (event: string) => log.of('failure').filter((line) => line['event'] === event)
const flagged = async (id: string) => {
  const row = await q
    .selectFrom('supplier')
    .where('id', '=', id)
    .select('flags')
    .executeTakeFirstOrThrow()
  return (row.flags as { code: string }[]).map(({ code }) => code)
}

before(async () => {
  await services.jobs.start([
    ...deadJobs(services),
    {
      name: 'test.doomed',
      retries: 0,
      handler: async () => void (await sql`select 'Канарейкин'::date`.execute(q)),
    },
  ])
})

test('a job whose last attempt failed is reported in the log and to the supervisors, once', async () => {
  const db = { q, companyId: own.id, caller: SERVER_CALLER, services }
  await inTransaction(db, (tx) => services.jobs.enqueue(tx, 'test.doomed', { id: 1 }))
  await until(() => failures('a job was given up').length > 0)
  const [last] = failures('a job failed for the last time')
  assert.deepEqual([last!['job'], last!['tries']], ['test.doomed', 1])
  assert.equal((last!['err'] as { code: string }).code, '22007')
  const [given] = failures('a job was given up')
  assert.deepEqual([given!['job'], given!['id']], ['test.doomed', last!['id']])
  assert.deepEqual(
    (await notices('job_failed')).map(({ title }) => title),
    ['Фоновая работа test.doomed прекращена после 1 попыток. Подробности в журнале сервера'],
  )
  // What the queue stores of the failure holds no value of a row either.
  const stored = await sql<{
    output: string
  }>`select output::text from pgboss.job where output is not null`.execute(q)
  assert.ok(stored.rows.length > 0)
  assert.doesNotMatch(JSON.stringify(stored.rows) + log.text(), /Канарейкин/)
})

test('a failing row of a sweep is reported and postponed, and the others are done', async () => {
  const sellers = [await addSupplier(own), await addSupplier(own), await addSupplier(own)]
  const [good, bad, last] = sellers.map(({ id }) => id)
  await q
    .updateTable('supplier')
    .set({ doc_expires_on: '2020-01-01' })
    .where('company_id', '=', own.id)
    .execute()
  await sql`
    create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.id = ${sql.lit(bad)}::uuid then raise exception 'broken row of Канарейкин' using detail = 'Канарейкин'; end if;
      return new; end $$`.execute(q)
  await sql`create trigger refuse_one before update on supplier for each row execute function refuse_one()`.execute(
    q,
  )
  await expireSuppliers(services)
  assert.deepEqual(await Promise.all([good!, bad!, last!].map(flagged)), [
    ['doc_expired'],
    [],
    ['doc_expired'],
  ])
  const line = () =>
    failures('a row was set aside').map(({ job, id, company, tries }) => [job, id, company, tries])
  assert.deepEqual(line(), [['supplier.expire', bad, own.id, 1]])
  assert.equal((await notices('row_set_aside')).length, 1)
  await expireSuppliers(services)
  assert.equal(line().length, 1, 'it waits')
  await q
    .updateTable('set_aside')
    .set({ until: sql`now()` })
    .execute()
  await expireSuppliers(services)
  assert.deepEqual(line()[1], ['supplier.expire', bad, own.id, 2])
  assert.equal((await notices('row_set_aside')).length, 1, 'told once')
  await sql`drop trigger refuse_one on supplier`.execute(q)
  await q
    .updateTable('set_aside')
    .set({ until: sql`now()` })
    .execute()
  await expireSuppliers(services)
  assert.deepEqual(await flagged(bad!), ['doc_expired'])
  assert.deepEqual(await q.selectFrom('set_aside').selectAll().execute(), [])
})

test('a company that waits apart holds no other company back, nor another sweep', async () => {
  const sweep = 'visit.companies'
  const swept = async () => {
    const rows = await q
      .selectFrom('site')
      .where(notSetAside(sweep, 'company_id', 'company_id'))
      .select('company_id')
      .distinct()
      .execute()
    return rows.map(({ company_id }) => company_id).toSorted()
  }
  const both = [own.id, world.other.id].toSorted()
  assert.deepEqual(await swept(), both)
  await setAside(q, sweep, { company_id: own.id, id: own.id })
  assert.deepEqual(await swept(), [world.other.id])
  await setAside(q, 'another sweep', { company_id: world.other.id, id: world.other.id })
  assert.deepEqual(await swept(), [world.other.id])
})
