import { refuse } from '#http/refusal.ts'
import type { LegacySource } from '../../../settings/legacy-settings.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { fileQuestions } from './file/file-source.ts'
import { postgresSession, mysqlSession } from './source-queries.ts'
import { Unavailable, type OldPage, type OldRow, type Questions } from './old-row.ts'
import { sqlQuestions } from './sql-questions.ts'

/** The queries to the previous database, whatever its format. */
export interface LegacyReader {
  readonly name: string
  search(text: string, limit: number, offset: number): Promise<OldPage>
  byIds(ids: readonly string[]): Promise<readonly OldRow[]>
}

/** The base that the company's settings name, or `import.not-configured`; every question ends within the deadline. */
export async function legacyReaderOf(db: Db): Promise<LegacyReader> {
  const { legacy } = await settingsNow(db)
  const source = legacy.source && db.services.config.legacy.get(legacy.source.toLowerCase())
  if (!source) return refuse('import.not-configured')
  const { search, byIds } = open(db, source)
  return {
    name: source.name,
    search: (...args) => inTime(source, (signal) => search(signal, ...args)),
    byIds: (ids) => inTime(source, (signal) => byIds(signal, ids)),
  }
}

function open(db: Db, source: LegacySource): Questions {
  if (source.kind === 'csv') return fileQuestions(db, source)
  const session = source.kind === 'postgres' ? postgresSession : mysqlSession
  return inLine(slotOf(db, source.name), sqlQuestions(source, session))
}

/** Requests to one database queue up: it gets one connection, however many people search (domain.md 10). */
interface Slot {
  last: Promise<unknown>
}

declare module '../../../services.ts' {
  interface ProcessState {
    legacySlots?: Map<string, Slot>
  }
}

function slotOf({ services }: Db, name: string): Slot {
  const lanes = (services.state.legacySlots ??= new Map())
  const lane = lanes.get(name) ?? { last: Promise.resolve() }
  lanes.set(name, lane)
  return lane
}

/** A request past its deadline gives way to the next one, even when its driver never reports an end. */
function inLine(lane: Slot, { search, byIds }: Questions): Questions {
  const inTurn = <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    const turn = lane.last.then(() => {
      signal.throwIfAborted()
      return Promise.race([ask(), rejectOnAbort(signal)])
    })
    lane.last = turn.catch(() => undefined)
    return turn
  }
  return {
    search: (signal, ...args) => inTurn(signal, () => search(signal, ...args)),
    byIds: (signal, ids) => inTurn(signal, () => byIds(signal, ids)),
  }
}

/** Waits its turn and asks, both within the deadline; a base that cannot be asked is `import.unavailable`. */
async function inTime<T>(
  { deadlineMs }: LegacySource,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new Unavailable(`нет ответа за ${deadlineMs / 1000} с`)),
    deadlineMs,
  )
  try {
    return await Promise.race([ask(late.signal), rejectOnAbort(late.signal)])
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return refuse('import.unavailable', {
      message: `Старая база не отвечает: ${error.message}. Повторите позже`,
    })
  } finally {
    clearTimeout(timer)
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}
