import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Tx } from '../handle.ts'

/** Rows that one step brings: a few milliseconds of work, so that requests go on between the steps. */
const STEP = 500

/**
 * The rows of a query by pieces: a cursor of the database, so that any order costs one pass and everything is seen as of one
 * moment. The transaction must be its own and hold one cursor at a time.
 */
export async function* walkQuery<Row>(db: Tx, query: CompiledQuery<Row>): AsyncGenerator<Row[]> {
  await db.q.executeQuery({
    ...query,
    sql: `declare walked_rows no scroll cursor for ${query.sql}`,
  })
  const rest = makePace()
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(STEP))} from walked_rows`.execute(db.q)
    if (rows.length > 0) yield rows
    if (rows.length < STEP) break
    await rest()
  }
  await sql`close walked_rows`.execute(db.q)
}

/** A walk that is over so soon slows nobody noticeably. */
const SOON_MS = 1000
/** A step that waited for the order of a whole list is not repaid in full. */
const MOST_REST_MS = 250

interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

const REAL: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) }

/**
 * Called between the steps of a walk over many rows: once it takes long, it rests after each step for as long as the step took.
 * A server of two cores would otherwise answer lists in twice their time while a large report is written (decision 4).
 */
export function makePace(clock: Clock = REAL): () => Promise<void> {
  const startedAt = clock.now()
  let restedAt = startedAt
  return async () => {
    const now = clock.now()
    if (now - startedAt > SOON_MS) await clock.sleep(Math.min(now - restedAt, MOST_REST_MS))
    restedAt = clock.now()
  }
}

/** The same, one row after another. */
export async function* walkRows<Row>(db: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  for await (const rows of walkQuery(db, query.compile(db.q))) yield* rows
}
