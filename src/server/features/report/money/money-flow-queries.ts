import { sql } from 'kysely'
import type { MoneyGroup, MoneyStage } from '#contract/payment/money-flow.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { agreementTitle } from '../../../db/agreement-title.ts'
import { withinDays } from '../../../db/query/list-page.ts'
import { waitsForFile } from '../../../db/query/waiting-file.ts'

interface Days {
  readonly date_from: string
  readonly date_to: string
}

export interface StageOfGroup {
  /** Null: saved before the period and not over yet. */
  readonly key: string | null
  readonly title: string | null
  readonly stage: MoneyStage
  readonly count: number
  readonly amount_kop: number
}

/**
 * Counts and sums by stage and group. What ended counts on the day of its end, what is not over on the day of its saving, a return
 * on the day of its confirmation, as in the report «Деньги по дням»; payments of tests never count. What ended is read from the sums that
 * are kept by day (decision 82): of its rows a year has too many.
 */
export function sumMoneyFlow(db: Db, { by, ...days }: Days & { readonly by: MoneyGroup }) {
  const zone = zoneOf(db)
  const begin = sql`(${days.date_from}::date::timestamp at time zone ${zone})`
  const keys = {
    day: { open: sql`(p.created_at at time zone ${zone})::date`, ended: sql`m.day` },
    bank: { open: sql`p.bank_config_id`, ended: sql`m.bank_config_id` },
    method: { open: sql`p.method_snapshot->>'kind'`, ended: sql`m.kind` },
  }[by]
  return sql<StageOfGroup>`
    with total as (
      select case when p.created_at >= ${begin} then ${keys.open} end as key,
        case when p.status in ('saved', 'unknown') then p.status when ${waitsForFile} then 'file' else 'in_bank' end as stage,
        count(*) as count, sum(p.amount_kop) as amount_kop
      from payment as p
      where p.company_id = ${db.companyId} and not p.is_test
        and p.status in ('saved', 'registering', 'registered', 'processing', 'unknown')
        and ${withinDays('p.created_at', { date_to: days.date_to }, zone)}
      group by 1, 2
      union all
      select ${keys.ended}, m.stage, sum(m.payments), sum(m.amount_kop)
      from money_day as m
      where m.company_id = ${db.companyId} and m.day between ${days.date_from}::date and ${days.date_to}::date
      group by 1, 2 having sum(m.payments) > 0)
    select total.key::text as key, stage, count::int as count, amount_kop::bigint as amount_kop, ${agreementTitle('c')} as title
    from total
    left join bank_config as c on c.company_id = ${db.companyId} and c.id::text = total.key::text
    order by title, total.key
  `
}

/** Each day of a period. */
export async function daysOf(db: Db, { date_from, date_to }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day
    from generate_series(${date_from}::date, ${date_to}::date, interval '1 day') as day
  `.execute(db.q)
  return rows.map(({ day }) => day)
}

export interface UsedLimit {
  readonly bank_config_id: string | null
  readonly title: string
  readonly period: 'day' | 'month'
  readonly cap_kop: number
  readonly used_kop: number
  readonly used_count: number
}

/** Limits of the company and of its active agreements with what is used of them now; one that nothing used has no counter. */
export async function readLimits(db: Db, companyDayKop: number): Promise<UsedLimit[]> {
  const today = sql`(now() at time zone ${zoneOf(db)})::date`
  const { rows } = await sql<UsedLimit>`
    with place as (
      select null::uuid as bank_config_id, '' as title, 'day' as period, ${companyDayKop}::bigint as cap_kop,
        'company_day' as scope, '' as scope_key, ${today} as begins
      union all
      select c.id, ${agreementTitle('c')}, bound.period, bound.cap_kop, bound.scope, c.id::text, bound.begins
      from bank_config as c, lateral (values
        ('day', c.per_day_kop, 'config_day', ${today}),
        ('month', c.per_month_kop, 'config_month', date_trunc('month', ${today})::date)
      ) as bound (period, cap_kop, scope, begins)
      where c.company_id = ${db.companyId} and c.status = 'active')
    select place.bank_config_id, place.title, place.period, place.cap_kop,
      coalesce(l.used_kop, 0)::bigint as used_kop, coalesce(l.used_count, 0) as used_count
    from place left join payment_limit as l on l.company_id = ${db.companyId} and l.scope = place.scope
      and l.scope_key = place.scope_key and l.period = place.begins
    order by place.bank_config_id is not null, place.title, place.bank_config_id, place.period
  `.execute(db.q)
  return rows
}

export interface MoneyCompany {
  readonly id: string
  readonly name: string
  readonly timezone: string
}

/** Asked of agreements, of which there are few: a cluster looks for the payments beside them. */
const WITH_PAYMENTS = sql`c.id in (select b.company_id from bank_config b
  where exists (select from payment p where p.company_id = b.company_id) group by b.company_id)`

/** Companies that ever had a payment, or the chosen one. */
export async function companiesWithMoney(
  db: Db,
  chosen: string | undefined,
): Promise<MoneyCompany[]> {
  const { rows } = await sql<MoneyCompany>`
    select c.id, c.short_name as name, c.timezone from company as c
    where ${chosen ? sql`c.id = ${chosen}` : WITH_PAYMENTS}
    order by c.short_name, c.id limit 1000
  `.execute(db.q)
  return rows
}
