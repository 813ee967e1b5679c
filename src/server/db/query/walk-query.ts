import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Tx } from '../handle.ts'
import { makePace } from './make-pace.ts'

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

/** The same, one row after another. */
export async function* walkRows<Row>(db: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  for await (const rows of walkQuery(db, query.compile(db.q))) yield* rows
}
