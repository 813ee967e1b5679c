import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { payableCount, payableSum } from '../../../db/query/money-sums.ts'
import { settingsNow } from '../../company/settings.ts'

/** What was bought from a supplier, paid, is on its way, and is still owed, over the supplier's issued acts. */
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
      payableSum().as('payable_kop'),
      payableCount().as('unpaid_acts'),
    ])
    .executeTakeFirstOrThrow()
}

/** Pictures of the person himself, the last first. */
export async function personPhotos(db: Db, supplierId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', 'supplier')
    .where('entity_id', '=', supplierId)
    .where('kind', '=', 'photo')
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}

/** The sum of a year above which payouts to one person are looked at (domain.md 13.3, `ytd_warn_kop`). */
export async function yearWarning(db: Db): Promise<number> {
  return (await settingsNow(db)).rules.ytd_warn_kop
}
