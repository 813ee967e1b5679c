import { createHash } from 'node:crypto'
import { sql } from 'kysely'

// About 500 distinct texts exist because lists travel as `= any($1)`; beyond that a text is sent unprepared.
const MAX_NAMES = 800
// How a search is best done depends on its pattern: planned once for any pattern, a part of a name among 200 000 suppliers
// took 32 ms instead of 0.2.
const SEARCH = /\bi?like \$\d|\/\* planned each time \*\//
// A column that a migration adds while the server serves changes what such a statement answers, and PostgreSQL refuses the
// prepared one from then on (docs/decisions/0143). Stars of inner queries, whose columns the outer one names, are no matter.
const EVERY_COLUMN = /"\w+"\.\*|\* from "|\breturning \*/
/** Marks a statement that is best done in another way for other values. */
export const PLANNED_EACH_TIME = sql`/* planned each time */ `
const names = new Map<string, string>()

/**
 * The name of an SQL text, so PostgreSQL parses and plans it once a connection: half of its time on point reads. Searches
 * by a pattern and statements that ask for every column have none and are planned each time.
 */
export function statementName(text: string): string | undefined {
  const existingName = names.get(text)
  if (existingName || names.size >= MAX_NAMES) return existingName
  if (SEARCH.test(text) || EVERY_COLUMN.test(text)) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
