import { answers } from '../../../db/connection/pool.ts'
import { DEAD_QUEUE } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import { readBackups } from '../release-queries.ts'
import {
  readAgents,
  readBanks,
  readDatabase,
  readDeadJobs,
  readPayouts,
  readProcesses,
  readQueues,
  readSetAside,
} from './figures-queries.ts'

/** Each group is one question to the database (backup: two), so a group that fails leaves the others whole. */
const GROUPS = {
  payouts: ({ q }: Services) => readPayouts(q),
  queues: ({ q }: Services) => readQueues(q),
  dead: ({ q }: Services) => readDeadJobs(q, DEAD_QUEUE),
  aside: ({ q }: Services) => readSetAside(q),
  agents: ({ q }: Services) => readAgents(q),
  banks: ({ q }: Services) => readBanks(q),
  processes: ({ q }: Services) => readProcesses(q),
  backup: ({ q }: Services) => readBackups(q),
  database: ({ q }: Services) => readDatabase(q),
} as const

export type FigureGroup = keyof typeof GROUPS
export const figureGroups = Object.keys(GROUPS) as FigureGroup[]
type Values = { -readonly [G in FigureGroup]?: Awaited<ReturnType<(typeof GROUPS)[G]>> }

/** What is known now: a group whose question failed or hangs is not there, never its last good answer and never a zero. */
export interface Figures {
  readonly values: Readonly<Values>
  readonly isDatabaseUp: boolean
}

/** However often and by however many it is asked, the database is asked once in so long. */
const FRESH_MS = 10_000
/** Older than this nothing is told: its question hangs. */
const STALE_MS = 30_000
/** Who asks while the database is silent gets what is known after this. */
const PATIENCE_MS = 500

interface Memory {
  values: Values
  readonly readAt: Map<FigureGroup, number>
  begunAt: number
  reading?: Promise<void> | undefined
  probe?: Promise<boolean> | undefined
}

declare module '../../../services.ts' {
  interface ProcessState {
    figures?: Memory
  }
}

/**
 * The figures of the installation, for its page and for its metrics alike (operations.md, "Metrics"). Ages are by the database's
 * clock and freshness by a monotonic one, so a clock that jumps changes neither.
 */
export async function figuresNow(services: Services): Promise<Figures> {
  const memory: Memory = (services.state.figures ??= {
    values: {},
    readAt: new Map(),
    begunAt: -Infinity,
  })
  memory.probe ??= answers(services.q).finally(() => (memory.probe = undefined))
  const isDue = performance.now() - memory.begunAt >= FRESH_MS
  if (isDue && !memory.reading) {
    memory.begunAt = performance.now()
    memory.reading = readAll(services, memory).finally(() => (memory.reading = undefined))
  }
  const isDatabaseUp = await within(memory.probe, false)
  await within(memory.reading, undefined)
  const now = performance.now()
  const fresh = Object.entries(memory.values).filter(
    ([group]) => now - memory.readAt.get(group as FigureGroup)! < STALE_MS,
  )
  return { values: isDatabaseUp ? Object.fromEntries(fresh) : {}, isDatabaseUp }
}

/** One after another: they take one connection of the server's share. */
async function readAll(services: Services, memory: Memory): Promise<void> {
  for (const group of figureGroups) {
    try {
      await readGroup(services, memory, group)
    } catch (error) {
      delete memory.values[group]
      services.log.failure({ event: 'figures were not read', job: group }, error)
    }
  }
}

async function readGroup<G extends FigureGroup>(
  services: Services,
  { values, readAt }: Memory,
  group: G,
): Promise<void> {
  values[group] = (await GROUPS[group](services)) as Values[G]
  readAt.set(group, performance.now())
}

async function within<T>(work: Promise<T> | undefined, otherwise: T): Promise<T> {
  if (!work) return otherwise
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
