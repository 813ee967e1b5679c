import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { tell } from '../tell.ts'
import { startHaCluster, type HaCluster } from './ha-cluster.ts'

const KILLS = 30
/** Vehicles that come meanwhile; a machine that comes back takes about as long as these. */
const VISITS_A_KILL = 25
const SPEED = 10
/** After a kill something is written again within this time, also on a busy machine. */
const GOAL_S = 30

/** Kills the machine of the primary again and again while a yard weighs, a cashier pays and suppliers are entered. */
export async function measureFailover(settings: {
  readonly smoke: boolean
  readonly seed: number
}): Promise<void> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-failover-'))
  // The user of PostgreSQL goes through it to the folders of its machines.
  chmodSync(dir, 0o711)
  const cluster = await startHaCluster(dir)
  const end = async () => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    // The worlds of this measurement are made in it; they read the address at their import.
    process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
    await weighAndPay(cluster, settings)
  } finally {
    await end()
  }
}

async function weighAndPay(
  cluster: HaCluster,
  { smoke, seed }: { readonly smoke: boolean; readonly seed: number },
): Promise<void> {
  const { playDay } = await import('#test/yard-day/play-day.ts')
  const { startOffice } = await import('./office.ts')
  const kills = smoke ? 2 : KILLS
  const office = await startOffice(kills)
  const killedAt: number[] = []
  try {
    const day = await playDay({
      visits: kills * VISITS_A_KILL,
      kills: 0,
      seed,
      speed: SPEED,
      breaks: {
        times: kills,
        async once(note) {
          killedAt.push(performance.now())
          const name = await cluster.killPrimary()
          note(`${name} killed`)
          await office.writesAgain()
          note('written again')
          await cluster.revive(name)
          note(`${name} is a standby`)
        },
      },
    })
    const seen = await office.end()
    const gaps = killedAt.map((at) => (seen.wroteAt.find((wrote) => wrote > at)! - at) / 1000)
    for (const line of [...day.log, ...day.complaints, ...seen.wrong]) console.error(line)
    const more = {
      kills: day.breaks,
      goal: GOAL_S,
      median: gaps.toSorted((a, b) => a - b)[gaps.length >> 1],
    }
    tell({
      name: 'failover: longest time until written again',
      value: Math.max(...gaps),
      unit: 's',
      ...more,
    })
    for (const name of ['lost', 'doubled', 'wrong'] as const)
      tell({ name: `failover: visits ${name}`, value: day[name], unit: 'visits', of: day.visits })
    tell({
      name: 'failover: suppliers lost',
      value: seen.suppliersLost,
      unit: 'suppliers',
      of: seen.suppliers,
    })
    tell({ name: 'failover: suppliers doubled', value: seen.suppliersDoubled, unit: 'suppliers' })
    tell({ name: 'failover: payments lost', value: seen.lost, unit: 'payments', of: seen.payments })
    tell({ name: 'failover: payments doubled', value: seen.doubled, unit: 'payments' })
    tell({
      name: 'failover: refused in words meanwhile',
      value: seen.told,
      unit: 'answers',
      wrong: seen.wrong.length,
    })
    const isBad = [
      day.complaints.length,
      seen.wrong.length,
      seen.suppliersLost,
      seen.suppliersDoubled,
      seen.lost,
      seen.doubled,
    ].some((count) => count > 0)
    if (isBad || Math.max(...gaps) > GOAL_S) process.exitCode = 1
  } finally {
    await office.close()
  }
}
