import { sql } from 'kysely'
import { flagsOfArea } from '#contract/core/flags.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'

export interface MonthDays {
  readonly month: string
  readonly from: string
  readonly to: string
  readonly before_from: string
  readonly before_to: string
  readonly is_running: boolean
  /** The last day of the month before counts until this time of day; where the month before has no such day, it counts whole. */
  readonly is_cut: boolean
  /** The time of day of `now`, `HH:MM`. */
  readonly clock: string
  readonly now: string
}

/** The days of a month until now; the month before until the same day and time of it, or whole beside a whole month. */
export async function readMonthDays(db: Db, month: string | undefined): Promise<MonthDays> {
  const { rows } = await sql<MonthDays>`
    select to_char(begin, 'YYYY-MM') as month, begin as "from",
      case when is_running then today else ends end as "to",
      (begin - interval '1 month')::date as before_from,
      case when is_running then (today - interval '1 month')::date else begin - 1 end as before_to,
      is_running, now() as now, to_char(now() at time zone ${zoneOf(db)}, 'HH24:MI') as clock,
      is_running and extract(day from today - interval '1 month') = extract(day from today) as is_cut
    from (select today, begin, (begin + interval '1 month')::date - 1 as ends,
        today >= begin and today < (begin + interval '1 month')::date as is_running
      from (select today, coalesce(to_date(${month ?? null}, 'YYYY-MM'), date_trunc('month', today)::date) as begin
        from (select (now() at time zone ${zoneOf(db)})::date as today) as clock) as asked) as days
  `.execute(db.q)
  return rows[0]!
}

interface Span {
  readonly from: string
  readonly to: string
}

interface MoneyOfDay {
  readonly day: string
  readonly stage: 'paid' | 'returned' | 'rejected'
  readonly payments: number
  readonly amount_kop: number
}

/** What ended on each day, from the sums that are kept by day (decision 82). */
export async function readMoneyOfDays(db: Db, { from, to }: Span): Promise<MoneyOfDay[]> {
  const { rows } = await sql<MoneyOfDay>`
    select day::text as day, stage, sum(payments)::int as payments, sum(amount_kop)::bigint as amount_kop
    from money_day where company_id = ${db.companyId} and day between ${from}::date and ${to}::date
    group by day, stage`.execute(db.q)
  return rows
}

/**
 * What was owed at the end of each of two days: all that was bought until then without what was paid, with what came back. Both from
 * the kept sums; a purchase that was voided since is none.
 */
export async function readDebts(db: Db, days: readonly [string, string]): Promise<number[]> {
  const { rows } = await sql<{ kop: number }>`
    select ((select coalesce(sum(total_kop), 0) from daily_rollup
        where company_id = ${db.companyId} and day <= d.day and site_id is not null)
      - (select coalesce(sum(case stage when 'paid' then amount_kop when 'returned' then -amount_kop else 0 end), 0)
        from money_day where company_id = ${db.companyId} and day <= d.day))::bigint as kop
    from unnest(${[...days]}::date[]) with ordinality as d(day, place) order by d.place
  `.execute(db.q)
  return rows.map(({ kop }) => kop)
}

// As the exceptions are listed: without the marks of papers, which most acts have for a while.
const isMarked = sql`exists (select from jsonb_array_elements(flags) as f(flag)
  where f.flag->>'code' <> all (${flagsOfArea('paper')}::text[]))`

export interface Unusual {
  readonly void_acts: number
  readonly void_kop: number
  readonly corrected: number
  readonly flagged: number
}

/** Acts of these days that ended otherwise than usual, or carry a mark. */
export async function readUnusual(db: Db, { from, to }: Span): Promise<Unusual> {
  const { rows } = await sql<Unusual>`
    select count(*) filter (where status = 'void')::int as void_acts,
      coalesce(sum(total_kop) filter (where status = 'void'), 0)::bigint as void_kop,
      count(*) filter (where status = 'void' and corrected_by is not null)::int as corrected,
      count(*) filter (where status in ('issued', 'signed') and ${isMarked})::int as flagged
    from act where company_id = ${db.companyId} and status in ('issued', 'signed', 'void')
      and date between ${from}::date and ${to}::date`.execute(db.q)
  return rows[0]!
}

export interface TopSupplier {
  readonly id: string
  readonly record_ids: readonly string[]
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly type: string
  readonly acts: number
  readonly net_g: number
  readonly total_kop: number
}

const TOP = 10

/** Who sold most in roubles; a merged record counts as the one it was merged into. */
export async function readTopSuppliers(db: Db, { from, to }: Span): Promise<TopSupplier[]> {
  const { rows } = await sql<TopSupplier>`
    select s.id, array_agg(distinct o.id) as record_ids, s.type, s.last_name, s.first_name, s.middle_name, s.org_name,
      count(*)::int as acts, sum(a.net_g)::bigint as net_g, sum(a.total_kop)::bigint as total_kop
    from act a
      join supplier o on o.company_id = a.company_id and o.id = a.supplier_id
      join supplier s on s.company_id = o.company_id and s.id = coalesce(o.merged_into, o.id)
    where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
      and a.date between ${from}::date and ${to}::date
    group by s.company_id, s.id
    order by sum(a.total_kop) desc, s.id limit ${TOP}`.execute(db.q)
  return rows
}
