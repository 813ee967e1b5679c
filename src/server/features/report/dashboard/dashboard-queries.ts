import { sql, type RawBuilder } from 'kysely'
import { VERIFICATION_WARN_DAYS } from '#contract/act/instrument.ts'
import { MOST_ON_SITE, type VehicleOnSite } from '#contract/report/dashboard.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { dueNow, isPaidBetween, type DueNow } from '../../../db/query/money-sums.ts'
import { isRepeatedAmongMany } from '../../../db/query/repeated-payment.ts'
import { waitsForFile } from '../../../db/query/waiting-file.ts'
import { IS_WITHOUT_WEIGHING } from '../../device/loads/episode-queries.ts'
import { momentLikeNow } from './day-queries.ts'

export interface YardState extends DueNow {
  on_site: number
  free_weight_acts: number
  paid_today_kop: number
  paid_before_kop: number
}

/**
 * The vehicles on site and the sums due at this moment. Paid sums count by the day on which the money left; those of today are
 * compared with yesterday until the same time.
 */
export async function readYard(
  db: Db,
  days: { to: string; before: string; goesOn: boolean },
  siteId: string | null,
): Promise<YardState> {
  const timezone = sql`${db.caller.session!.timezone}::text`
  const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone ${timezone})`
  const compared = days.goesOn ? momentLikeNow(days.before, timezone) : endOf(days.before)
  const sumPaid = (day: string, until: RawBuilder<unknown>) => {
    const begin = sql`(${day}::date::timestamp at time zone ${timezone})`
    return sql`(select coalesce(sum(p.amount_kop), 0)::bigint from payment as p
      where p.company_id = ${db.companyId} and ${isPaidBetween('p', begin, until)})`
  }
  const { rows } = await sql<YardState>`
    select due.unpaid_acts, due.payable_kop,
      (select count(*)::int from visit where company_id = ${db.companyId} and status = 'in'
        and (${siteId}::uuid is null or site_id = ${siteId}::uuid)) as on_site,
      (select count(*)::int from weight_act where company_id = ${db.companyId} and status = 'confirmed'
        and (${siteId}::uuid is null or site_id = ${siteId}::uuid)) as free_weight_acts,
      ${sumPaid(days.to, endOf(days.to))} as paid_today_kop,
      ${sumPaid(days.before, compared)} as paid_before_kop
    from ${dueNow(db.companyId, siteId)} as due
  `.execute(db.q)
  return rows[0]!
}

interface VehicleRow extends Omit<VehicleOnSite, 'photo'> {
  /** The first picture of its arrival. */
  readonly photo_id: string | null
}

export async function readVehicles(db: Db, siteId: string | null): Promise<VehicleRow[]> {
  const { rows } = await sql<VehicleRow>`
    select v.id as visit_id, v.number, v.carnumber, v.in_at, w.weight_g as in_g, w.photo_id,
      case when s.type = 'company' then s.org_name
        when s.id is not null then concat_ws(' ', s.last_name, s.first_name, s.middle_name) end as supplier_name
    from visit v
      left join supplier s on s.company_id = v.company_id and s.id = v.supplier_id
      left join lateral (select weight_g, photos[1] as photo_id from weighing as one
        where company_id = v.company_id and visit_id = v.id and kind = 'in' and not exists (
          select from weighing_cancel where company_id = one.company_id and weighing_id = one.id)
        order by taken_at, id limit 1) w on true
    where v.company_id = ${db.companyId} and v.status = 'in'
      and (${siteId}::uuid is null or v.site_id = ${siteId}::uuid)
    order by v.in_at, v.id limit ${MOST_ON_SITE}`.execute(db.q)
  return rows
}

export interface Matter {
  kind: string
  count: number
  at: string | null
  /** Names of what is meant; of acts without a scan the last day of their dates. */
  detail: string | null
  /** The sum of the records behind it. */
  kop: number | null
  /** Of marks, which may be several of one record and are not added up: the sum of the dearest. */
  dearest?: number | null
  /** Who may do it, where the reader may not. */
  by?: string | undefined
}

/** When something that waits has waited too long: settings of the company. */
export interface Patience {
  readonly staleHours: number
  /** 0: nobody is reminded of missing scans. */
  readonly scanDays: number
  /** Days after which a self-employed payee should have brought the cheque. */
  readonly receiptDays: number
}

/** A yard that never scans has as many as it has acts: the oldest are found by their index, and no more are counted. */
const COUNTED = 1000

/** A limit of payments that has less than a fifth left today is told before it refuses one. */
const NEARLY = sql`used_kop >= cap_kop - cap_kop / 5 and cap_kop > 0`

/** Matters that a person of the company should look at; only kinds that have some. */
export async function readMatters(
  db: Db,
  { staleHours, scanDays, receiptDays }: Patience,
): Promise<Matter[]> {
  const today = todayOf(db)
  const { rows } = await sql<Matter>`
    select * from (
      ${mattersOfPayments(db)}
      union all
      select 'unscanned', count(*)::int, min(issued_at), (${today} - ${scanDays}::int - 1)::text,
          case when count(*) < ${COUNTED} then sum(total_kop)::bigint end
        from (select issued_at, total_kop from act where company_id = ${db.companyId} and status = 'issued'
          and ${scanDays}::int > 0 and date < ${today} - ${scanDays}::int
          order by sort_at limit ${COUNTED}) as unscanned
      union all
      select 'receipts', count(*)::int, min(p.finished_at), null, sum(p.amount_kop - p.returned_kop)::bigint
        from npd_payment as n join payment as p on p.company_id = n.company_id and p.id = n.payment_id
        where n.company_id = ${db.companyId} and n.receipt is null and p.status = 'paid'
        and p.returned_kop < p.amount_kop
        and (p.finished_at at time zone ${zoneOf(db)})::date <= ${today} - ${receiptDays}::int
      union all
      select 'offline', count(*)::int, min(last_seen_at), string_agg(title, ', ' order by title), null
        from device where company_id = ${db.companyId} and status = 'offline'
      union all
      select 'verification', count(*)::int, null, string_agg(title, ', ' order by title), null
        from device where company_id = ${db.companyId} and status <> 'disabled'
        and verification_until < (now() + interval '30 days')::date
      union all
      select 'instrument', count(*)::int, null,
        string_agg(model || ' № ' || serial_number || ', до ' || to_char(valid_until, 'DD.MM.YYYY'), '; '
          order by valid_until), null
        from instrument where company_id = ${db.companyId} and status = 'active'
        and valid_until <= ${today} + ${VERIFICATION_WARN_DAYS}::int
      union all
      select 'no_instrument', 1, null, null, null from company where id = ${db.companyId}
        and not exists (select from instrument where company_id = ${db.companyId} and status = 'active')
        and exists (select from product where company_id = ${db.companyId} and kind = 'item' and status = 'active'
          and metal_class <> 'none')
      union all
      select 'stale', count(*)::int, min(in_at), null, null
        from visit where company_id = ${db.companyId} and status = 'in'
        and in_at < now() - make_interval(hours => ${staleHours})
      union all
      select 'unweighed', count(*)::int, max(e.ended_at), null, null
        from weight_episode as e where e.company_id = ${db.companyId} and ${sql.raw(IS_WITHOUT_WEIGHING)}
        and jsonb_path_exists(e.flags, '$[*] ? (!exists(@.reviewed_at))')
      union all
      select 'drift', count(*)::int, null, string_agg(title, ', ' order by title), null from (
        select d.title from agent_event as e
        join device as d on d.company_id = e.company_id and d.id = e.device_id and d.kind = 'scale'
        where e.company_id = ${db.companyId} and e.type = 'zero' and e.at > now() - interval '1 day'
        group by d.id, d.title, d.e_g
        having max((e.body->>'weight_g')::bigint) - min((e.body->>'weight_g')::bigint) > 3 * d.e_g
      ) as drifted
    ) as matters where count > 0
  `.execute(db.q)
  return rows
}

/** Matters of payments alone: a part of the query of all of them, kinds that have nothing included. */
function mattersOfPayments(db: Db) {
  const today = todayOf(db)
  return sql`
    select 'unknown' as kind, count(*)::int as count, min(created_at) as at, null::text as detail,
      sum(amount_kop)::bigint as kop from payment where company_id = ${db.companyId} and status = 'unknown'
    union all
    select 'rejected', count(*)::int, max(p.updated_at), null, sum(p.amount_kop)::bigint from payment as p
      where p.company_id = ${db.companyId} and p.status = 'rejected'
      and p.updated_at > now() - interval '7 days'
      and not ${isRepeatedAmongMany(db.companyId)}
    union all
    select 'waiting', count(*)::int, min(created_at), null, sum(amount_kop)::bigint
      from payment where company_id = ${db.companyId} and status = 'saved'
    union all
    select 'file', count(distinct p.registry_id)::int, min(r.created_at), null, sum(p.amount_kop)::bigint
      from payment as p join payment_registry as r on r.company_id = p.company_id and r.id = p.registry_id
      where p.company_id = ${db.companyId} and ${waitsForFile}
    union all
    select 'stopped', count(*)::int, min(stopped_at), min(title), null
      from bank_config where company_id = ${db.companyId} and circuit = 'stopped'
    union all
    select 'unmatched', count(*)::int, min(d.opened_at), null, sum(coalesce(p.amount_kop, l.amount_kop))::bigint
      from payment_discrepancy as d
      left join payment as p on p.company_id = d.company_id and p.id = d.payment_id
      left join bank_statement_line as l on l.company_id = d.company_id and l.id = d.statement_line_id
      where d.company_id = ${db.companyId} and d.closed_at is null
    union all
    select 'limit', count(*)::int, null, string_agg(case l.scope
        when 'company_day' then 'за день по компании'
        when 'config_day' then 'за день: ' || c.title
        else 'за месяц: ' || c.title end, ', ' order by l.scope, c.title), null
      from payment_limit as l
      left join bank_config as c on c.company_id = l.company_id and c.id::text = l.scope_key
      where l.company_id = ${db.companyId} and ${NEARLY}
      and (l.scope in ('company_day', 'config_day') and l.period = ${today}
        or l.scope = 'config_month' and l.period = date_trunc('month', ${today})::date)
  `
}

const todayOf = (db: Db) => sql`(now() at time zone ${zoneOf(db)})::date`

/** The same as `readMatters` of payments alone. */
export async function readPaymentMatters(db: Db): Promise<Matter[]> {
  const { rows } = await sql<Matter>`
    select * from (${mattersOfPayments(db)}) as matters where count > 0
  `.execute(db.q)
  return rows
}

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

export interface MatterOfCompany {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly count: number
}

/** Rows are read up to here; the matters of more companies are named by their number alone. */
const MOST_NAMED = 100

/** Which companies the matters of the platform are about, those with most of a kind first. */
export async function readMattersByCompany(db: Db): Promise<MatterOfCompany[]> {
  const { rows } = await sql<MatterOfCompany>`
    select m.kind, c.id, c.short_name as name, m.count
    from (select 'unknown' as kind, company_id, count(*)::int as count from payment where status = 'unknown' group by company_id
      union all
      select 'stopped', company_id, count(*)::int from bank_config where circuit = 'stopped' group by company_id
      union all
      select 'offline', company_id, count(*)::int from device where status = 'offline' group by company_id
      union all
      select case level when 95 then 'storage_full' else 'storage_filling' end, company_id, 1
        from storage_use where level in (80, 95)
      union all
      select 'fresh', id, 1 from company where status = 'new') as m
    join company as c on c.id = m.company_id
    order by m.count desc, c.short_name, c.id limit ${MOST_NAMED}
  `.execute(db.q)
  return rows
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
