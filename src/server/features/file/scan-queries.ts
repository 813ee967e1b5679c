import { sql } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { compiledQuery } from '../../db/query/compiled-query.ts'

export interface NewScan {
  readonly id: string
  readonly entity: 'act' | 'supplier' | 'weight_act'
  readonly entityId: string
  readonly fileId: string
  readonly kind: string
  readonly page: number
  readonly ownCode?: boolean | undefined
}

/** The next free page number of a record's scans. */
export async function nextPage(
  db: Tx,
  entity: NewScan['entity'],
  entityId: string,
): Promise<number> {
  const row = await db.q
    .selectFrom('scan')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .select(sql<number>`coalesce(max(page), 0) + 1`.as('page'))
    .executeTakeFirstOrThrow()
  return row.page
}

export async function insertScan(db: Tx, scan: NewScan): Promise<void> {
  await db.q
    .insertInto('scan')
    .values({
      company_id: db.companyId,
      id: scan.id,
      entity: scan.entity,
      entity_id: scan.entityId,
      file_id: scan.fileId,
      kind: scan.kind,
      page: scan.page,
      own_code: scan.ownCode ?? null,
      created_by: db.caller.userId,
      updated_by: db.caller.userId,
    })
    .execute()
}

const scans = compiledQuery((db, of: { entity: string; entityId: string }) =>
  db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    // A page changes once, when it is checked.
    .leftJoin('app_user as k', (join) =>
      join.onRef('k.id', '=', 'c.updated_by').on('c.status', '!=', 'new'),
    )
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', of.entity)
    .where('c.entity_id', '=', of.entityId)
    .where('f.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.entity',
      'c.entity_id',
      'c.file_id',
      'f.mime',
      'c.kind',
      'c.page',
      'c.own_code',
      'c.status',
      'c.reject_reason',
      'u.full_name as created_by_name',
      'c.created_at',
      'k.full_name as checked_by_name',
      sql<string | null>`case when c.status <> 'new' then c.updated_at end`.as('checked_at'),
    ])
    .orderBy('c.page')
    .orderBy('c.id')
    .limit(200),
)

/** Pages of paper of one record that still have their bytes, in their order; at most 200. */
export function scansOf(db: Db, entity: NewScan['entity'], entityId: string) {
  return scans(db, { entity, entityId })
}

export type ScanRow = Awaited<ReturnType<typeof scansOf>>[number]

/** The scan of a record by its file, or the first one of this kind with these bytes that is not rejected. */
export async function findScan(
  db: Tx,
  of: Pick<NewScan, 'entity' | 'entityId'>,
  by: { readonly sha256: Buffer; readonly kind: string } | { readonly fileId: string },
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', of.entity)
    .where('c.entity_id', '=', of.entityId)
    .where('f.deleted_at', 'is', null)
    .where((eb) =>
      'fileId' in by
        ? eb('f.id', '=', by.fileId)
        : eb.and([
            eb('f.sha256', '=', by.sha256),
            eb('c.kind', '=', by.kind),
            eb('c.status', '!=', 'rejected'),
          ]),
    )
    .select('c.id')
    .orderBy('c.page')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** A new page is accepted, or rejected with a reason. */
export async function assertScan(
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
      ...changeColumns(db),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}
