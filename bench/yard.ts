import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../scripts/embedded-postgres.ts'
import type { YardBench } from './yard-bench.ts'

/** Imported only once the cluster has an address, which the test world reads at its import. */
const BENCHES: Record<string, (bench: YardBench) => Promise<void>> = {
  'plate-load': async (bench) => (await import('./plate-load.ts')).measurePlateLoad(bench),
  'yard-day': async (bench) => (await import('./yard-day.ts')).measureYardDay(bench),
  'yard-cuts': async (bench) => (await import('./yard-cuts.ts')).measureYardCuts(bench),
  'yard-hour': async (bench) => (await import('./yard-cuts.ts')).measureYardHour(bench),
  latency: async (bench) => (await import('./latency.ts')).measureLatency(bench),
  agents: async (bench) => (await import('./agents.ts')).measureAgents(bench),
  processes: async (bench) => (await import('./processes.ts')).measureProcesses(bench),
  companies: async (bench) => (await import('./companies.ts')).measureCompanies(bench),
  soak: async (bench) => (await import('./soak.ts')).measureSoak(bench),
}

export const YARD_BENCHES: readonly string[] = Object.keys(BENCHES)

/** The measurements that need a yard, each alone on a PostgreSQL of its own. */
export async function measureYard(name: string, bench: YardBench): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-yard-'))
  const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: true })
  const end = async () => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
    await BENCHES[name]!(bench)
  } finally {
    await end()
  }
}
