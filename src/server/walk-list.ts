import { sql } from 'kysely'
import type { Tx } from './db/handle.ts'
import { sliced } from './db/list-page.ts'
import { sliceOf, type ListSpec } from './lists.ts'

/** Rows that one step brings: a few milliseconds of work, so that requests go on between the steps. */
const STEP = 500

/**
 * All rows of a list in its order, by pieces: a cursor of the database, so that any order costs one walk and everything
 * is seen as of one moment. The transaction must be its own and do nothing else meanwhile.
 */
export async function* walkList<S extends string, D, T extends keyof D, Row extends object, Item>(
  db: Tx,
  spec: ListSpec<S, D, T, Row, Item, unknown>,
  most: number,
): AsyncGenerator<Item[]> {
  const { order, id } = sliceOf({ sort: spec.filter?.sort }, spec)
  const query = sliced(spec.select(spec.from), { order, id, limit: most, offset: 0 }).compile()
  await db.q.executeQuery({
    ...query,
    sql: `declare list_rows no scroll cursor for ${query.sql}`,
  })
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(STEP))} from list_rows`.execute(db.q)
    if (rows.length > 0) yield rows.map(spec.item)
    if (rows.length < STEP) break
  }
  await sql`close list_rows`.execute(db.q)
}
