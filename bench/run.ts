import { writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { World } from '#test/world.ts'
import { startProgram, type Program } from '../scripts/child.ts'
import { freePort, startPostgres } from '../scripts/embedded-postgres.ts'
import { record, stepsOf } from './record.ts'
import { measureScaleNoise } from './scale-noise.ts'
import type { BarePlan, Plan } from './plan.ts'

const { values: flags } = parseArgs({
  options: {
    acts: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
})
const ACTS = flags.smoke ? 1000 : Number(flags.acts)
const ROUNDS = flags.smoke ? 1 : Number(flags.rounds)
const SECONDS = flags.smoke ? 0.3 : Number(flags.seconds)
const CONNECTIONS = 8
const POOL = 16
// Different rows for different requests, few enough to be warm for both servers alike.
const VARIETY = 400

/** One kind of request: its variable fields, and how they become a request. */
interface Kind {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly inputs: readonly Record<string, string>[]
  query?(input: Record<string, string>): Record<string, string>
  body?(input: Record<string, string>): object
}

/** `npm run bench`: requests per second of our server beside a bare one that sends the same SQL, in turns. */
async function main(): Promise<void> {
  if (flags.only === 'scale-noise') return measureScaleNoise(flags.smoke)
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-bench-'))
  // PostgreSQL never runs as root: started by root it has a user of its own, who must get through to its folder.
  await chmod(dir, 0o711)
  const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: true })
  const running: { stop(): Promise<void> }[] = [cluster]
  const end = async () => {
    for (const one of running.splice(0).toReversed()) await one.stop()
    await rm(dir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: path.join(dir, 'data'),
      DATABASE_URL: cluster.url('postgres'),
      DEMO: '1',
      RATE_READS: '1000000',
      RATE_WRITES: '1000000',
      POOL_SIZE: String(POOL),
      LOG_LEVEL: 'silent',
    }
    const { openWorld } = await import('#test/world.ts')
    const { secrets, publicUrl } = readConfig(env)
    const world = await openWorld({ config: { secrets, publicUrl, logLevel: 'error' } })
    running.push({ stop: () => world.close() })
    const kinds = await prepare(world)
    const databaseUrl = world.services.config.databaseUrl
    const ours = await start('src/server/main.ts', [], { ...env, DATABASE_URL: databaseUrl })
    running.push(ours)
    const planFile = path.join(dir, 'plan.json')
    writeFileSync(planFile, JSON.stringify(await barePlan(world, kinds)))
    const bare = await start('bench/bare-server.ts', [planFile], {})
    running.push(bare)
    const bareUrl = `http://127.0.0.1:${String(bare.ready['port'])}`
    for (const kind of kinds.filter(({ name }) => !flags.only || name === flags.only))
      await measure(kind, world.own.operator.api.token!, publicUrl, bareUrl)
  } finally {
    await end()
  }
}

function start(script: string, args: string[], env: Record<string, string>): Promise<Program> {
  const onDeath = (name: string, code: number | null) => {
    console.error(`${name} ended by itself (${String(code)})`)
    process.exitCode = 1
  }
  return startProgram({ name: script, script, args, env, onDeath })
}

/** Fills the database and answers what is asked of it. */
async function prepare(world: World): Promise<Kind[]> {
  const { fillActs, fillSuppliers, SURNAMES } = await import('./fill.ts')
  const { addProducts } = await import('#test/supplies.ts')
  const startedAt = Date.now()
  const client = new pg.Client({ connectionString: world.services.config.databaseUrl })
  await client.connect()
  const { pallet } = await addProducts(world.own)
  const theirs = await addProducts(world.other)
  await fillSuppliers(client, world.own, Math.max(1000, ACTS / 5))
  await fillSuppliers(client, world.other, 1000)
  await fillActs(client, world.own, pallet, ACTS)
  await fillActs(client, world.other, theirs.pallet, Math.ceil(ACTS / 20))
  await client.query('vacuum analyze')
  const ids = async (table: 'act' | 'supplier') => {
    const text = `select id from ${table} where company_id = $1 order by md5(id::text) limit ${VARIETY}`
    return (await client.query<{ id: string }>(text, [world.own.id])).rows
  }
  const [acts, suppliers] = [await ids('act'), await ids('supplier')]
  await client.end()
  console.error(`${ACTS} acts filled in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return [
    {
      name: 'list of acts',
      method: 'GET',
      path: '/api/v1/act/getAllActs',
      inputs: [{}, {}],
      query: () => ({ filter: JSON.stringify({ with: ['rows'], limit: 50 }) }),
    },
    { name: 'one act', method: 'GET', path: '/api/v1/act/getAct', inputs: acts },
    {
      name: 'supplier search',
      method: 'GET',
      path: '/api/v1/supplier/findSupplier',
      inputs: SURNAMES.map((surname) => ({ mask: surname.toLowerCase() })),
    },
    {
      // Last, because it adds acts to those that the others read.
      name: 'save an act',
      method: 'POST',
      path: '/api/v1/act/update',
      inputs: suppliers.map(({ id }) => ({ supplier_id: id })),
      body: (input) => ({
        command: 'save',
        ...input,
        ownership_basis: 'Личное имущество, образовалось в быту',
        vehicle: { make: 'ГАЗель', carnumber: 'А123ВС77' },
        positions: [
          { product_id: pallet.id, qty: 10 },
          { product_id: pallet.id, qty: 5 },
        ],
      }),
    },
  ]
}

function requestOf(kind: Kind, input: Record<string, string>) {
  const query = new URLSearchParams(kind.method === 'GET' ? (kind.query?.(input) ?? input) : {})
  const address = `${kind.path}${query.size > 0 ? `?${query.toString()}` : ''}`
  const body = kind.body && JSON.stringify(kind.body(input))
  return { method: kind.method, path: address, ...(body && { body }) }
}

/** Our own verbs run once here and their statements are noted; the bare server repeats them with values of its own. */
async function barePlan(world: World, kinds: readonly Kind[]): Promise<BarePlan> {
  const plans: Plan[] = []
  for (const kind of kinds) {
    const send = async (input: Record<string, string>) => {
      const { path: url, ...request } = requestOf(kind, input)
      const answer = await world.own.operator.api.raw({
        method: request.method,
        url,
        ...(request.body && {
          payload: request.body,
          headers: { 'content-type': 'application/json' },
        }),
      })
      if (answer.statusCode !== 200) throw new Error(`${kind.name}: ${answer.body}`)
    }
    const [first, second] = [kind.inputs[0]!, kind.inputs[1]!]
    // The first reads the session too, which the bare server does by itself.
    await send(first)
    const one = { input: first, statements: await record(() => send(first)) }
    const two = { input: second, statements: await record(() => send(second)) }
    plans.push({ method: kind.method, path: kind.path, steps: stepsOf(one, two) })
    console.error(`${kind.name}: ${one.statements.length} statements`)
  }
  const { config, tokenKeys } = world.services
  return {
    databaseUrl: config.databaseUrl,
    poolSize: POOL,
    publicKey: tokenKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    issuer: tokenKeys.issuer,
    plans,
  }
}

/** Rounds in turns, so that whatever else the machine does falls on both; medians are told. */
async function measure(kind: Kind, token: string, ours: string, bare: string): Promise<void> {
  const found: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  const warm = Math.min(1, SECONDS)
  await shoot(kind, token, ours, warm)
  await shoot(kind, token, bare, warm)
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      found[side].push(await shoot(kind, token, side === 'ours' ? ours : bare, SECONDS))
  const [value, baseline] = [median(found.ours), median(found.bare)]
  const ratio = Math.round((value / baseline) * 1000) / 1000
  const line = { name: kind.name, value, unit: 'requests/s', baseline, ratio }
  console.log(JSON.stringify(line))
}

/** Requests per second; one bad answer makes the figure worthless and ends the run. */
async function shoot(kind: Kind, token: string, url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 50,
    headers: {
      authorization: `Bearer ${token}`,
      ...(kind.method === 'POST' && { 'content-type': 'application/json' }),
    },
    requests: kind.inputs.map((input) => requestOf(kind, input)),
  })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${kind.name} at ${url}: ${bad} requests failed`)
  return Math.round((result['2xx'] / result.duration) * 10) / 10
}

function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

await main()
