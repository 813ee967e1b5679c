import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

export interface PlatformState {
  active: number
  fresh: number
  suspended: number
  archived: number
  unknown_payments: number
  stopped_configs: number
  offline_devices: number
  filling_companies: number
  full_companies: number
}

/** The platform at this moment; SUPERVISOR alone reads over companies. */
export async function readPlatform(db: Db): Promise<PlatformState> {
  const { rows } = await sql<PlatformState>`
    select count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'new')::int as fresh,
      count(*) filter (where status = 'suspended')::int as suspended,
      count(*) filter (where status = 'archived')::int as archived,
      (select count(*)::int from payment where status = 'unknown') as unknown_payments,
      (select count(*)::int from bank_config where circuit = 'stopped') as stopped_configs,
      (select count(*)::int from device where status = 'offline') as offline_devices,
      (select count(*)::int from storage_use where level = 80) as filling_companies,
      (select count(*)::int from storage_use where level = 95) as full_companies
    from company
  `.execute(db.q)
  return rows[0]!
}

export interface CompanyTurnover {
  id: string
  name: string
  total_kop: number
}

/** Companies that bought most in the period. */
export async function readTurnover(
  db: Db,
  days: { from: string; to: string },
  limit: number,
): Promise<CompanyTurnover[]> {
  const { rows } = await sql<CompanyTurnover>`
    select c.id, c.short_name as name, sum(r.total_kop)::bigint as total_kop
    from daily_rollup as r join company as c on c.id = r.company_id
    where r.site_id is not null and r.day between ${days.from}::date and ${days.to}::date
    group by c.id having sum(r.total_kop) > 0 order by sum(r.total_kop) desc, c.id limit ${limit}
  `.execute(db.q)
  return rows
}
