import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { readConfig } from '#server/config.ts'
import { startProgram } from '../scripts/child.ts'
import { startPostgres } from '../scripts/embedded-postgres.ts'
import { freePort } from '../scripts/ports.ts'
import { sendOpenLoad, type OpenLoopAnswer } from './open-loop.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'

const SUPPLIERS = 1000
const ACTS = 2000
const CLOSED_LOOP_CONNECTIONS = 32
/** Beyond any load that is known to have come. */
const OVERLOAD = 3
const GOAL_MS = { accepted: 1000, refused: 1000 }

/** Three times what the server can do, sent without waiting for answers: who is admitted, who is refused, and how soon. */
export async function measureOverload(smoke: boolean, seconds = smoke ? 1 : 10): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-overload-'))
  const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: true })
  const running: { stop(): Promise<void> }[] = [cluster]
  try {
    process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
    const port = await freePort()
    const env = {
      PORT: String(port),
      DATA_DIR: path.join(dir, 'data'),
      DATABASE_URL: cluster.url('postgres'),
      DEMO: '1',
      RATE_READS: '1000000',
      RATE_WRITES: '1000000',
      // The load represents many addresses behind one proxy.
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const { openWorld } = await import('#test/support/world.ts')
    const { secrets, keyFolders, publicUrl } = readConfig(env)
    const world = await openWorld({ config: { secrets, keyFolders, publicUrl, logLevel: 'error' } })
    running.push({ stop: () => world.close() })
    await fill(world)
    const databaseUrl = world.services.config.databaseUrl
    const server = await startProgram({
      name: 'server',
      script: 'src/server/main.ts',
      env: { ...env, DATABASE_URL: databaseUrl },
      onDeath: (name, code) => {
        console.error(`${name} ended by itself (${String(code)})`)
        process.exitCode = 1
      },
    })
    running.push(server)
    const filter = encodeURIComponent(JSON.stringify({ with: ['rows'], limit: 50 }))
    const target = `/api/v1/act/getAllActs?filter=${filter}`
    const authorization = `Bearer ${world.own.operator.api.token!}`
    const closed = {
      url: publicUrl,
      connections: CLOSED_LOOP_CONNECTIONS,
      sampleInt: 50,
      headers: { authorization },
      requests: [{ method: 'GET' as const, path: target }],
    }
    await autocannon({ ...closed, duration: 3 })
    const best = await autocannon({ ...closed, duration: smoke ? 1 : 5 })
    const capacity = best['2xx'] / best.duration
    const request = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`
    const answers = await sendOpenLoad({ port, request, perSecond: OVERLOAD * capacity, seconds })
    report(answers, capacity, seconds)
  } finally {
    for (const one of running.toReversed()) await one.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function fill(world: Awaited<ReturnType<typeof import('#test/support/world.ts').openWorld>>) {
  const { default: pg } = await import('pg')
  const { fillActs, fillSuppliers } = await import('./fill.ts')
  const { addProducts } = await import('#test/builders/builders.ts')
  const client = new pg.Client({ connectionString: world.services.config.ownerUrl })
  await client.connect()
  const { pallet } = await addProducts(world.own)
  await fillSuppliers(client, world.own, SUPPLIERS)
  await fillActs(client, world.own, pallet, ACTS)
  await client.query('vacuum analyze')
  await client.end()
}

function report(answers: readonly OpenLoopAnswer[], capacity: number, seconds: number): void {
  const of = (holds: (status: number) => boolean) =>
    answers.filter(({ status }) => holds(status)).map(({ tookMs }) => tookMs)
  const accepted = of((status) => status === 200)
  const refused = of((status) => status === 503)
  const lost = answers.length - accepted.length - refused.length
  const rate = (count: number) => Number((count / seconds).toFixed(1))
  const unit = 'ms'
  tell({ name: 'overload capacity', value: rate(capacity * seconds), unit: 'requests/s' })
  tell({
    name: 'overload goodput',
    value: rate(accepted.length),
    unit: 'requests/s',
    baseline: capacity,
    lost,
  })
  for (const [name, list] of Object.entries({ accepted, refused }))
    tell({
      name: `overload ${name} p99`,
      value: percentile(list, 99),
      unit,
      goal: GOAL_MS[name as keyof typeof GOAL_MS],
      count: list.length,
      p50: percentile(list, 50),
      most: percentile(list, 100),
    })
}
