import { sql } from 'kysely'
import type { EveningFigures } from '#contract/report/evening.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { dueNow, isPaidBetween } from '../../../db/query/money-sums.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'
import { IS_WITHOUT_WEIGHING } from '../../device/loads/episode-queries.ts'
import type { Span } from '../exceptions/exception-queries.ts'

export const EVENINGS = 'report.evenings'

export interface EveningCompany extends SweptRow {
  readonly timezone: string
  readonly settings: unknown
  /** The last day that was told. */
  readonly told_day: string | null
}

/** Companies whose evening summary at least one person or program wants. */
export async function companiesWithReaders(q: Db['q']): Promise<EveningCompany[]> {
  const { rows } = await sql<EveningCompany>`
    select c.id, c.id as company_id, c.timezone, c.settings, e.told_day
    from company as c
      left join (select company_id, max(day) as told_day from evening group by company_id) as e on e.company_id = c.id
    where c.status = 'active' and ${notSetAside(EVENINGS, 'c.id', 'c.id')}
      and (c.id in (select w.company_id from webhook as w where w.status = 'active' and w.events && array['day.ended'])
        or c.id in (select u.company_id from notice_choice as n join app_user as u on u.id = n.user_id
          where n.kind = 'day_summary' and (n.shown or n.mailed or n.pushed) and u.status = 'active'))
    limit 10000`.execute(q)
  return rows
}

/**
 * Takes a day for the caller's transaction; false where it has been told, or a later one: a second process waits here for the first
 * and finds it told, and a clock that is set back tells no day again.
 */
export async function takeDay(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into evening (company_id, day)
    select ${tx.companyId}, ${day}::date
    where not exists (select from evening where company_id = ${tx.companyId} and day >= ${day}::date)
    on conflict do nothing returning day`.execute(tx.q)
  return rows.length > 0
}

export async function noteTold(
  tx: Tx,
  day: string,
  { net_g, total_kop }: Pick<EveningFigures, 'net_g' | 'total_kop'>,
): Promise<void> {
  await sql`update evening set net_g = ${net_g}, total_kop = ${total_kop}
    where company_id = ${tx.companyId} and day = ${day}::date`.execute(tx.q)
}

interface ToldDay {
  readonly day: string
  readonly sent_at: string
  readonly net_g: number
  readonly total_kop: number
}

/** The summary of the day before, and the time since then; without it the time begins with the day. */
export async function readSpan(
  tx: Tx,
  day: string,
  zone: string,
): Promise<Span & { readonly told: ToldDay | undefined }> {
  const { rows } = await sql<Span & ToldDay & { told_day: string | null }>`
    select coalesce(e.sent_at, ${day}::date::timestamp at time zone ${zone}) as since, now() as until,
      e.day as told_day, e.sent_at, e.net_g, e.total_kop
    from (select 1) as one left join evening as e
      on e.company_id = ${tx.companyId} and e.day = ${day}::date - 1`.execute(tx.q)
  const { since, until, told_day, ...told } = rows[0]!
  return { since, until, told: told_day === null ? undefined : { ...told, day: told_day } }
}

/** A day from its begin until now. */
export async function spanOfDay(tx: Tx, day: string, zone: string): Promise<Span> {
  const { rows } = await sql<Span>`
    select ${day}::date::timestamp at time zone ${zone} as since, now() as until`.execute(tx.q)
  return rows[0]!
}

export async function sitesOf(db: Db): Promise<{ id: string; name: string }[]> {
  return db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'active')
    .select(['id', 'name'])
    .orderBy('name')
    .limit(50)
    .execute()
}

type Money = Pick<EveningFigures, 'paid_kop' | 'unpaid_acts' | 'payable_kop' | 'loads' | 'loads_g'>

/** Sums owed now, sums paid on the day, as the overview shows them, and loads of that time without a weighing. */
export async function readMoneyAndLoads(
  db: Db,
  {
    day,
    zone,
    siteId,
  }: { readonly day: string; readonly zone: string; readonly siteId: string | null },
  { since, until }: Span,
): Promise<Money> {
  const begin = sql`(${day}::date::timestamp at time zone ${zone})`
  const end = sql`((${day}::date + 1)::timestamp at time zone ${zone})`
  const { rows } = await sql<Money>`
    select owed.unpaid_acts, owed.payable_kop, loads.loads, loads.loads_g,
      case when ${siteId}::uuid is null then (select coalesce(sum(p.amount_kop), 0)::bigint from payment as p
        where p.company_id = ${db.companyId} and ${isPaidBetween('p', begin, end)}) end as paid_kop
    from ${dueNow(db.companyId, siteId)} as owed,
      (select count(*)::int as loads, coalesce(sum(e.peak_g), 0)::bigint as loads_g
        from weight_episode as e join device as d on d.company_id = e.company_id and d.id = e.device_id
        where e.company_id = ${db.companyId} and ${sql.raw(IS_WITHOUT_WEIGHING)}
          and e.flags @> '[{"code": "unweighed"}]' and exists (select from jsonb_array_elements(e.flags) as mark
            where mark->>'code' = 'unweighed' and (mark->>'at')::timestamptz >= ${since}
            and (mark->>'at')::timestamptz < ${until})
          and (${siteId}::uuid is null or d.site_id = ${siteId}::uuid)) as loads`.execute(db.q)
  return rows[0]!
}
