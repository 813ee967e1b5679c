import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { report } from '#contract/report/report.ts'
import { makeSecrets } from '#server/settings/secret-files.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { startServer, unusedPort } from '#test/support/server-program.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { takeReport } from '../report-queries.ts'
import { makeReport, REPORT_JOB } from './make-report.ts'
import { resumeReports } from './resume-reports.ts'

// The world asks; servers of their own over its database make the files.
const world = await openWorld({ config: { logLevel: 'error' } })
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-resume-'))
makeSecrets(path.join(dataDir, 'secrets'))
after(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})
const { own, services } = world

async function serve() {
  const { databaseUrl: DATABASE_URL } = services.config
  const PORT = String(await unusedPort())
  const server = startServer({ DATABASE_URL, DATA_DIR: dataDir, PORT })
  await server.ready
  return server
}

async function order(): Promise<string> {
  const params = { call: 'act/getAllActs', columns: ['number'] }
  const body = { type: 'list', params, format: 'csv' } as const
  return (await own.operator.api.send(report.create, { body })).reportId
}

const statusOf = (reportId: string) =>
  own.operator.api.send(report.getStatus, { query: { reportId } })

async function count(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await query.execute(services.q)).rows[0]!.count
}

/** Reports whose statement waits for a lock. */
const waiting = () =>
  count(sql`select count(*)::int as count from pg_stat_activity where datname = current_database()
    and application_name = 'priyomka-reports' and wait_event_type = 'Lock'`)

const jobs = () =>
  count(sql`select count(*)::int as count from pgboss.job where name = ${REPORT_JOB}`)

/** Holds acts so that a report over them stands still until `free`. */
async function holdActs() {
  const holder = new pg.Client({ connectionString: services.config.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table act in access exclusive mode')
  return { free: () => holder.end() }
}

test('a server that starts makes the file that a killed one had begun', async () => {
  await addIssuedAct(own, (await addSupplier(own)).id, 100)
  const killed = await serve()
  const acts = await holdActs()
  const reportId = await order()
  await until(async () => (await waiting()) === 1)
  killed.child.kill('SIGKILL')
  await killed.ended
  assert.equal((await statusOf(reportId)).status, 'running')
  await acts.free()
  const next = await serve()
  await until(async () => (await statusOf(reportId)).status === 'ready')
  next.child.kill('SIGTERM')
  await next.ended
})

test('what a living process makes is not taken from it, and what it left is given to the queue once', async () => {
  const acts = await holdActs()
  const reportId = await order()
  const job = { company_id: own.id, id: reportId }
  const making = makeReport(services, job)
  await until(async () => (await waiting()) === 1)
  await sql`delete from pgboss.job where name = ${REPORT_JOB}`.execute(services.q)
  await resumeReports(services)
  assert.equal(await jobs(), 0)
  // A second delivery of its job leaves it alone too.
  await makeReport(services, job)
  assert.equal((await statusOf(reportId)).status, 'running')
  await acts.free()
  await making
  assert.equal((await statusOf(reportId)).status, 'ready')
  const left = await order()
  await sql`delete from pgboss.job where name = ${REPORT_JOB}`.execute(services.q)
  await inTransaction(own.db, (tx) => takeReport(tx, left))
  await resumeReports(services)
  await resumeReports(services)
  assert.equal(await jobs(), 1)
})

test('a file over which three processes died fails and says so', async () => {
  const reportId = await order()
  for (let take = 0; take < 3; take++) await inTransaction(own.db, (tx) => takeReport(tx, reportId))
  await makeReport(services, { company_id: own.id, id: reportId })
  const { status, error } = await statusOf(reportId)
  assert.equal(status, 'failed')
  assert.match(error!, /^Сервер остановился 3 раза подряд/)
})
