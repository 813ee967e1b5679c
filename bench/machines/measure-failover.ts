import { tell } from '../tell.ts'
import type { HaCluster } from './ha-cluster.ts'

const KILLS = 30
/** Vehicles that come meanwhile; a machine that comes back takes about as long as these. */
const VISITS_A_KILL = 25
const SPEED = 10
/** After a kill something is written again within this time, also on a busy machine. */
const GOAL_S = 30

/** Kills the machine of the primary again and again while a yard weighs, a cashier pays and suppliers are entered. */
export async function measureFailover(
  cluster: HaCluster,
  { smoke, seed }: { readonly smoke: boolean; readonly seed: number },
): Promise<void> {
  const { playDay } = await import('#test/yard-day/play-day.ts')
  const { startOffice } = await import('./office.ts')
  const kills = smoke ? 2 : KILLS
  const office = await startOffice(kills, cluster.readingPort)
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
          const name = await cluster.nameOf('primary')
          killedAt.push(performance.now())
          cluster.kill(name)
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
      name: 'failover: reports that missed what was written',
      value: seen.missed,
      unit: 'readings',
      of: seen.read,
      readings: seen.readings,
    })
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
      seen.missed,
      seen.lost,
      seen.doubled,
    ].some((count) => count > 0)
    if (isBad || Math.max(...gaps) > GOAL_S) process.exitCode = 1
  } finally {
    await office.close()
  }
}
