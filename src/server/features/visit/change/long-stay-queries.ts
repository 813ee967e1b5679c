import { sql } from 'kysely'
import { quote } from '#contract/words/quote.ts'
import type { Db } from '../../../db/handle.ts'
import { IS_WITHOUT_WEIGHING } from '../../device/loads/episode-queries.ts'
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

/** An open visit whose vehicle stood on a scale again and was not weighed there. */
export interface LeftVisit extends SweptRow {
  readonly why: string
}

/**
 * Open visits whose plate a camera saw on a load after their last weighing, when that load stayed without a weighing for a
 * quarter of an hour (devices.md 4.3): the vehicle crossed the scale and left, or is still on it.
 */
export async function visitsLeftUnweighed(db: Db): Promise<LeftVisit[]> {
  const { rows } = await sql<SweptRow & { scale: string; seen: string }>`
    select v.company_id, v.id, e.title as scale,
      to_char(e.started_at at time zone c.timezone, 'DD.MM HH24:MI') as seen
    from visit v join company c on c.id = v.company_id
      cross join lateral (select e.started_at, d.title from weight_episode e
        join device d on d.company_id = e.company_id and d.id = e.device_id
        where e.company_id = v.company_id and e.plate = v.carnumber and e.peak_g >= d.presence_g
          and ${sql.raw(IS_WITHOUT_WEIGHING)} and e.started_at > (select max(w.taken_at) from weighing w
            where w.company_id = v.company_id and w.visit_id = v.id)
        order by e.started_at limit 1) e
    where v.company_id = ${db.companyId} and v.status = 'in'
      and not v.flags @> '[{"code": "left_unweighed"}]' and ${notSetAside(VISITS, 'v.company_id', 'v.id')}
    limit 200`.execute(db.q)
  return rows.map(({ company_id, id, scale, seen }) => ({
    company_id,
    id,
    why: `Номер был на весах ${quote(scale)} ${seen}, взвешивания нет`,
  }))
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
