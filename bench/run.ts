import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { World } from '#test/support/world.ts'
import { startProgram, type Program } from '../scripts/child.ts'
import { startPostgres } from '../scripts/embedded-postgres.ts'
import { freePort } from '../scripts/ports.ts'
import { measureArchive } from './archive.ts'
import { measureCuts } from './cuts.ts'
import { MACHINE_BENCHES, measureMachines } from './machines/measure-machines.ts'
import { measureExport } from './export.ts'
import { measureFirstVisits } from './first-visits.ts'
import { JUDGED_TESTS, measureJudgedTests } from './judged-tests.ts'
import { measure, requestOf, type Kind } from './measure.ts'
import { measureOldBase } from './old-base.ts'
import { measureMemory } from './memory.ts'
import { measureMoney } from './money.ts'
import { measureMutants } from './mutants/measure-mutants.ts'
import type { BarePlan, Plan } from './plan.ts'
import { explain, record, stepsOf } from './record.ts'
import { measureOverload } from './overload.ts'
import { measurePassports } from './passports.ts'
import { measurePlates } from './plates.ts'
import { measureReports, REPORT_DAYS } from './reports.ts'
import { withAndWithoutRowSecurity } from './row-security.ts'
import { measureScaleNoise } from './scale-noise.ts'
import { measureStandby } from './standby.ts'
import { measureUpgrade } from './upgrade.ts'
import { measureYard, YARD_BENCHES } from './yard.ts'

const { values: flags } = parseArgs({
  options: {
    acts: { type: 'string', default: '100000' },
    // A fifth of the acts when it is left out.
    suppliers: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    // A folder of photos named by their plates, for `--only plates`.
    photos: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    // Of `--only mutants`: the cores whose file has this in its name.
    core: { type: 'string' },
    profile: { type: 'string' },
    // Tells how PostgreSQL answers each kind.
    plans: { type: 'boolean', default: false },
    // The bare server names its statements too, which an ordinary one would not: a harder peer.
    named: { type: 'boolean', default: false },
    // The peer is the same server over the same tables with row security off.
    'row-security': { type: 'boolean', default: false },
  },
})
const ACTS = flags.smoke ? 1000 : Number(flags.acts)
const SUPPLIERS = Number(flags.suppliers ?? Math.max(1000, ACTS / 5))
const ROUNDS = flags.smoke ? 1 : Number(flags.rounds)
const SECONDS = flags.smoke ? 0.3 : Number(flags.seconds ?? 2)
const POOL = 16
// Different rows for different requests, few enough to be warm for both servers alike.
const VARIETY = 400

/** `npm run bench`: requests per second of our server beside a bare one that sends the same SQL, in turns. */
async function main(): Promise<void> {
  if (flags.only === 'scale-noise') return measureScaleNoise(flags.smoke)
  if (flags.only && JUDGED_TESTS.includes(flags.only)) return measureJudgedTests(flags.only)
  if (flags.only === 'mutants') return measureMutants(flags.core)
  if (flags.only && MACHINE_BENCHES.includes(flags.only))
    return measureMachines(flags.only, { smoke: flags.smoke, seed: Number(flags.seed) })
  if (flags.only === 'memory') return measureMemory()
  if (flags.only === 'screens') return measureFirstVisits()
  if (flags.only === 'overload')
    return measureOverload(
      flags.smoke,
      flags.seconds === undefined ? undefined : Number(flags.seconds),
    )
  if (flags.only === 'passports') return measurePassports(flags.smoke, Number(flags.seed))
  if (flags.only === 'plates')
    return measurePlates(flags.smoke, 20_261_120 + Number(flags.seed), flags.photos)
  if (flags.only && YARD_BENCHES.includes(flags.only))
    return measureYard(flags.only, {
      smoke: flags.smoke,
      seed: Number(flags.seed),
      seconds: flags.seconds === undefined ? undefined : Number(flags.seconds),
    })
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-bench-'))
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
    if (flags.only === 'money' || flags.only === 'statements')
      return await measureMoney(flags.smoke, { onlyStatements: flags.only === 'statements' })
    const { openWorld } = await import('#test/support/world.ts')
    const { secrets, keyFolders, publicUrl } = readConfig(env)
    const world = await openWorld({ config: { secrets, keyFolders, publicUrl, logLevel: 'error' } })
    running.push({ stop: () => world.close() })
    if (flags.only === 'old-base') return await measureOldBase(world, dir, flags.smoke)
    if (flags.only === 'archive') return await measureArchive(world, flags.smoke)
    const filled = await prepare(world)
    const begins = (flags.only ?? '').split(',')
    const kinds = filled.filter(({ name }) => begins.some((word) => name.startsWith(word)))
    if (flags.only === 'export') return await measureExport(world)
    if (flags.only === 'cuts') return await measureCuts(world)
    if (flags.only === 'standby')
      return await measureStandby(world, cluster.url('postgres'), dir, ROUNDS)
    const databaseUrl = world.services.config.databaseUrl
    if (flags.only === 'upgrade') {
      const both = { ...env, ...SERVED, DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl }
      const startOne = (port: number) =>
        start('src/server/main.ts', [], { ...both, PORT: String(port), PROCESSES: '2' })
      return await measureUpgrade({ world, acts: ACTS, kinds: filled, start: startOne })
    }
    const ours = await start('src/server/main.ts', [], {
      ...env,
      ...SERVED,
      DATABASE_URL: databaseUrl,
      ...profiled('ours'),
    })
    running.push(ours)
    if (flags.only === 'reports') return await measureReports(world, ours, ACTS)
    const shots = {
      token: world.own.operator.api.token!,
      rounds: ROUNDS,
      seconds: SECONDS,
    }
    if (flags['row-security']) {
      const sides = await withAndWithoutRowSecurity(
        { url: publicUrl, program: ours },
        world.services.config.ownerUrl!,
      )
      running.push(sides)
      for (const kind of kinds) await measure(kind, { ...shots, ...sides })
      return
    }
    const planFile = path.join(dir, 'plan.json')
    writeFileSync(planFile, JSON.stringify(await barePlan(world, kinds)))
    const bare = await start('bench/bare-server.ts', [planFile], profiled('bare'))
    running.push(bare)
    const sides = {
      ours: { url: publicUrl, program: ours },
      bare: { url: `http://127.0.0.1:${String(bare.ready['port'])}`, program: bare },
    }
    for (const kind of kinds) await measure(kind, { ...shots, ...sides })
  } finally {
    await end()
  }
}

/** As `npm run serve` starts it. */
const SERVED = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8' }

/** With `--profile DIR` each server leaves there where its time went, to be opened in a browser's developer tools. */
function profiled(side: string): Record<string, string> {
  if (!flags.profile) return {}
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(flags.profile, side)}` }
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
  const { fillActs, fillSuppliers } = await import('./fill.ts')
  const { fillPayments, PAYMENT_TABLES } = await import('./fill-payments.ts')
  const { fillVisits } = await import('./fill-visits.ts')
  const { fillPapers, PAPER_TABLES } = await import('./fill-papers.ts')
  const { quickly } = await import('./quick-fill.ts')
  const { listKinds } = await import('./list-kinds.ts')
  const { addProducts } = await import('#test/builders/builders.ts')
  const startedAt = Date.now()
  const client = new pg.Client({ connectionString: world.services.config.ownerUrl })
  // What fails first is told and ends the cluster; this line, then cut, must not end the process before it.
  client.on('error', () => undefined)
  await client.connect()
  const { pallet } = await addProducts(world.own)
  const theirs = await addProducts(world.other)
  const tables = ['supplier', 'act', 'visit', ...PAPER_TABLES, ...PAYMENT_TABLES]
  await quickly(client, tables, async () => {
    await fillSuppliers(client, world.own, SUPPLIERS)
    await fillSuppliers(client, world.other, 1000)
    await fillActs(client, world.own, pallet, ACTS)
    await fillVisits(client, world.own, pallet, ACTS)
    await fillPayments(client, world.own, ACTS)
    if (flags.only === 'reports') await fillPapers(client, world.own, REPORT_DAYS)
    await fillActs(client, world.other, theirs.pallet, Math.ceil(ACTS / 20))
  })
  // The fill is made without triggers.
  for (const sum of ['file_sum', 'due_day'])
    await client.query(`insert into ${sum} select * from ${sum}_by_rows on conflict do nothing`)
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
    ...listKinds(),
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

/** What the process asks for itself while a call is noted. */
const isAside = (text: string) => text === 'select 1' || text.includes('from "session"')

/**
 * The product's handlers run once here and their statements are recorded; the bare server repeats them with values of its own.
 */
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
    const sent = async (input: Record<string, string>) => {
      for (;;) {
        // The first reads the session too, which the bare server does by itself; slow ones may outlive what is remembered.
        await send(input)
        const statements = await record(() => send(input))
        if (!statements.some(({ text }) => isAside(text))) return statements
      }
    }
    const one = { input: first, statements: await sent(first) }
    const two = { input: second, statements: await sent(second) }
    plans.push({ kind: kind.name, steps: stepsOf(one, two) })
    console.error(`${kind.name}: ${one.statements.length} statements`)
    if (flags.plans) await explain(world.services.config.databaseUrl, one.statements)
  }
  const { config, tokenKeys } = world.services
  return {
    // The owner's: the bare server is not asked whose rows it may see.
    databaseUrl: config.ownerUrl!,
    poolSize: POOL,
    named: flags.named,
    publicKey: tokenKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    issuer: tokenKeys.issuer,
    plans,
  }
}

await main()
