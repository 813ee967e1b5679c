import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { MAY_BE_PAID } from './case-words.ts'

/** Whether an act was in a payment that ended without money by our records and may have been paid by the bank, while nobody has closed that. */
export function mayBePaid(db: Db, actId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment_allocation t
    join payment ended on ended.company_id = t.company_id and ended.id = t.payment_id
    join payment_discrepancy d on d.company_id = t.company_id and d.payment_id = t.payment_id
    where t.company_id = ${db.companyId} and t.act_id = ${actId} and ended.status in ('rejected', 'cancelled')
      and d.closed_at is null and d.kind ~ ${MAY_BE_PAID})`
}
