import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { freePort } from '../scripts/ports.ts'
import type { Program } from '../scripts/child.ts'
import { signIn } from '#test/support/world.ts'
import { prepareServer, type Installation } from '#test/yard-day/running-product.ts'
import { fillCompanies } from './fill-companies.ts'
import { addSites, enrolledLink, SITES_A_COMPANY, type LightSite } from './light-agents.ts'
import { cpuMs, memoryMb } from './measure.ts'
import { percentile } from './percentile.ts'
import { openScreen, type Screen } from './screens.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const PROCESSES = [1, 2, 4]
const AGENTS = 300
const SCREENS = 1200
/** devices.md 2.4: of one session. */
const SCREENS_A_SESSION = 3
const SECONDS = 20
const PERIOD_MS = 100
const WARM_MS = 4000

/** Many agents at ten readings a second and four screens each, served by one process and by several that follow each other. */
export async function measureProcesses({ smoke, seconds = SECONDS }: YardBench): Promise<void> {
  const size = smoke ? { agents: 6, screens: 12 } : { agents: AGENTS, screens: SCREENS }
  const installation = await prepareServer()
  try {
    const { world } = installation
    const companies = await fillCompanies(world, Math.ceil(size.agents / SITES_A_COMPANY))
    const sites = await addSites(world, companies, size.agents)
    for (const count of PROCESSES)
      await measureCount(installation, {
        count,
        sites,
        ...size,
        seconds: smoke ? 3 : seconds,
      })
  } finally {
    await installation.close()
  }
}

interface Size {
  readonly count: number
  readonly sites: readonly LightSite[]
  readonly screens: number
  readonly seconds: number
}

async function measureCount(installation: Installation, size: Size): Promise<void> {
  const { world } = installation
  const { count, sites, seconds } = size
  const servers: Served[] = []
  const links: WebSocket[] = []
  const screens: Screen[] = []
  const timers: NodeJS.Timeout[] = []
  try {
    for (let i = 0; i < count; i++) servers.push(await startOne(installation, i, count))
    for (const [i, site] of sites.entries())
      links.push(await enrolledLink(world, site, servers[i % count]!.url))
    // Each scale has its four screens at processes of their own, as a proxy would lead them.
    const seatOf = openSeats(world)
    for (let i = 0; i < size.screens; i++) {
      const site = sites[i % sites.length]!
      const at = servers[Math.floor(i / sites.length) % count]!
      const token = await seatOf(site.company.operatorId)
      screens.push(await openScreen(`${at.url}/api/v1/weight/stream?post=${site.post}`, token))
    }
    for (const [i, link] of links.entries()) {
      const say = () => link.send(JSON.stringify(sites[i]!.weigh()))
      const begin = () => timers.push(setInterval(say, PERIOD_MS))
      timers.push(setTimeout(begin, (i * PERIOD_MS) / links.length))
    }
    await sleep(WARM_MS)
    await tellSpan(`weights by ${count} processes`, servers, screens, seconds)
  } finally {
    for (const timer of timers) clearInterval(timer)
    for (const screen of screens) screen.close()
    for (const link of links) link.terminate()
    for (const { program } of servers) await program.stop()
  }
}

/** How late weights come to the screens of a time, and what it costs. */
async function tellSpan(
  name: string,
  servers: readonly Served[],
  screens: readonly Screen[],
  seconds: number,
): Promise<void> {
  for (const { delays } of screens) delays.length = 0
  // Each reading begins the next one's span.
  await Promise.all(servers.map(loopDelay))
  // What the bench itself is late by is in every delay: it plays all agents and screens.
  const ownLoop = monitorEventLoopDelay({ resolution: 10 })
  ownLoop.enable()
  const pids = servers.map(({ program }) => program.pid)
  const cpu = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  const [before, startedAt] = [cpu(), performance.now()]
  await sleep(seconds * 1000)
  const used = (100 * (cpu() - before)) / (performance.now() - startedAt)
  const delays = screens.flatMap((screen) => screen.delays)
  const loops = await Promise.all(servers.map(loopDelay))
  const facts = {
    screens: screens.length,
    messages: delays.length,
    due: screens.length * seconds * (1000 / PERIOD_MS),
    p50_ms: Math.round(percentile(delays, 50)),
    loop_p99_ms: Math.max(...loops),
    bench_loop_p99_ms: Math.round(ownLoop.percentile(99) / 1e6),
    memory_mb: pids.reduce((sum, pid) => sum + memoryMb(pid), 0),
  }
  tell({
    name: `${name}, cpu of all`,
    value: Number(used.toFixed(1)),
    unit: '% of one core',
    ...facts,
  })
  tell({ name: `${name}, delay p99`, value: Math.round(percentile(delays, 99)), unit: 'ms' })
}

interface Served {
  readonly program: Program
  readonly url: string
  readonly metrics: string
}

/** All screens of the bench have one address. */
async function startOne(installation: Installation, index: number, count: number): Promise<Served> {
  const port = String(index === 0 ? installation.port : await freePort())
  const metrics = String(await freePort())
  const program = await installation.startServer({
    PORT: port,
    METRICS_PORT: metrics,
    PUBLIC_URL: installation.url,
    PROCESSES: String(count),
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return {
    program,
    url: `http://127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${metrics}/metrics`,
  }
}

/** Of the event loop since it was asked last, milliseconds. */
async function loopDelay({ metrics }: { readonly metrics: string }): Promise<number> {
  const text = await (await fetch(metrics)).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:{.*?})? ([\d.e-]+)$/m.exec(text)?.[1]
  return Math.round(Number(seconds) * 1000)
}

/** A token for one more screen of a person, who signs in again where the last session has all that it may. */
function openSeats({ services }: Installation['world']): (userId: string) => Promise<string> {
  const sessions = new Map<string, { readonly token: string; left: number }>()
  return async (userId) => {
    const last = sessions.get(userId)
    const session = last?.left
      ? last
      : { token: await signIn(services, userId), left: SCREENS_A_SESSION }
    session.left--
    sessions.set(userId, session)
    return session.token
  }
}
