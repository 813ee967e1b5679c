import { sql } from 'kysely'
import type { Db } from '../../../../db/handle.ts'

// payments.md 3.7: a bank is not asked about one payment more often than this.
const QUIET_SECONDS = 5

/** The present states; `quiet` = no request to the bank was made lately or is under way. */
export function progressOf(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('payment as p')
    .where('p.company_id', '=', db.companyId)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .select([
      'p.id',
      'p.status',
      'p.bank_status',
      'p.reason_code',
      'p.reason_text',
      'p.returned_kop',
      'p.version',
    ])
    .select(
      sql<boolean>`(p.next_check_at > now()
        and not exists (select from payment_lease l where l.company_id = p.company_id
          and l.payment_id = p.id and l.leased_until > now())
        and coalesce((select max(t.started_at) from payment_attempt t where t.company_id = p.company_id
          and t.payment_id = p.id), '-infinity') < now() - ${QUIET_SECONDS} * interval '1 second')`.as(
        'quiet',
      ),
    )
    .orderBy('p.id')
    .execute()
}
