import { sql } from 'kysely'
import type { Tx } from '../handle.ts'

/** What every change of a mutable row sets beside its own columns: when, by whom, and the next version (domain.md 0). */
export function changeColumns(db: Tx) {
  return {
    updated_at: sql<string>`now()`,
    updated_by: db.caller.userId,
    version: sql<number>`version + 1`,
  }
}
