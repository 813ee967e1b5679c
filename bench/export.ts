import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#contract/report/report.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import { jobSpecs } from '#server/routes.ts'
import type { World } from '#test/support/world.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'

/** Every column of the list of acts. */
const COLUMNS = `number date kind supplier products net total payable paid payment status flags`
const QUIET_MS = 3000
const LOOK_MS = 250
/** As long as the product itself lets a report last. */
const LAST_MS = 600_000
// security.md 10.2.
const GOAL_MS = 50

/** How long the server's event loop delays other calls while it writes all acts to a file, beside a quiet one. */
export async function measureExport(world: World): Promise<void> {
  await world.services.jobs.start(jobSpecs(world.services))
  const { api } = world.own.operator
  for (const format of ['xlsx', 'csv'] as const satisfies ReportFormat[]) {
    const quiet = await delayDuring(() => sleep(QUIET_MS))
    const startedAt = performance.now()
    const { p99, ...others } = await delayDuring(async () => {
      const params = { call: 'act/getAllActs', columns: COLUMNS.split(' ') }
      const body = { type: 'list' as const, params, format }
      const { reportId } = await api.send(report.create, { body })
      await ready(world, reportId)
    })
    const seconds = round((performance.now() - startedAt) / 1000)
    const facts = { baseline: quiet.p99, goal: GOAL_MS, ...others, seconds }
    tell({ name: `event loop p99 during an export to ${format}`, value: p99, unit: 'ms', ...facts })
  }
}

async function ready(world: World, reportId: string): Promise<void> {
  for (const end = Date.now() + LAST_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const { api } = world.own.operator
    const { status, error } = await api.send(report.getStatus, { query: { reportId } })
    if (status === 'ready') return
    if (status === 'failed') throw new Error(error ?? 'the report failed')
  }
  throw new Error('the report did not end')
}

/**
 * The wait beyond the millisecond that the timer itself takes. A busy machine adds to it; the processor time of the
 * longest pieces of work between two ticks is our own part of it.
 */
export async function delayDuring(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const pieces: number[] = []
  let last = process.threadCpuUsage()
  const ticking = setInterval(() => {
    const now = process.threadCpuUsage()
    pieces.push((now.user + now.system - last.user - last.system) / 1000)
    last = now
  }, 1)
  delay.enable()
  await work()
  delay.disable()
  clearInterval(ticking)
  return {
    p99: ms(delay.percentile(99)),
    most: ms(delay.max),
    cpu_p99: percentile(pieces, 99),
    cpu_most: percentile(pieces, 100),
  }
}

const ms = (nanoseconds: number) => round(nanoseconds / 1e6 - 1)
const round = (value: number) => Number(value.toFixed(1))
