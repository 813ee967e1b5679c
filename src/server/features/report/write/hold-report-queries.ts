import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'
import { openDatabase, openPool } from '../../../db/connection/pool.ts'
import type { Services } from '../../../services.ts'

const lockOf = (id: string) => sql`hashtextextended(${`report.make:${id}`}, 0)`

/**
 * Works on a report while a connection to the database locks it for this process. The database releases the lock as soon as the
 * process is dead, however it died; a report that a living process has locked is left alone.
 */
export async function holdReport(
  { config }: Services,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const q = openDatabase(
    openPool({ databaseUrl: config.databaseUrl, size: 1, name: 'priyomka-report-hold' }),
  )
  try {
    await q.connection().execute(async (line) => {
      const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_lock(${lockOf(id)}) as held`.execute(line)
      if (rows[0]!.held) await work()
    })
  } finally {
    await q.destroy()
  }
}

/** Whether no process makes the report; until the transaction ends none begins to. */
export async function isLeft({ q }: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf(id)}) as left`.execute(q)
  return rows[0]!.left
}
