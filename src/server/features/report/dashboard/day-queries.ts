import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** Figures of one day. */
export interface DayFigures {
  day: string
  acts: number
  net_g: number
  total_kop: number
  paid_kop: number
}

interface Calendar {
  from: string
  to: string
  before: string
  today: string
  /** Days from the first to the last, both counted. */
  span: number
  now: string
}

/** The asked days filled up from today of a time zone. */
export async function readCalendar(
  db: Db,
  timezone: string,
  asked: { from: string | null; to: string | null },
  shownDays: number,
): Promise<Calendar> {
  const { rows } = await sql<Calendar>`
    select first_day as "from", last_day as "to", last_day - 1 as before, today,
      last_day - first_day + 1 as span, now() as now
    from (select coalesce(${asked.to}::date, (now() at time zone ${timezone})::date) as last_day,
      (now() at time zone ${timezone})::date as today) as days,
    -- The calendar of the contract begins in 1900.
    lateral (select coalesce(${asked.from}::date,
      greatest(last_day - ${shownDays - 1}::int, date '1900-01-01')) as first_day) as start
  `.execute(db.q)
  return rows[0]!
}

/**
 * Every day of the period, also the empty ones, and the day before its last. Sites are summed: a row without a site, as earlier
 * releases wrote, would count the same acts again. `companyId` null means the whole platform.
 */
export async function readDays(
  db: Db,
  place: { companyId: string | null; siteId: string | null },
  days: { from: string; to: string; before: string },
): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select d.day::date as day, coalesce(sum(r.acts_count), 0)::int as acts, coalesce(sum(r.net_g), 0)::bigint as net_g,
      coalesce(sum(r.total_kop), 0)::bigint as total_kop, coalesce(sum(r.paid_kop), 0)::bigint as paid_kop
    from generate_series(least(${days.from}::date, ${days.before}::date), ${days.to}::date, interval '1 day') as d(day)
    left join daily_rollup as r on r.day = d.day::date and r.site_id is not null
      and (${place.companyId}::uuid is null or r.company_id = ${place.companyId}::uuid)
      and (${place.siteId}::uuid is null or r.site_id = ${place.siteId}::uuid)
    group by d.day order by d.day
  `.execute(db.q)
  return rows
}
