import { setTimeout as sleep } from 'node:timers/promises'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import type { ReportStatus } from '#contract/report/report-entities.ts'
import { reportKinds } from '#server/features/report/kinds/all.ts'
import type { ReportKind } from '#server/features/report/report-kind.ts'
import { MAX_ROWS } from '#server/features/report/lists/list-export.ts'
import type { World } from '#test/support/world.ts'
import type { Program } from '../scripts/child.ts'
import { percentile } from './percentile.ts'
import { serverApi, type ServerApi } from './server-api.ts'
import { tell } from './tell.ts'
import { watchProgram } from './watch-memory.ts'

const QUIET_MS = 3000
const CHECK_EVERY_MS = 20
/** The bounds of the product's promise: a report may slow other calls by a third, a cancel ends it within a second. */
const MOST_SLOWDOWN = 1.33
const CANCEL_MS = 1000
const MEMORY_MB = 300
const DAY_MS = 86_400_000
/** The days before today whose acts have all that reports read. */
export const REPORT_DAYS = 366
/** The filled acts are of so many days. */
const FILLED_DAYS = 1000
const LONGEST = {
  call: 'act/getAllActs',
  columns: ['number', 'date', 'supplier', 'products', 'total'],
}

interface Reporting {
  readonly world: World
  /** The server that makes them: only a process of its own shows what memory they take. */
  readonly program: Program
  readonly manager: ServerApi
  readonly operator: ServerApi
  /** As many as a file may hold rows of, a year at most. */
  readonly days: number
}

/** Each report of a company over its last days: how long, what memory, and what a list of acts takes meanwhile. */
export async function measureReports(world: World, program: Program, acts: number): Promise<void> {
  const { publicUrl } = world.services.config
  const { manager, operator } = world.own
  const reporting: Reporting = {
    world,
    program,
    manager: serverApi(publicUrl, manager.api.token!),
    operator: serverApi(publicUrl, operator.api.token!),
    days: Math.min(REPORT_DAYS - 2, Math.floor(((MAX_ROWS * 0.95) / acts) * FILLED_DAYS)),
  }
  const quiet = percentile(await listsDuring(reporting, () => sleep(QUIET_MS)), 50)
  for (const kind of reportKinds)
    if (kind.source.access !== 'super') await measureReport(reporting, kind, quiet)
  await measureCancel(reporting)
}

async function measureReport(reporting: Reporting, kind: ReportKind, quiet: number) {
  const { world, program, manager, days } = reporting
  await ageOrders(world)
  const memory = watchProgram(program.pid)
  const startedAt = performance.now()
  let ended: Awaited<ReturnType<typeof reach>> | undefined
  let took = 0
  const lists = await listsDuring(reporting, async () => {
    const { reportId } = await manager.send(report.create, { body: orderOf(kind, days) })
    ended = await reach(reporting, reportId)
    took = Math.round(performance.now() - startedAt)
  })
  const { before, most } = memory.stop()
  tell({
    name: `report ${kind.type}`,
    value: took,
    unit: 'ms',
    status: ended?.status,
    ...(ended?.error && { error: ended.error }),
    rows: await rowsOf(reporting),
    memory_mb: Math.round(most / 1024 ** 2),
    memory_goal_mb: MEMORY_MB,
    memory_before_mb: Math.round(before / 1024 ** 2),
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

/** From the cancel of a long list to the moment at which its worker begins the next report; all workers are busy before. */
async function measureCancel(reporting: Reporting): Promise<void> {
  const { world, manager: api } = reporting
  const order = async () => {
    const body = { type: 'list', params: LONGEST, format: 'xlsx' as const }
    return (await api.send(report.create, { body })).reportId
  }
  await ageOrders(world)
  const busy = [await order(), await order()]
  for (const reportId of busy) await reach(reporting, reportId, 'running')
  const next = await order()
  const startedAt = performance.now()
  await api.send(report.cancel, { body: { reportId: busy[0]! } })
  const { status } = await reach(reporting, next, 'running')
  const took = Math.round(performance.now() - startedAt)
  tell({ name: 'cancel of a report', value: took, unit: 'ms', goal: CANCEL_MS, next: status })
  for (const reportId of [next, busy[1]!])
    await api.send(report.cancel, { body: { reportId } }).catch(() => undefined)
}

/** Of the latest report. */
async function rowsOf({ world }: Reporting): Promise<number | null> {
  const row = await world.services.q
    .selectFrom('report')
    .where('company_id', '=', world.own.id)
    .orderBy('created_at', 'desc')
    .select('rows')
    .executeTakeFirst()
  return row?.rows ?? null
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

function orderOf({ type, params, formats }: ReportKind, length: number) {
  const days = {
    date_from: dayOf(Date.now() - length * DAY_MS),
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
async function reach({ manager }: Reporting, reportId: string, wanted?: ReportStatus) {
  for (;;) {
    const now = await manager.send(report.getStatus, { query: { reportId } })
    if (now.status === wanted || OVER.includes(now.status)) return now
    await sleep(CHECK_EVERY_MS)
  }
}

/** What one reader after another waits for the first page of acts while the work goes on, in ms. */
async function listsDuring(
  { operator }: Reporting,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  const working = new AbortController()
  const worked = work().finally(() => working.abort())
  while (!working.signal.aborted) {
    const startedAt = performance.now()
    await operator.send(act.getAll, { query: { filter: { limit: 50 } } })
    times.push(Number((performance.now() - startedAt).toFixed(2)))
    await sleep(CHECK_EVERY_MS)
  }
  await worked
  return times
}
