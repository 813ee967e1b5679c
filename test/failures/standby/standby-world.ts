import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { supplier } from '#contract/supplier/supplier.ts'
import { serverOf, type Db, type Tx } from '#server/db/handle.ts'
import { readApart, standbyState } from '#server/db/standby/read-apart.ts'
import type { Services } from '#server/services.ts'
import { startPostgres } from '../../../scripts/embedded-postgres.ts'
import { logReader } from '../../support/read-log.ts'
import { startStandby, type Standby } from './standby-postgres.ts'

// A cluster of its own, whose log is whole. The world is opened in it, so it is loaded later.
const dir = await mkdtemp(path.join(tmpdir(), 'priyomka-standby-'))
const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: true })
process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
const { openWorld } = await import('../../support/world.ts')
const { person } = await import('../../builders/seller-forms.ts')
const { holdReports } = await import('../../support/report-files.ts')

export const log = logReader()
export let standby!: Standby
const config: { standbyUrl?: string } = {}
/** A server that may read reports from a standby of its database. */
export const world = await openWorld({
  config: Object.assign(config, {
    logLevel: 'info',
    metrics: { host: '127.0.0.1', port: 0, token: undefined },
  } as const),
  logTo: log,
  through: async (url) => {
    const own = path.join(dir, 'pg')
    standby = await startStandby(own, cluster.url('postgres'), path.join(dir, 'copy'))
    config.standbyUrl = standby.url(url)
    return url
  },
})
export async function closeWorld(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }))
  opened.defer(() => cluster.stop())
  opened.defer(() => standby.stop())
  await world.close()
}

const { own, services } = world
const state = standbyState(services)
await holdReports(world)
await enter('Первый')

/** Whatever was found before, the standby is asked again. */
export function startAnew(): void {
  state.restsUntil = 0
  state.readings.clear()
}

const portIn = (url: string) => Number(new URL(url).port)
export const primaryPort = portIn(services.config.databaseUrl)
export const standbyPort = portIn(services.config.standbyUrl!)

/** Entered by a person, so that the journal tells of it. */
export async function enter(last_name: string): Promise<void> {
  await own.operator.api.send(supplier.create, { body: person({ last_name }) })
}

export async function namesIn({ q }: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select last_name as name from supplier`.execute(q)
  return rows.map(({ name }) => name)
}

export async function portOf({ q }: Tx): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(q)
  return rows[0]!.port
}

/** Where a report would be read now, and what it would see. */
export const look = (db: Db = serverOf(services, own.id)) =>
  readApart(db, async (tx) => ({ port: await portOf(tx), names: await namesIn(tx) }))

export async function seesOnPrimary(fault: string, name: string, by = services): Promise<void> {
  const { port, names } = await look(serverOf(by, own.id))
  assert.equal(port, primaryPort)
  assert.ok(names.includes(name), names.join())
  assert.deepEqual([...state.readings], [[fault, 1]])
}

export async function ask(url: string, ...texts: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts.slice(0, -1)) await client.query(text)
    return await client.query(texts.at(-1)!)
  } finally {
    await client.end()
  }
}

/** The same database in the copy, for a superuser. */
export const there = () => standby.url(services.config.ownerUrl!)

/** A server with another setting over the same database. */
export const withStandby = (standbyUrl: string): Services => ({
  ...services,
  state: {},
  config: { ...services.config, standbyUrl },
})

/** Servers that wait for nothing. */
export const hasty = (of: Services): Services => ({
  ...of,
  config: { ...of.config, deadlines: { ...of.config.deadlines, standbyMs: 1 } },
})

/** Goes on after the test at the latest. */
export async function holdReplay(t: TestContext): Promise<void> {
  await ask(there(), 'select pg_wal_replay_pause()')
  t.after(() => ask(there(), 'select pg_wal_replay_resume()'))
}

/** Reports that wait in the standby, for a lock unless said. */
export async function waitingThere(event = 'relation'): Promise<number> {
  const { rowCount } = await ask(
    there(),
    `select from pg_stat_activity where application_name = 'priyomka-reports' and wait_event = '${event}'`,
  )
  return rowCount!
}

/** Holds acts, so that a report over them stands still in the standby. */
export async function holdActs(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: services.config.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table act in access exclusive mode')
  return holder
}
