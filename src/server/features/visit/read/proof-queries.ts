import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { isGiven } from '../../file/file-queries.ts'

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
      'w.plate_read',
      'w.plate_by',
      'w.offline',
      'w.reading',
      'w.capture_no',
      'w.zero_before_g',
      sql<boolean>`coalesce(w.capture_no, 0) > 1 and not exists (select from weighing as b
        where b.company_id = w.company_id and b.device_id = w.device_id
          and b.capture_no = w.capture_no - 1)`.as('after_gap'),
      'w.photos',
    ])
    .orderBy('w.taken_at')
    .orderBy('w.id')
    .limit(50)
    .execute()
}

/** One weighing of a visit with what its proof names besides, and the reading exactly as it is stored. */
export function readingToExport(db: Db, id: string) {
  return db.q
    .selectFrom('weighing as w')
    .innerJoin('visit as v', (join) =>
      join.onRef('v.company_id', '=', 'w.company_id').onRef('v.id', '=', 'w.visit_id'),
    )
    .innerJoin('company as c', 'c.id', 'w.company_id')
    .where('w.company_id', '=', db.companyId)
    .where('w.id', '=', id)
    .select(['v.id as visit_id', 'v.number', 'v.carnumber', 'w.device_id', 'w.reading'])
    .select('c.short_name as company_name')
    .executeTakeFirst()
}

/** The stored hashes of pictures; a picture whose bytes were deleted by retention keeps its hash. */
export function picturesToProve(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select(['id', 'sha256', 'storage_key', 'deleted_at', isGiven('file').as('is_given')])
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
