import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** Weighings of a visit with the reading that each was made of, and the key of its scale, also of one that was taken down. */
export function weighingsToProve(db: Db, visitId: string) {
  return db.q
    .selectFrom('weighing as w')
    .leftJoin('device as d', (join) =>
      join.onRef('d.company_id', '=', 'w.company_id').onRef('d.id', '=', 'w.device_id'),
    )
    .leftJoin('app_user as o', 'o.id', 'w.operator_id')
    .leftJoin('app_user as a', 'a.id', 'w.approver_id')
    .where('w.company_id', '=', db.companyId)
    .where('w.visit_id', '=', visitId)
    .select([
      'w.id',
      'w.kind',
      'w.weight_g',
      'w.source',
      'w.taken_at',
      'w.at as recorded_at',
      'w.device_id',
      'd.title as device_title',
      'd.agent_key',
      'o.full_name as operator_name',
      'a.full_name as approver_name',
      'w.reason',
      'w.reading',
      'w.photos',
    ])
    .orderBy('w.taken_at')
    .orderBy('w.id')
    .limit(50)
    .execute()
}

/** The stored hashes of pictures; a picture whose bytes were deleted by retention keeps its hash. */
export function picturesToProve(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select(['id', 'sha256', 'storage_key', 'deleted_at', 'params'])
    .limit(1000)
    .execute()
}

export async function visitExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
