import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { jobSpecs } from '#server/routes.ts'
import { signIn } from '#test/support/world.ts'
import { prepareServer, type Installation } from '#test/yard-day/running-product.ts'
import type { Program } from '../scripts/child.ts'
import { fillCompanies } from './fill-companies.ts'
import { cpuMs, memoryMb } from './measure.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const COUNTS = [10, 1000]
const IDLE_SECONDS = 130
const ROUNDS = 4
const ROUND_MS = 2000
const LANES = 8

const LISTED = JSON.stringify({ with: ['rows'], limit: 50 })
const CALLS: readonly (readonly [name: string, path: string, filter: string])[] = [
  ['home', report.getDashboard.path, JSON.stringify({ scope: 'operator' })],
  ['list of acts', act.getAll.path, LISTED],
  ['list of visits', visitCalls.getAll.path, LISTED],
]

interface Side {
  readonly count: number
  readonly installation: Installation
  readonly program: Program
  readonly tokens: readonly string[]
}

/** Ten companies beside a thousand, each many on a server of their own: what a call, an idle company and the jobs of a night cost. */
export async function measureCompanies({
  smoke,
  seconds = IDLE_SECONDS,
}: YardBench): Promise<void> {
  const sides: Side[] = []
  try {
    for (const count of smoke ? [2, 12] : COUNTS) {
      const installation = await prepareServer()
      const { world } = installation
      const tokens: string[] = []
      for (const { operatorId } of await fillCompanies(world, count))
        tokens.push(await signIn(world.services, operatorId))
      sides.push({ count, installation, tokens, program: await installation.startServer() })
    }
    for (const [name, path, filter] of CALLS)
      await measureCall(
        sides,
        name,
        `${path}?filter=${encodeURIComponent(filter)}`,
        smoke ? 300 : ROUND_MS,
      )
    await measureIdle(sides, smoke ? 3 : seconds)
    for (const side of sides) await measureNight(side)
  } finally {
    for (const { program, installation } of sides) {
      await program.stop()
      await installation.close()
    }
  }
}

/** In turns, so that other work of the machine falls on both; each call is another company's. */
async function measureCall(
  sides: readonly Side[],
  name: string,
  address: string,
  roundMs: number,
): Promise<void> {
  const found = sides.map(() => ({ calls: 0, cpu: 0, times: [] as number[] }))
  for (const side of sides) await sendFor(side, address, 0)
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) {
      const before = cpuMs(side.program.pid)
      const times = await sendFor(side, address, roundMs)
      found[i]!.cpu += cpuMs(side.program.pid) - before
      found[i]!.calls += times.length
      found[i]!.times.push(...times)
    }
  const [few, many] = found.map(({ cpu, calls, times }) => ({
    cpu: Number((cpu / calls).toFixed(2)),
    p50: percentile(times, 50),
  }))
  const companies = sides.map(({ count }) => count)
  const facts = { companies, p50_ms: [few!.p50, many!.p50] }
  tell({ name: `${name}, cpu a call`, value: many!.cpu, unit: 'ms', baseline: few!.cpu, ...facts })
}

/** For so long; once for each company where no time is given. */
async function sendFor(
  { installation, tokens }: Side,
  address: string,
  ms: number,
): Promise<number[]> {
  const until = performance.now() + ms
  const times: number[] = []
  let sent = 0
  const goesOn = () => (ms > 0 ? performance.now() < until : sent < tokens.length)
  const lane = async () => {
    while (goesOn()) {
      const token = tokens[sent++ % tokens.length]!
      const begun = performance.now()
      const answer = await fetch(installation.url + address, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return times
}

/** Nobody asks anything; what each minute starts by itself is in it. */
async function measureIdle(sides: readonly Side[], seconds: number): Promise<void> {
  const look = () =>
    Promise.all(
      sides.map(async ({ program, installation }) => {
        const { q } = installation.world.services
        const { rows } = await sql<{ transactions: number }>`
          select (xact_commit + xact_rollback)::int as transactions from pg_stat_database
          where datname = current_database()`.execute(q)
        return { cpu: cpuMs(program.pid), ...rows[0]! }
      }),
    )
  const before = await look()
  await sleep(seconds * 1000)
  const after = await look()
  const rate = (key: 'cpu' | 'transactions') =>
    sides.map((_, i) => Number(((after[i]![key] - before[i]![key]) / seconds).toFixed(2)))
  const [few, many] = rate('cpu')
  const facts = {
    companies: sides.map(({ count }) => count),
    transactions_a_second: rate('transactions'),
    memory_mb: sides.map(({ program }) => memoryMb(program.pid)),
  }
  tell({ name: 'idle, cpu', value: many!, unit: 'ms/s', baseline: few!, ...facts })
}

/** Each job that starts by its clock, once. */
async function measureNight({ count, installation }: Side): Promise<void> {
  const { services } = installation.world
  const times: [string, number][] = []
  for (const { name, cron, handler } of jobSpecs(services)) {
    if (!cron) continue
    const begun = performance.now()
    await handler({}, undefined)
    times.push([name, Math.round(performance.now() - begun)])
  }
  const sum = times.reduce((all, [, ms]) => all + ms, 0)
  const longest = times.toSorted(([, a], [, b]) => b - a).slice(0, 6)
  tell({
    name: `all jobs by the clock, ${count} companies`,
    value: Number((sum / count).toFixed(2)),
    unit: 'ms a company',
    longest: Object.fromEntries(longest),
  })
}
