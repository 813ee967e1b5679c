import { refuse } from '#http/refusal.ts'
import type { LegacySource } from '../../../legacy-settings.ts'
import { settingsNow } from '../../company/settings.ts'
import type { Db } from '../../../db/handle.ts'
import { readCsvSource } from './csv-source.ts'
import { mysqlSession } from './mysql-queries.ts'
import { DEADLINE_MS, Unavailable, type OldPage, type OldRow } from './old-row.ts'
import { postgresSession } from './postgres-queries.ts'
import { sqlQuestions } from './sql-questions.ts'

/** What may be asked of a former base, whatever it is kept in. */
export interface OldSource {
  readonly name: string
  search(text: string, limit: number, offset: number): Promise<OldPage>
  byIds(ids: readonly string[]): Promise<readonly OldRow[]>
}

/** The base that the company's settings name, or `import.not-configured`; every question ends within the deadline. */
export async function oldSourceOf(db: Db): Promise<OldSource> {
  const { legacy } = await settingsNow(db)
  const source = legacy.source && db.services.config.legacy.get(legacy.source.toLowerCase())
  if (!source) return refuse('import.not-configured')
  const { search, byIds } = open(db, source)
  const lane = laneOf(db, source.name)
  return {
    name: source.name,
    search: (...args) => inTime(lane, (signal) => search(signal, ...args)),
    byIds: (ids) => inTime(lane, (signal) => byIds(signal, ids)),
  }
}

interface Questions {
  search(signal: AbortSignal, text: string, limit: number, offset: number): Promise<OldPage>
  byIds(signal: AbortSignal, ids: readonly string[]): Promise<readonly OldRow[]>
}

function open(db: Db, source: LegacySource): Questions {
  if (source.kind === 'csv') return readCsvSource(db.services, source)
  return sqlQuestions(source, source.kind === 'postgres' ? postgresSession : mysqlSession)
}

/** Questions to one base stand in one line: it gets one connection of ours, however many people search (domain.md 10). */
interface Lane {
  last: Promise<unknown>
}
const LANES = Symbol('lanes to former bases')

function laneOf({ services }: Db, name: string): Lane {
  const lanes = (services.extra.get(LANES) ?? new Map()) as Map<string, Lane>
  services.extra.set(LANES, lanes)
  const lane = lanes.get(name) ?? { last: Promise.resolve() }
  lanes.set(name, lane)
  return lane
}

/** Waits its turn and asks, both within the deadline; a base that cannot be asked is `import.unavailable`. */
async function inTime<T>(lane: Lane, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), DEADLINE_MS)
  const turn = lane.last.then(() => {
    late.signal.throwIfAborted()
    return ask(late.signal)
  })
  lane.last = turn.catch(() => undefined)
  const expired = new Promise<never>((_, reject) =>
    late.signal.addEventListener('abort', () => reject(new Unavailable('нет ответа за 5 секунд'))),
  )
  try {
    return await Promise.race([turn, expired])
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return refuse('import.unavailable', {
      message: `Старая база не отвечает: ${error.message}. Повторите позже`,
    })
  } finally {
    clearTimeout(timer)
  }
}
