import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serverOf } from '#server/db/handle.ts'
import type { World } from '#test/support/world.ts'
import { tell } from './tell.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
/** Of the processor's clock, in which Linux counts a program's time. */
const TICKS = 100

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const PERIOD = {
  date_from: dayOf(Date.now() - YEAR_DAYS * DAY_MS),
  date_to: dayOf(Date.now()),
}
/** A long list, and sums over a year. */
const ORDERS = [
  {
    type: 'list',
    params: {
      call: 'act/getAllActs',
      columns: ['number', 'date', 'supplier', 'products', 'total'],
    },
  },
  { type: 'purchases_by_supplier', params: PERIOD },
  { type: 'purchases_by_product', params: PERIOD },
]

/** What a report costs the primary when it is read from a standby, beside the same report without one, in turns. */
export async function measureStandby(
  world: World,
  superuserUrl: string,
  dir: string,
  rounds: number,
): Promise<void> {
  const { startStandby } = await import('#test/failures/standby/standby-postgres.ts')
  const { holdReports, orderBytes } = await import('#test/support/report-files.ts')
  const { readApart, standbyState } = await import('#server/db/standby/read-apart.ts')
  await holdReports(world)
  const own = path.join(dir, 'pg')
  const standby = await startStandby(own, superuserUrl, path.join(dir, 'copy'))
  const { config } = world.services
  const without = world.services
  const services = {
    ...without,
    state: {},
    config: { ...config, standbyUrl: standby.url(config.databaseUrl) },
  }
  try {
    // The copy reads its pages from the disk once, as the primary did when it was filled.
    for (const order of ORDERS)
      await orderBytes({ ...world, services }, world.own.manager, { ...order, format: 'csv' })
    for (const order of ORDERS) {
      const spent = { with: 0, without: 0 }
      const took = { with: 0, without: 0 }
      for (let round = 0; round < rounds; round++)
        for (const [name, by] of [
          ['with', services],
          ['without', without],
        ] as const) {
          const [from, startedAt] = [processorSeconds(own), performance.now()]
          await orderBytes({ ...world, services: by }, world.own.manager, {
            ...order,
            format: 'csv',
          })
          took[name] += performance.now() - startedAt
          spent[name] += processorSeconds(own) - from
        }
      const each = (sum: number) => Number((sum / rounds).toFixed(3))
      tell({
        name: `standby: processor of the primary for ${order.type}`,
        value: each(spent.with),
        unit: 's',
        baseline: each(spent.without),
        ms: Math.round(took.with / rounds),
        ms_without: Math.round(took.without / rounds),
      })
    }
    const db = serverOf(services, world.own.id)
    const startedAt = performance.now()
    const times = 100
    for (let time = 0; time < times; time++) await readApart(db, async () => undefined)
    const ms = Number(((performance.now() - startedAt) / times).toFixed(2))
    tell({ name: 'standby: connection and proof of a reading', value: ms, unit: 'ms' })
    const readings = Object.fromEntries(standbyState(services).readings)
    tell({ name: 'standby: readings of it', value: readings['standby'] ?? 0, unit: '', readings })
    if (Object.keys(readings).join() !== 'standby') process.exitCode = 1
  } finally {
    await standby.stop()
  }
}

/** Of all processes of a cluster since its start; those that ended are counted by the one that made them. */
function processorSeconds(dir: string): number {
  const [postmaster = ''] = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc')
    .map((pid) => statOf(pid))
    .filter((stat) => stat?.[1] === postmaster)
  // By `man 5 proc`, counted from the state: own time, then the time of ended children.
  const own = statOf(postmaster)!.slice(11, 15)
  const theirs = children.flatMap((stat) => stat!.slice(11, 13))
  return [...own, ...theirs].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
}

function statOf(pid: string): string[] | undefined {
  if (!/^\d+$/.test(pid)) return undefined
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
