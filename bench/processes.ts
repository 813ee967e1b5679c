import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { freePort } from '../scripts/ports.ts'
import type { Program } from '../scripts/child.ts'
import { signIn } from '#test/support/world.ts'
import { prepareServer, type Installation } from '#test/yard-day/running-product.ts'
import { addSites, enrolledLink, type LightSite } from './light-agents.ts'
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
    const sites = await addSites(world, size.agents)
    const tokens: string[] = []
    while (tokens.length * SCREENS_A_SESSION < size.screens)
      tokens.push(await signIn(world.services, world.own.operator.id))
    for (const count of PROCESSES)
      await measureCount(installation, {
        count,
        sites,
        tokens,
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
  readonly tokens: readonly string[]
  readonly screens: number
  readonly seconds: number
}

async function measureCount(installation: Installation, size: Size): Promise<void> {
  const { world, url } = installation
  const { count, sites, tokens, seconds } = size
  const servers: { program: Program; url: string; metrics: string }[] = []
  const links: WebSocket[] = []
  const screens: Screen[] = []
  const timers: NodeJS.Timeout[] = []
  try {
    for (let i = 0; i < count; i++) {
      const port = String(i === 0 ? installation.port : await freePort())
      const metrics = String(await freePort())
      // All screens of the bench have one address.
      const env = {
        PORT: port,
        METRICS_PORT: metrics,
        PUBLIC_URL: url,
        PROCESSES: String(count),
        TRUSTED_PROXIES: '127.0.0.1',
      }
      servers.push({
        program: await installation.startServer(env),
        url: `http://127.0.0.1:${port}`,
        metrics: `http://127.0.0.1:${metrics}/metrics`,
      })
    }
    for (const [i, site] of sites.entries())
      links.push(await enrolledLink(world, site, servers[i % count]!.url))
    // Each scale has its four screens at processes of their own, as a proxy would lead them.
    for (let i = 0; i < size.screens; i++) {
      const site = sites[i % sites.length]!
      const at = servers[Math.floor(i / sites.length) % count]!
      const token = tokens[Math.floor(i / SCREENS_A_SESSION)]!
      screens.push(await openScreen(`${at.url}/api/v1/weight/stream?post=${site.post}`, token))
    }
    for (const [i, link] of links.entries()) {
      const say = () => link.send(JSON.stringify(sites[i]!.weigh()))
      const begin = () => timers.push(setInterval(say, PERIOD_MS))
      timers.push(setTimeout(begin, (i * PERIOD_MS) / links.length))
    }
    await sleep(WARM_MS)
    for (const { delays } of screens) delays.length = 0
    // Each reading begins the next one's span.
    await Promise.all(servers.map(loopDelay))
    const pids = servers.map(({ program }) => program.pid)
    const cpu = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
    const [before, startedAt] = [cpu(), performance.now()]
    await sleep(seconds * 1000)
    const used = (100 * (cpu() - before)) / (performance.now() - startedAt)
    const delays = screens.flatMap((screen) => screen.delays)
    const loops = await Promise.all(servers.map(loopDelay))
    const facts = {
      agents: links.length,
      screens: screens.length,
      messages: delays.length,
      due: size.screens * seconds * (1000 / PERIOD_MS),
      p50_ms: Math.round(percentile(delays, 50)),
      loop_p99_ms: Math.max(...loops),
      memory_mb: pids.reduce((sum, pid) => sum + memoryMb(pid), 0),
    }
    const name = `weights by ${count} processes`
    tell({
      name: `${name}, cpu of all`,
      value: Number(used.toFixed(1)),
      unit: '% of one core',
      ...facts,
    })
    tell({ name: `${name}, delay p99`, value: Math.round(percentile(delays, 99)), unit: 'ms' })
  } finally {
    for (const timer of timers) clearInterval(timer)
    for (const screen of screens) screen.close()
    for (const link of links) link.terminate()
    for (const { program } of servers) await program.stop()
  }
}

/** Of the event loop since it was asked last, milliseconds. */
async function loopDelay({ metrics }: { readonly metrics: string }): Promise<number> {
  const text = await (await fetch(metrics)).text()
  const seconds = /^nodejs_eventloop_lag_p99_seconds(?:{.*?})? ([\d.e-]+)$/m.exec(text)?.[1]
  return Math.round(Number(seconds) * 1000)
}
