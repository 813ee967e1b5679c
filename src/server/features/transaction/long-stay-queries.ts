import { sql } from 'kysely'
import type { Db } from '../../db/handle.ts'

/** Companies that have somebody on site. */
export async function companiesWithVisits(q: Db['q']): Promise<string[]> {
  const rows = await q
    .selectFrom('transaction')
    .where('status', '=', 'in')
    .select('company_id')
    .distinct()
    .limit(10_000)
    .execute()
  return rows.map((row) => row.company_id)
}

/** Open visits older than so many hours that are not marked yet. */
export async function visitsOver(db: Db, hours: number): Promise<string[]> {
  const rows = await db.q
    .selectFrom('transaction')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'in')
    .where('in_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .where(sql<boolean>`not flags @> '[{"code": "stale"}]'`)
    .select('id')
    .limit(200)
    .execute()
  return rows.map((row) => row.id)
}
