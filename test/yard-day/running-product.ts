import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { device } from '#contract/device/device.ts'
import { readConfig } from '#server/config.ts'
import type { YardPorts } from '#simulators/yard/running-yard.ts'
import { startProgram, type Program } from '../../scripts/child.ts'
import { freePort } from '../../scripts/ports.ts'
import { openLoad } from '#agent/outbox/load-store.ts'
import { wireYard } from '../site/wire-yard.ts'
import { openWorld, type World } from '../support/world.ts'

export type Part = 'server' | 'agent'

/** Server, agent and simulator as processes of their own over one database, with one company. */
export interface RunningProduct {
  readonly world: World
  readonly url: string
  readonly yardUrl: string
  /** Of the running program; another after each kill. */
  pid(part: Part): number
  /** SIGKILL, and a new one after so many milliseconds or once that is done; resolves when the new one is ready. */
  kill(part: Part, away: number | Promise<unknown>): Promise<void>
  /** Stable weights of the loads on the scales by the agent's own store, grams: known also while its link is cut. */
  agentWeights(): number[]
  close(): Promise<void>
}

/** Less than the minute that a company may set (domain.md 13.1): here the clock runs faster than the wall's. */
const MIN_PASS_S = 1

interface Settings {
  /** Time factor of the simulator and of the agent. */
  speed: number
  seed: number
  /** Drawing and reading pictures costs more than all the rest; without them visits are marked `no_photo`. */
  cameras?: boolean
  /** Proxies in front of the server: each returns the port that the agent then dials in place of the true one. */
  between?: {
    server?: (port: number) => Promise<number>
    scale?: (post: number, port: number) => Promise<number>
  }
  serverEnv?: Record<string, string>
  agentEnv?: Record<string, string>
  /** Settings of the module `weight` besides. */
  weight?: Record<string, unknown>
}

/** A database with two companies, and the server that may be started over it. */
export interface Installation {
  readonly world: World
  readonly dir: string
  readonly port: number
  readonly url: string
  startServer(env?: Record<string, string>): Promise<Program>
  close(): Promise<void>
}

export async function prepareServer(): Promise<Installation> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-day-'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: path.join(dir, 'data'),
    DATABASE_URL: 'postgres://127.0.0.1/known-only-with-the-world',
    DEMO: '1',
    RATE_READS: '1000000',
    RATE_WRITES: '1000000',
    LOG_LEVEL: 'error',
  }
  const { secrets, keyFolders, publicUrl: url } = readConfig(env)
  const world = await openWorld({ config: { secrets, keyFolders, publicUrl: url } })
  const { databaseUrl } = world.services.config
  return {
    world,
    dir,
    port,
    url,
    startServer: (more) =>
      start('src/server/main.ts', { ...env, ...more, DATABASE_URL: databaseUrl }),
    async close() {
      await world.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export async function startProduct(settings: Settings): Promise<RunningProduct> {
  const installation = await prepareServer()
  const { world, dir, url, port: ownPort } = installation
  const yard = await start('src/simulators/yard/main.ts', {
    YARD_SPEED: String(settings.speed),
    YARD_SEED: String(settings.seed),
  })
  const { between } = settings
  const ready: object = yard.ready
  const ports = ready as YardPorts
  const posts = await Promise.all(
    ports.posts.map(async ({ post, port }) => ({
      post,
      port: (await between?.scale?.(post, port)) ?? port,
    })),
  )
  const agentEnv = {
    SERVER_URL: `http://127.0.0.1:${(await between?.server?.(ownPort)) ?? ownPort}`,
    AGENT_DIR: path.join(dir, 'agent'),
    AGENT_ALLOW_LOOPBACK: '1',
    AGENT_CLOCK_FACTOR: String(settings.speed),
    AGENT_ENROL_CODE: await enrolmentCode(world),
    ...settings.agentEnv,
  }
  await wireYard(world.own, { ...ports, posts })
  await setUp(world, settings)
  const starts = {
    server: () => installation.startServer(settings.serverEnv),
    agent: () => start('src/agent/main.ts', agentEnv),
  }
  const parts = { server: await starts.server(), agent: await starts.agent() }
  return {
    world,
    url,
    yardUrl: `http://127.0.0.1:${ports.control}`,
    pid: (part) => parts[part].pid,
    async kill(part, away) {
      await parts[part].kill()
      await (typeof away === 'number' ? new Promise((resolve) => setTimeout(resolve, away)) : away)
      parts[part] = await starts[part]()
    },
    agentWeights: () => storedWeights(path.join(dir, 'agent', 'outbox.sqlite')),
    async close() {
      for (const program of [parts.agent, parts.server, yard]) await program.stop()
      await installation.close()
    },
  }
}

/** The readings in the agent's store that were stable; another process writes it meanwhile. */
function storedWeights(file: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare('SELECT body FROM load').all()
    const loads = rows.map((row) => openLoad.parse(JSON.parse(String(row['body']))))
    return loads.flatMap(({ reading }) => reading?.weight_g ?? [])
  } finally {
    database.close()
  }
}

export function start(script: string, env: Record<string, string>): Promise<Program> {
  const onDeath = (name: string, code: number | null) => {
    throw new Error(`${name} ended by itself (${String(code)})`)
  }
  return startProgram({ name: script, script, env, onDeath })
}

async function setUp({ own }: World, { cameras, weight }: Settings): Promise<void> {
  const { q } = own.db
  if (!cameras) await q.deleteFrom('device').where('kind', '!=', 'scale').execute()
  const ours = { weight: { min_pass_s: MIN_PASS_S, ...weight } }
  await q
    .updateTable('company')
    .set({ settings: sql`jsonb_set(settings, '{modules_cfg}', ${JSON.stringify(ours)}::jsonb)` })
    .where('id', '=', own.id)
    .execute()
}

async function enrolmentCode({ own, supervisor }: World): Promise<string> {
  const { code } = await supervisor.api.send(device.superCreateAgentCode, {
    body: { companyId: own.id, site_id: own.siteId },
  })
  return code
}
