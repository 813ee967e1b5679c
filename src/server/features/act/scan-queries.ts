import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'

/** Pages of an act in their order. */
export function scansOf(db: Db, actId: string) {
  return db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', 'act')
    .where('c.entity_id', '=', actId)
    .where('f.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.entity',
      'c.entity_id',
      'c.file_id',
      'f.mime',
      'c.kind',
      'c.page',
      'c.status',
      'c.reject_reason',
      'u.full_name as created_by_name',
      'c.created_at',
    ])
    .orderBy('c.page')
    .orderBy('c.id')
    .limit(200)
    .execute()
}

export type ScanRow = Awaited<ReturnType<typeof scansOf>>[number]

/** A new page is accepted, or rejected with a reason. */
export async function judgeScan(
  db: Tx,
  id: string,
  status: 'accepted' | 'rejected',
  reason: string | null,
): Promise<void> {
  await db.q
    .updateTable('scan')
    .set({
      status,
      reject_reason: reason,
      updated_at: sql`now()`,
      updated_by: db.caller.userId,
      version: sql`version + 1`,
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}
