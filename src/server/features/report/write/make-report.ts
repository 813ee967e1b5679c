import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { isNoRoom, isStoreAway } from '#http/no-room.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { isSupervisor } from '../../../auth/session.ts'
import { readPerson } from '../../../auth/sessions.ts'
import { DamagedRecord } from '../../../damage/damaged-record.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import { inTransaction, serverOf, type Db, type Tx } from '../../../db/handle.ts'
import { readApart } from '../../../db/standby/read-apart.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { Services } from '../../../services.ts'
import { storeFile, storing } from '../../file/storage/store-file.ts'
import type { StoredFile } from '../../file/storage/stored-file.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { shareBySchedule } from '../schedule/share-report.ts'
import {
  endReport,
  noteProgress,
  takeReport,
  interruptBackend,
  isStillTaken,
  readBackend,
  type Outcome,
  type TakenReport,
} from '../report-queries.ts'
import type { WrittenFile } from './composed-file.ts'
import { holdReport } from './hold-report-queries.ts'
import { readOrder, type OrderedFile } from './ordered-file.ts'

export const REPORT_JOB = 'report.make'

export interface ReportJob {
  readonly company_id: string
  readonly id: string
}

// domain.md 3.18.
const MAX_MS = 10 * 60_000
const PROGRESS_EVERY_MS = 500

/** A report in which so many processes died takes the next one down as well. */
const MAX_TAKES = 3

/**
 * Writes one report with the present rights of the person who ordered it. A job that is delivered twice finds the report
 * finished or held by a living process, or takes it over from one that died.
 */
export async function makeReport(services: Services, job: ReportJob): Promise<void> {
  const server = serverOf(services, job.company_id)
  await holdReport(services, job.id, async () => {
    const taken = await inTransaction(server, (db) => takeReport(db, job.id))
    if (taken) await makeTaken(server, taken)
  })
}

async function makeTaken(server: Db, taken: TakenReport): Promise<void> {
  try {
    assertTakeable(taken)
    const ordered = readOrder(taken)
    const db = await handleOf(server, taken, ordered)
    // One bound for both, where what a standby began is read from the primary.
    const onProgress = progressReporter(db, taken)
    const written = await readApart(db, (own, beside) =>
      workWhileTaken({ db, beside, own }, taken, () => ordered.write(own, onProgress)),
    )
    await storing(db, [written], (stored) =>
      inTransaction(db, (tx) => finish(tx, taken, ordered, written, stored[0]!)),
    ).finally(() => removeUnstored(written))
  } catch (error) {
    if (error instanceof TakenOver) return
    if (error instanceof DamagedRecord) await reportDamage(server, error.damage)
    await inTransaction(server, (db) => fail(db, taken, describeFailure(error)))
    if (!(error instanceof Refusal) && !isNoRoom(error) && !isStoreAway(error)) throw error
  }
}

const CHECK_EVERY_MS = 500

/** The report was cancelled or is made by another worker: what was done of it is dropped. */
class TakenOver extends Error {}

/**
 * Does the work of a report on its own connection and interrupts its statement once the report is cancelled or taken over: the first
 * step of a long one gives no row, and so no progress, for many seconds. Throws `TakenOver` then.
 */
async function workWhileTaken<T>(
  { db, beside, own }: { readonly db: Db; readonly beside: Db; readonly own: Tx },
  taken: TakenReport,
  work: () => Promise<T>,
): Promise<T> {
  const backend = await readBackend(own)
  const done = new AbortController()
  let isInterrupted = false
  const watching = (async () => {
    while (await waits(done.signal)) {
      // A database that does not answer decides nothing: the work has its own deadline.
      if (await isStillTaken(db, taken).catch(() => true)) continue
      isInterrupted = true
      await interruptBackend(beside, backend).catch(() => undefined)
    }
  })()
  try {
    return await work()
  } catch (error) {
    throw isInterrupted ? new TakenOver() : error
  } finally {
    done.abort()
    // The connection must not end before the watch: its number may then be another's.
    await watching
  }
}

/** True after a while, false as soon as the work is done. */
async function waits(signal: AbortSignal): Promise<boolean> {
  await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Each take raises the version, which is 1 when the report is ordered. */
function assertTakeable({ version }: TakenReport): void {
  if (version - 1 > MAX_TAKES)
    refuse('report.bad-params', {
      message: `Сервер остановился ${MAX_TAKES} раза подряд, пока готовил этот файл. Сузьте отбор и повторите`,
    })
}

/** A file that was written to the disk and refused by the store does not stay. */
async function removeUnstored(written: WrittenFile): Promise<void> {
  if ('path' in written) await rm(written.path, { force: true })
}

function describeFailure(error: unknown): string {
  if (isNoRoom(error)) return new Refusal('common.no-room').message
  if (isStoreAway(error)) return new Refusal('common.unavailable').message
  return error instanceof Refusal ? error.message : NEUTRAL
}

const NEUTRAL = 'Не удалось подготовить файл. Повторите; если не поможет, сообщите поддержке'

/** The company's handle of the person who ordered the report, authorized as a request of theirs would be now. */
async function handleOf(server: Db, taken: TakenReport, ordered: OrderedFile): Promise<Db> {
  const session = await readPerson(server.q, taken.created_by)
  if (!session || session.companyId !== server.companyId) return refuse('access.denied')
  const db = { ...server, caller: { userId: taken.created_by, session } }
  ordered.authorize(db, session)
  return db
}

/** Notes the percent twice a second and ends the work that lasts too long or is not wanted any more. */
function progressReporter(db: Db, taken: TakenReport): (percent: number) => Promise<void> {
  const startedAt = performance.now()
  let toldAt = startedAt
  return async (percent) => {
    const now = performance.now()
    if (now - startedAt > MAX_MS)
      refuse('report.bad-params', {
        message: 'Файл не удалось подготовить за 10 минут. Сузьте отбор',
      })
    if (now - toldAt < PROGRESS_EVERY_MS) return
    toldAt = now
    if (!(await noteProgress(db, taken, percent))) throw new TakenOver()
  }
}

async function finish(
  db: Tx,
  taken: TakenReport,
  { title }: OrderedFile,
  { rows, events = [] }: WrittenFile,
  stored: StoredFile,
): Promise<void> {
  const params = { title: nameReportFile(title, taken.params) }
  const facts = { kind: 'report', entity: 'report', entityId: taken.id, params } as const
  const file_id = await storeFile(db, stored, facts)
  for (const event of events) addAuditEvent(db, event)
  const outcome = { status: 'ready', file_id, ...(rows !== undefined && { rows }) } as const
  const shared = await shareBySchedule(db, taken)
  const notice = shared?.title ?? `Готов файл ${quote(title)}`
  await end(db, taken, outcome, notice, shared?.userIds)
}

const orderedDays = z.object({
  date_from: z.catch(z.optional(z.string()), undefined),
  date_to: z.catch(z.optional(z.string()), undefined),
  date: z.catch(z.optional(z.string()), undefined),
  year: z.catch(z.optional(z.string()), undefined),
})

/** «Журнал взвешиваний, 01.05.2025–31.05.2025»: tells the files of one report apart in a list of files. */
export function nameReportFile(title: string, params: unknown): string {
  const period = periodOf(params)
  return period ? `${title}, ${period}` : title
}

/** The days of a report, or those by which an exported list was narrowed. */
function periodOf(params: unknown): string | undefined {
  const { filter } = (params ?? {}) as { filter?: unknown }
  const read = z.safeParse(orderedDays, filter ?? params)
  if (!read.success) return undefined
  const { date_from: from, date_to: to, date, year } = read.data
  if (from && to) return from === to ? russianDay(from) : `${russianDay(from)}–${russianDay(to)}`
  if (from) return `с ${russianDay(from)}`
  if (to) return `по ${russianDay(to)}`
  if (date) return `на ${russianDay(date)}`
  return year && `${year} год`
}

function fail(db: Tx, taken: TakenReport, error: string): Promise<void> {
  return end(db, taken, { status: 'failed', error }, 'Файл не подготовлен')
}

/**
 * Finishes the report, notifies the open screens and the person; everything is undone if the report belongs to another worker
 * by now.
 */
async function end(
  db: Tx,
  taken: TakenReport,
  outcome: Outcome & { readonly status: 'ready' | 'failed' },
  title: string,
  readers: readonly string[] = [],
): Promise<void> {
  if (!(await endReport(db, taken, outcome))) throw new TakenOver()
  addAuditEvent(db, {
    action: `report.${outcome.status}`,
    entity: 'report',
    id: taken.id,
    after: outcome,
  })
  const { session } = db.caller
  await addNotices(db, [taken.created_by, ...readers], {
    kind: `report_${outcome.status}`,
    title,
    href: `/${session && isSupervisor(session) ? 'super' : 'operator'}/reports`,
  })
}
