import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

export const COMPANIES = 'transaction.stale-companies'
export const VISITS = 'transaction.stale'

/** Companies with a vehicle on site. */
export async function companiesWithVisits(q: Db['q']): Promise<SweptRow[]> {
  const rows = await q
    .selectFrom('visit')
    .where('status', '=', 'in')
    .where(notSetAside(COMPANIES, 'company_id', 'company_id'))
    .select('company_id')
    .distinct()
    .limit(10_000)
    .execute()
  return rows.map(({ company_id }) => ({ company_id, id: company_id }))
}

/** Open visits older than so many hours that are not marked yet. */
export async function visitsOver(db: Db, hours: number): Promise<SweptRow[]> {
  return db.q
    .selectFrom('visit')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'in')
    .where('in_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .where(sql<boolean>`not flags @> '[{"code": "stale"}]'`)
    .where(notSetAside(VISITS, 'company_id', 'id'))
    .select(['company_id', 'id'])
    .limit(200)
    .execute()
}
