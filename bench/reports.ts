import { setTimeout as sleep } from 'node:timers/promises'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import type { ReportStatus } from '#contract/report/report-entities.ts'
import { reportKinds } from '#server/features/report/kinds/all.ts'
import type { ReportKind } from '#server/features/report/report-kind.ts'
import { jobSpecs } from '#server/routes.ts'
import type { World } from '#test/support/world.ts'
import { percentile } from './percentile.ts'
import { tell } from './tell.ts'
import { watchMemory } from './watch-memory.ts'

const QUIET_MS = 3000
const CHECK_EVERY_MS = 20
/** The bounds of the product's promise: a report may slow other calls by a third, a cancel ends it within a second. */
const MOST_SLOWDOWN = 1.33
const CANCEL_MS = 1000
const DAY_MS = 86_400_000
/** They open the sealed supplier of each act, which the filled acts do not have. */
const OPENING_PAPERS = ['self_check']
const LONGEST = {
  call: 'act/getAllActs',
  columns: ['number', 'date', 'supplier', 'products', 'total'],
}

/** Each report of a company over its last year: how long, what memory, and what a list of acts takes meanwhile. */
export async function measureReports(world: World): Promise<void> {
  await world.services.jobs.start(jobSpecs(world.services))
  const { api } = world.own.manager
  const kinds = reportKinds.filter(
    ({ type, source }) => source.access !== 'super' && !OPENING_PAPERS.includes(type),
  )
  const quiet = percentile(await listsDuring(world, () => sleep(QUIET_MS)), 50)
  for (const kind of kinds) {
    await ageOrders(world)
    const peak = watchMemory()
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    let ended: Awaited<ReturnType<typeof reach>> | undefined
    const lists = await listsDuring(world, async () => {
      const { reportId } = await api.send(report.create, { body: orderOf(kind) })
      ended = await reach(world, reportId)
    })
    tell({
      name: `report ${kind.type}`,
      value: Math.round(performance.now() - startedAt),
      unit: 'ms',
      status: ended?.status,
      ...(ended?.error && { error: ended.error }),
      memory_mb: Math.round(peak.stop() / 1024 ** 2),
      memory_grew_mb: Math.round((process.memoryUsage().rss - before) / 1024 ** 2),
    })
    // A report that ends before one list was read slowed nothing.
    if (lists.length > 0)
      tell({
        name: `a list of acts during ${kind.type}`,
        value: percentile(lists, 50),
        unit: 'ms',
        baseline: quiet,
        goal: MOST_SLOWDOWN,
        reads: lists.length,
      })
  }
  await measureCancel(world)
}

/** From the cancel of a long list to the moment at which its worker begins the next report; all workers are busy before. */
async function measureCancel(world: World): Promise<void> {
  const { api } = world.own.manager
  const order = async () => {
    const body = { type: 'list', params: LONGEST, format: 'xlsx' as const }
    return (await api.send(report.create, { body })).reportId
  }
  await ageOrders(world)
  const busy = [await order(), await order()]
  for (const reportId of busy) await reach(world, reportId, 'running')
  const next = await order()
  const startedAt = performance.now()
  await api.send(report.cancel, { body: { reportId: busy[0]! } })
  const { status } = await reach(world, next, 'running')
  const took = Math.round(performance.now() - startedAt)
  tell({ name: 'cancel of a report', value: took, unit: 'ms', goal: CANCEL_MS, next: status })
  for (const reportId of [next, busy[1]!])
    await api.send(report.cancel, { body: { reportId } }).catch(() => undefined)
}

/** A person may order ten an hour; the bench orders all. */
async function ageOrders({ services, own }: World): Promise<void> {
  await services.q
    .updateTable('report')
    .set({ created_at: new Date(Date.now() - DAY_MS).toISOString() })
    .where('company_id', '=', own.id)
    .execute()
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function orderOf({ type, params, formats }: ReportKind) {
  const days = {
    date_from: dayOf(Date.now() - 364 * DAY_MS),
    date_to: dayOf(Date.now()),
  }
  const values: Record<string, string> = {
    ...days,
    date: days.date_to,
    year: days.date_to.slice(0, 4),
    carnumber: 'А123ВС77',
  }
  const required = Object.entries(params).filter(([, param]) => param.required)
  return {
    type,
    params: Object.fromEntries(required.map(([name]) => [name, values[name]!])),
    format: formats.includes('xlsx') ? ('xlsx' as const) : formats[0]!,
  }
}

const OVER: readonly ReportStatus[] = ['ready', 'failed', 'cancelled']

/** Waits until a report has that status, or has ended. */
async function reach(world: World, reportId: string, wanted?: ReportStatus) {
  const { api } = world.own.manager
  for (;;) {
    const now = await api.send(report.getStatus, { query: { reportId } })
    if (now.status === wanted || OVER.includes(now.status)) return now
    await sleep(CHECK_EVERY_MS)
  }
}

/** What one reader after another waits for the first page of acts while the work goes on, in ms. */
async function listsDuring(world: World, work: () => Promise<unknown>): Promise<number[]> {
  const { api } = world.own.operator
  const times: number[] = []
  const working = new AbortController()
  const worked = work().finally(() => working.abort())
  while (!working.signal.aborted) {
    const startedAt = performance.now()
    await api.send(act.getAll, { query: { filter: { limit: 50 } } })
    times.push(Number((performance.now() - startedAt).toFixed(2)))
    await sleep(CHECK_EVERY_MS)
  }
  await worked
  return times
}
