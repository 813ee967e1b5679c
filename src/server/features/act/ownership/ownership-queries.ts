import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** What an issued act froze of its parties, with its moment on the company's clock. */
export function issuedSources(db: Db, id: string) {
  return db.q
    .selectFrom('act as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .where('a.company_id', '=', db.companyId)
    .where('a.id', '=', id)
    .select(['a.number', 'a.date', 'a.accepted_by', 'a.supplier_snapshot', 'a.company_snapshot'])
    .select(sql<string>`to_char(a.issued_at at time zone c.timezone, 'HH24:MI')`.as('time'))
    .executeTakeFirstOrThrow()
}
