import { sql, type RawBuilder } from 'kysely'
import type { AnswerPeriod } from '#contract/report/dashboard.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { isPaidBetween } from '../../../db/query/money-sums.ts'

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
  /** The time of day of `now` by the clock of the zone, `HH:MM`. */
  clock: string
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
      last_day - first_day + 1 as span, now() as now,
      to_char(now() at time zone ${timezone}, 'HH24:MI') as clock
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
    select d.day::date as day, coalesce(r.acts, 0)::int as acts, coalesce(r.net_g, 0)::bigint as net_g,
      coalesce(r.total_kop, 0)::bigint as total_kop, coalesce(r.paid_kop, 0)::bigint as paid_kop
    from generate_series(least(${days.from}::date, ${days.before}::date), ${days.to}::date, interval '1 day') as d(day)
    left join (select s.day, sum(s.acts_count) as acts, sum(s.net_g) as net_g, sum(s.total_kop) as total_kop, sum(s.paid_kop) as paid_kop
      from daily_rollup as s where s.site_id is not null
        and s.day between least(${days.from}::date, ${days.before}::date) and ${days.to}::date
        and ${place.companyId === null ? sql`true` : sql`s.company_id = ${place.companyId}`}
        and (${place.siteId}::uuid is null or s.site_id = ${place.siteId}::uuid)
      group by s.day) as r on r.day = d.day::date
    order by d.day
  `.execute(db.q)
  return rows
}

/** The time of day of now, on another day of the same clock. */
export function momentLikeNow(day: string, timezone: RawBuilder<unknown>): RawBuilder<string> {
  return sql`((${day}::date + (now() at time zone ${timezone})::time) at time zone ${timezone})`
}

/**
 * A day that is over as far as it had come at this time of day by the clock of each company: acts of the day that were issued by
 * then, and what was paid by then. Of one company the clock is given: read from its row it would be known too late for an index, behind
 * the wall of the database, and all payments of years would be passed by.
 */
async function readDayByNow(
  db: Db,
  { companyId, siteId }: { companyId: string | null; siteId: string | null },
  day: string,
): Promise<DayFigures> {
  const clock = companyId === null ? sql`c.timezone` : sql`${zoneOf(db)}::text`
  const from = (table: 'act' | 'payment', as: 'a' | 'e') => {
    const [name, company] = [sql.raw(`${table} as ${as}`), sql.ref(`${as}.company_id`)]
    return companyId === null
      ? sql`company as c join ${name} on ${company} = c.id where true`
      : sql`${name} where ${company} = ${companyId}`
  }
  const begin = sql<string>`(${day}::date::timestamp at time zone ${clock})`
  const until = momentLikeNow(day, clock)
  const { rows } = await sql<DayFigures>`
    select ${day}::text as day, a.acts, a.net_g, a.total_kop, p.paid_kop
    from (select count(*)::int as acts, coalesce(sum(a.net_g), 0)::bigint as net_g,
          coalesce(sum(a.total_kop), 0)::bigint as total_kop
        from ${from('act', 'a')} and a.date = ${day}::date
          and a.status in ('issued', 'signed') and a.issued_at < ${until}
          and (${siteId}::uuid is null or a.site_id = ${siteId}::uuid)) as a
      cross join (select coalesce(sum(e.amount_kop), 0)::bigint as paid_kop
        from ${from('payment', 'e')} and ${isPaidBetween('e', begin, until)}
          and e.finished_at >= ${utc(sql`${day}::date`)} - ${FARTHEST}
          and e.finished_at < ${utc(sql`${day}::date + 1`)} + ${FARTHEST}) as p
  `.execute(db.q)
  return rows[0]!
}

// No clock of the world is farther from that of UTC: known before any row, also of all companies at once.
const FARTHEST = sql`interval '15 hours'`
const utc = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'UTC')`

/** The figures that the last day is compared with; today is compared with yesterday until the same time. */
export async function readDayBefore(
  db: Db,
  place: { companyId: string | null; siteId: string | null },
  { before, goesOn }: { before: string; goesOn: boolean },
  figures: readonly DayFigures[],
): Promise<DayFigures> {
  return goesOn ? readDayByNow(db, place, before) : figures.find(({ day }) => day === before)!
}

/** The first day of the period of a day, and the same part of the period before it. */
export interface Period {
  readonly from: string
  readonly before_from: string
  readonly before_to: string
}

export async function readPeriod(db: Db, to: string, period: AnswerPeriod): Promise<Period> {
  const { rows } = await sql<Period>`
    select begin as "from", (begin - step)::date as before_from, (${to}::date - step)::date as before_to
    from (select date_trunc(${period}::text, ${to}::date)::date as begin,
      ('1 ' || ${period}::text)::interval as step) as period`.execute(db.q)
  return rows[0]!
}

export interface BoughtByMetal {
  /** An hour `HH:00` of the company's clock, or a day. */
  readonly x: string
  readonly metal: 'ferrous' | 'nonferrous' | 'none'
  readonly net_g: number
  readonly total_kop: number
}

/** What was bought by class of metal: a month at most is read, by the index of days; `isCut` ends the last day at this time of day. */
export async function readBoughtByMetal(
  db: Db,
  { siteId }: { siteId: string | null },
  {
    from,
    to,
    byHour,
    isCut = false,
  }: { from: string; to: string; byHour: boolean; isCut?: boolean },
): Promise<BoughtByMetal[]> {
  const { timezone } = db.caller.session!
  const x = byHour
    ? sql`to_char(a.issued_at at time zone ${timezone}, 'HH24":00"')`
    : sql`a.date::text`
  const { rows } = await sql<BoughtByMetal>`
    select ${x} as x, p.metal_class as metal, coalesce(sum(ap.net_g), 0)::bigint as net_g,
      coalesce(sum(ap.amount_kop), 0)::bigint as total_kop
    from act as a
      join act_position as ap on ap.company_id = a.company_id and ap.act_id = a.id
      join product as p on p.company_id = ap.company_id and p.id = ap.product_id
    where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
      and a.date between ${from}::date and ${to}::date
      and (not ${isCut}::boolean or a.date < ${to}::date or a.issued_at < ${momentLikeNow(to, sql`${timezone}::text`)})
      and (${siteId}::uuid is null or a.site_id = ${siteId}::uuid)
    group by 1, 2 order by 1, 2`.execute(db.q)
  return rows
}
