import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { sql } from 'kysely'
import { report } from '#contract/report/report.ts'
import { holdReports } from '#test/support/report-files.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { makeReport } from './make-report.ts'

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
})
after(() => world.close())

/** Statements of reports that wait in PostgreSQL for a lock, and so would give no row for as long as it is held. */
async function waitingReports(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'priyomka-reports' and wait_event_type = 'Lock'`.execute(
    world.services.q,
  )
  return rows[0]!.count
}

test('a cancelled report gives up a statement that would go on, and its worker is free', async () => {
  const { own, services } = world
  const body = { type: 'list', params: { call: 'act/getAllActs', columns: ['number'] } }
  const { reportId } = await own.operator.api.send(report.create, {
    body: { ...body, format: 'csv' as const },
  })
  const holder = new pg.Client({ connectionString: services.config.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin; lock table act in access exclusive mode')
    const making = makeReport(services, { company_id: own.id, id: reportId })
    await until(async () => (await waitingReports()) === 1)
    await own.operator.api.send(report.cancel, { body: { reportId } })
    // The lock is still held: without the interruption this would wait for the deadline of the statement.
    await making
    assert.equal(await waitingReports(), 0)
  } finally {
    await holder.end()
  }
  const { status, file_id } = await own.operator.api.send(report.getStatus, { query: { reportId } })
  assert.deepEqual({ status, file_id }, { status: 'cancelled', file_id: null })
})
