import { createHash } from 'node:crypto'
import { sql } from 'kysely'

// About 500 distinct texts exist because lists travel as `= any($1)`; beyond that a text is sent unprepared.
const MAX_NAMES = 800
// How a search is best done depends on its pattern: planned once for any pattern, a part of a name among 200 000 suppliers
// took 32 ms instead of 0.2.
const SEARCH = /\bi?like \$\d|\/\* planned each time \*\//
// What a statement answers that asks for every column. Stars of inner queries, whose columns the outer one names, are no matter.
const EVERY_COLUMN = /"\w+"\.\*|\* from "|\breturning \*/
/** Marks a statement that is best done in another way for other values. */
export const PLANNED_EACH_TIME = sql`/* planned each time */ `
const names = new Map<string, string>()

/** How often a migration has added a column while this process served: what was prepared before has another name. */
let migrations = 0

/** Whether PostgreSQL refuses a prepared statement because a table has another column since (docs/decisions/0143). */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '0A000' && message.startsWith('cached plan must not change result type')
}

/** Statements that ask for every column are prepared anew on each connection. */
export function forgetEveryColumn(): void {
  migrations++
  for (const text of names.keys()) if (EVERY_COLUMN.test(text)) names.delete(text)
}

/**
 * The name of an SQL text, so PostgreSQL parses and plans it once a connection: half of its time on point reads. Searches
 * by a pattern have none and are planned each time.
 */
export function statementName(text: string): string | undefined {
  const existingName = names.get(text)
  if (existingName || names.size >= MAX_NAMES) return existingName
  if (SEARCH.test(text)) return undefined
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  const name = EVERY_COLUMN.test(text) ? `${digest} ${migrations}` : digest
  names.set(text, name)
  return name
}
