import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'
import { notSetAside, type SweptRow } from '../../sweeps/set-aside-queries.ts'

export const STUCK = 'report.stuck'
export const LEFT_CODE = 'report.left'
export const OUTDATED_CODE = 'report.outdated'

/** Reports that some process has begun, and those that have waited long enough for a worker to have been lost. */
export function begunReports(q: Db['q']): Promise<SweptRow[]> {
  return q
    .selectFrom('report')
    .where('status', 'in', ['queued', 'running'])
    .where(({ eb, or }) =>
      or([
        eb('status', '=', 'running'),
        eb('updated_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .where(notSetAside(LEFT_CODE, 'company_id', 'id'))
    .select(['company_id', 'id'])
    .orderBy('created_at')
    .limit(1000)
    .execute()
}

/** Open reports that have not moved for ten minutes (domain.md 3.18): their worker fell or the queue lost them. */
export function stuckReports(q: Db['q']): Promise<SweptRow[]> {
  return q
    .selectFrom('report')
    .where('status', 'in', ['queued', 'running'])
    .where('updated_at', '<', sql<string>`now() - interval '10 minutes'`)
    .where(notSetAside(STUCK, 'company_id', 'id'))
    .select(['company_id', 'id'])
    .limit(1000)
    .execute()
}

export function outdatedReports(q: Db['q']): Promise<SweptRow[]> {
  return q
    .selectFrom('report')
    .where('status', '=', 'ready')
    .where('expires_at', '<', sql<string>`now()`)
    .where(notSetAside(OUTDATED_CODE, 'company_id', 'id'))
    .select(['company_id', 'id'])
    .limit(1000)
    .execute()
}

/** The row stays, its file goes; answers the key of the bytes. */
export async function expireReport(db: Tx, id: string): Promise<string | undefined> {
  const report = await db.q
    .updateTable('report')
    .set({ status: 'expired', version: sql`version + 1`, updated_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .returning('file_id')
    .executeTakeFirst()
  if (!report?.file_id) return undefined
  const file = await db.q
    .updateTable('file')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('id', '=', report.file_id)
    .returning('storage_key')
    .executeTakeFirst()
  return file?.storage_key
}
