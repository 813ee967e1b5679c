import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

export const EXPIRING = 'supplier.expiring'

const TODAY = sql`(now() at time zone o.timezone)::date`

export interface ExpiringPapers extends SweptRow {
  readonly documents: number
  readonly consents: number
}

/** How many suppliers of each working company have a document or a consent that ends within two weeks. */
export async function expiringPapers(q: Kysely<DB>): Promise<ExpiringPapers[]> {
  const { rows } = await sql<ExpiringPapers>`
    select t.company_id, t.company_id as id, sum(t.documents)::int as documents, sum(t.consents)::int as consents
    from (
      select s.company_id, 1 as documents, 0 as consents from supplier s join company o on o.id = s.company_id
      where o.status = 'active' and s.status in ('draft', 'active')
        and s.doc_expires_on between ${TODAY} and ${TODAY} + 14
      union all
      select c.company_id, 0, 1 from consent c join company o on o.id = c.company_id
      where o.status = 'active' and c.status = 'signed' and c.valid_until between ${TODAY} and ${TODAY} + 14) t
    where ${notSetAside(EXPIRING, 't.company_id', 't.company_id')}
    group by t.company_id limit 10000
  `.execute(q)
  return rows
}
