import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

export const EXPIRING = 'supplier.expiring'

export interface ExpiringPapers extends SweptRow {
  readonly documents: number
  readonly consents: number
}

/** How many suppliers of each working company have a document or a consent that ends within two weeks. */
export async function expiringPapers(q: Kysely<DB>): Promise<ExpiringPapers[]> {
  const { rows } = await sql<ExpiringPapers>`
    select o.id as company_id, o.id, documents.n as documents, consents.n as consents
    from company o
    cross join lateral (select (now() at time zone o.timezone)::date as today) day
    cross join lateral (select count(*)::int as n from supplier s where s.company_id = o.id
      and s.doc_expires_on between day.today and day.today + 14 and s.status in ('draft', 'active')) documents
    cross join lateral (select count(*)::int as n from consent c where c.company_id = o.id
      and c.status = 'signed' and c.valid_until between day.today and day.today + 14) consents
    where o.status = 'active' and documents.n + consents.n > 0
      and ${notSetAside(EXPIRING, 'o.id', 'o.id')}
    limit 10000
  `.execute(q)
  return rows
}
