import { sql } from 'kysely'
import type { Tx } from '../handle.ts'

const UNIQUE_VIOLATION = '23505'

/** Whether another transaction wrote the same key meanwhile. */
export const isTaken = (error: unknown) => (error as { code?: string }).code === UNIQUE_VIOLATION

/** Rolls back only this record's work when a concurrent transaction was faster, with its audit events: then `undefined`. */
export async function alone<T>(db: Tx, work: () => Promise<T>): Promise<T | undefined> {
  const noted = db.auditEvents.length
  await sql`savepoint one_record`.execute(db.q)
  try {
    const result = await work()
    await sql`release savepoint one_record`.execute(db.q)
    return result
  } catch (error) {
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint one_record`.execute(db.q)
    db.auditEvents.length = noted
    return undefined
  }
}
