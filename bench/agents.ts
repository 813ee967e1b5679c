import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { signIn } from '#test/support/world.ts'
import { prepareServer, start } from '#test/yard-day/running-product.ts'
import { addSites, enrolledLink, type LightSite } from './light-agents.ts'
import { cpuMs, memoryMb } from './measure.ts'
import { percentile } from './percentile.ts'
import { openScreen, type Screen } from './screens.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const AGENTS = 20
const SCREENS = 40
/** devices.md 2.4: of one session. */
const SCREENS_A_SESSION = 3
const SECONDS = 30
const PERIOD_MS = 100
const WARM_MS = 3000

interface Load {
  readonly p50: number
  readonly p99: number
  readonly most: number
  readonly cpu: number
  readonly memory: number
  readonly messages: number
}

/** Twenty agents at ten readings a second and forty screens: our server beside a relay that does nothing else. */
export async function measureAgents({ smoke, seconds = SECONDS }: YardBench): Promise<void> {
  const lasts = smoke ? 3 : seconds
  const installation = await prepareServer()
  const server = await installation.startServer()
  const relay = await start('bench/bare-relay.ts', {})
  try {
    const { world, url } = installation
    const own = { id: world.own.id, operatorId: world.own.operator.id }
    const sites = await addSites(world, [own], AGENTS)
    // One after another: five codes at a time from one address are all that the server takes.
    const links: WebSocket[] = []
    for (const site of sites) links.push(await enrolledLink(world, site, url))
    const tokens = await Promise.all(
      Array.from({ length: Math.ceil(SCREENS / SCREENS_A_SESSION) }, () =>
        signIn(world.services, world.own.operator.id),
      ),
    )
    const ours = await measureLoad(server.pid, lasts, sites, links, (site, i) =>
      openScreen(
        `${url}/api/v1/weight/stream?post=${site.post}`,
        tokens[Math.floor(i / SCREENS_A_SESSION)]!,
      ),
    )
    const bareUrl = `127.0.0.1:${String(relay.ready['port'])}`
    const bareLinks = sites.map(({ post }) => new WebSocket(`ws://${bareUrl}/?post=${post}`))
    await Promise.all(bareLinks.map((link) => new Promise((open) => link.once('open', open))))
    const bare = await measureLoad(relay.pid, lasts, sites, bareLinks, (site) =>
      openScreen(`http://${bareUrl}/?post=${site.post}`, ''),
    )
    const facts = { agents: AGENTS, screens: SCREENS, messages: ours.messages, most: ours.most }
    tell({ name: 'agents delay p50', value: ours.p50, unit: 'ms', baseline: bare.p50 })
    tell({ name: 'agents delay p99', value: ours.p99, unit: 'ms', baseline: bare.p99, ...facts })
    tell({ name: 'agents cpu', value: ours.cpu, unit: '% of one core', baseline: bare.cpu })
    tell({ name: 'agents memory', value: ours.memory, unit: 'MB', baseline: bare.memory })
  } finally {
    await relay.stop()
    await server.stop()
    await installation.close()
  }
}

async function measureLoad(
  pid: number,
  seconds: number,
  sites: readonly LightSite[],
  links: readonly WebSocket[],
  open: (site: LightSite, i: number) => Promise<Screen>,
): Promise<Load> {
  const screens = await Promise.all(
    Array.from({ length: SCREENS }, (_, i) => open(sites[i % sites.length]!, i)),
  )
  // Each at its own moment of the period, as indicators are.
  const timers = links.map((link, i) => {
    const say = () => link.send(JSON.stringify(sites[i]!.weigh()))
    return setTimeout(() => timers.push(setInterval(say, PERIOD_MS)), (i * PERIOD_MS) / AGENTS)
  })
  await sleep(WARM_MS)
  for (const { delays } of screens) delays.length = 0
  const [cpuBefore, startedAt] = [cpuMs(pid), performance.now()]
  await sleep(seconds * 1000)
  const cpu = (100 * (cpuMs(pid) - cpuBefore)) / (performance.now() - startedAt)
  const delays = screens.flatMap((screen) => screen.delays)
  const memory = memoryMb(pid)
  for (const timer of timers) clearInterval(timer)
  for (const screen of screens) screen.close()
  for (const link of links) link.terminate()
  // Half of what is due would already mean that screens fell behind.
  const due = SCREENS * seconds * (1000 / PERIOD_MS)
  if (delays.length < due / 2) throw new Error(`${delays.length} of ${due} readings came`)
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    most: percentile(delays, 100),
    cpu: Number(cpu.toFixed(1)),
    memory,
    messages: delays.length,
  }
}
