import type { Kysely } from 'kysely'
import pg from 'pg'
import { DamagedRecord } from '../../damage/damaged-record.ts'
import type { Services } from '../../services.ts'
import { DatabaseAway } from '../connection/database-away.ts'
import { openDatabase, openPool } from '../connection/pool.ts'
import { inTransaction, type Db, type Tx } from '../handle.ts'
import type { DB } from '../schema.ts'
import { NO_COMPANY } from '../uuid.ts'
import {
  askPrimaryPlace,
  proveHistory,
  Unproven,
  waitForReplay,
  type StandbyFault,
} from './prove-standby.ts'

declare module '../../services.ts' {
  interface ProcessState {
    standby?: StandbyState
  }
}

interface StandbyState {
  /** Readings since the start: those of the standby, and those of the primary by the fault of the standby. */
  readonly readings: Map<'standby' | StandbyFault, number>
  /** Told in the log, until a reading succeeds. */
  fault: StandbyFault | undefined
  /** Until then nobody waits for it again. */
  restsUntil: number
}

/** Reads in one moment of the database; `beside` is another line to the same one, which may interrupt the first. */
export type ReadingWork<T> = (own: Tx, beside: Db) => Promise<T>

/** The order of a long list is made by the first step alone. */
const LONG_MS = 120_000
/** Who comes after it finds out whether the standby is back; those before do not wait for it. */
const REST_MS = 10_000

/**
 * The reading of a report: a connection of its own, one moment of the database for all of it, and longer steps than requests may take.
 * From the standby where there is one that proves itself, else from the primary.
 */
export function readApart<T>(db: Db, work: ReadingWork<T>): Promise<T> {
  const { databaseUrl } = db.services.config
  return preferStandby(db, LONG_MS, work, () =>
    onOwnLine(db, { databaseUrl, statementMs: LONG_MS }, (line, beside) =>
      inTransaction(line, (own) => work(own, beside)),
    ),
  )
}

/**
 * Reads from the standby what was committed before this call at the latest, or from the primary: so nobody misses what they wrote. What
 * fails there for a reason of the database is read from the primary, from its beginning.
 */
export async function preferStandby<T>(
  db: Db,
  statementMs: number,
  work: ReadingWork<T>,
  fromPrimary: () => Promise<T>,
): Promise<T> {
  const { standbyUrl } = db.services.config
  // What is read over all companies is proved by no company's journal.
  if (!standbyUrl || db.companyId === NO_COMPANY) return fromPrimary()
  const state = standbyState(db.services)
  if (state.fault && performance.now() < state.restsUntil) {
    count(state, state.fault)
    return fromPrimary()
  }
  try {
    const result = await readStandby(db, { databaseUrl: standbyUrl, statementMs }, work)
    tellServed(db.services, state)
    return result
  } catch (error) {
    if (error instanceof Answered) {
      tellServed(db.services, state)
      throw error.answer
    }
    tellFault(db.services, state, error)
    return fromPrimary()
  }
}

/** How often each place was read, for the metrics. */
export function standbyState({ state }: Services): StandbyState {
  return (state.standby ??= { readings: new Map(), fault: undefined, restsUntil: 0 })
}

interface Line {
  readonly databaseUrl: string
  readonly statementMs: number
}

/** The work's own refusal or end: not repeated, wherever it was read. */
class Answered extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('the work has answered')
    this.answer = answer
  }
}

/** What the database did to the work. Its code is hidden: the transaction is not to be repeated there. */
class StandbyFailed extends Error {}

async function readStandby<T>(db: Db, line: Line, work: ReadingWork<T>): Promise<T> {
  const place = await askPrimaryPlace(db)
  return onOwnLine(db, line, async (standby, beside) => {
    await waitForReplay(standby, db, place)
    return inTransaction(standby, async (own) => {
      await proveHistory(own, db, place)
      return work(own, beside).catch((error: unknown) => {
        throw isOfDatabase(error)
          ? new StandbyFailed('the standby failed', { cause: error })
          : new Answered(error)
      })
    })
  })
}

/** A damaged record may be whole in the primary. */
const isOfDatabase = (error: unknown) =>
  error instanceof pg.DatabaseError ||
  error instanceof DatabaseAway ||
  error instanceof DamagedRecord

/** Two lines of their own to one database: what is read on the first one may be interrupted by the other. */
async function onOwnLine<T>(
  db: Db,
  { databaseUrl, statementMs }: Line,
  work: (line: Db, beside: Db) => Promise<T>,
): Promise<T> {
  const q: Kysely<DB> = openDatabase(
    openPool({
      databaseUrl,
      size: 2,
      deadlines: { statementMs },
      name: 'priyomka-reports',
      options:
        '-c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on',
    }),
  )
  try {
    // One connection for all of it: a proxy may lead the next one to another machine.
    return await q.connection().execute((line) => work({ ...db, q: line }, { ...db, q }))
  } finally {
    await q.destroy()
  }
}

function count({ readings }: StandbyState, place: 'standby' | StandbyFault): void {
  readings.set(place, (readings.get(place) ?? 0) + 1)
}

function tellServed({ log }: Services, state: StandbyState): void {
  count(state, 'standby')
  if (state.fault) log.root.info('reports are read from the standby again')
  state.fault = undefined
}

function tellFault({ log }: Services, state: StandbyState, error: unknown): void {
  const fault = faultOf(error)
  count(state, fault)
  if (fault !== state.fault)
    log.root.warn({ fault, err: error }, 'reports are read from the primary')
  state.fault = fault
  // A reading that a vacuum cancelled says nothing about the next one.
  if (fault !== 'cancelled') state.restsUntil = performance.now() + REST_MS
}

/** Serialisation failure and deadlock, by which PostgreSQL ends readings in the way of the log; a step that lasted too long. */
const CANCELLED = ['40001', '40P01', '57014']

function faultOf(error: unknown): StandbyFault {
  if (error instanceof Unproven) return error.fault
  const cause = error instanceof StandbyFailed ? error.cause : error
  const { code = '' } = cause as { code?: string }
  if (CANCELLED.includes(code)) return 'cancelled'
  return cause instanceof DatabaseAway ? 'away' : 'failed'
}
