import { sql } from 'kysely'
import type { Db } from '../../db/handle.ts'

/** Pages of paper of a supplier, in their order. */
export function scansOf(db: Db, supplierId: string) {
  return db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', 'supplier')
    .where('c.entity_id', '=', supplierId)
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
    .limit(200)
    .execute()
}

/** What was bought from a supplier, paid, is on its way, and is still owed, over his issued acts. */
export async function balanceOf(db: Db, supplierId: string) {
  return db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('supplier_id', '=', supplierId)
    .where('status', 'in', ['issued', 'signed'])
    .select([
      sql<number>`coalesce(sum(total_kop), 0)::bigint`.as('total_kop'),
      sql<number>`coalesce(sum(paid_kop), 0)::bigint`.as('paid_kop'),
      sql<number>`coalesce(sum(reserved_kop), 0)::bigint`.as('reserved_kop'),
      sql<number>`coalesce(sum(total_kop - paid_kop - reserved_kop), 0)::bigint`.as('payable_kop'),
      sql<number>`(count(*) filter (where paid_kop < total_kop))::int`.as('unpaid_acts'),
    ])
    .executeTakeFirstOrThrow()
}
