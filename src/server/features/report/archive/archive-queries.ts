import type { Db } from '../../../db/handle.ts'

/** Accepted pages of an act in their order, also those whose bytes are gone. */
export function selectAcceptedScans(db: Db, actId: string) {
  return db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', 'act')
    .where('c.entity_id', '=', actId)
    .where('c.status', '=', 'accepted')
    .select(['f.id', 'f.kind', 'f.mime', 'f.sha256', 'f.storage_key', 'f.deleted_at'])
    .select(['c.kind as scan_kind', 'c.page', 'c.created_at'])
    .orderBy('c.page')
    .orderBy('c.id')
    .limit(200)
    .execute()
}

export type AcceptedScan = Awaited<ReturnType<typeof selectAcceptedScans>>[number]
