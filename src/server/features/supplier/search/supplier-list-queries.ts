import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { KycState } from '#contract/supplier/supplier-kinds.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { anywhere, withinDays, type Slice } from '../../../db/query/list-page.ts'
import { PLANNED_EACH_TIME } from '../../../db/query/named-statements.ts'
import { cachedQuery } from '../../../db/query/compiled-query.ts'
import { settingsOf } from '../../company/settings.ts'
import {
  companyToday,
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  thisYear,
  today,
  type Suppliers,
} from '../record/supplier-queries.ts'

export type SupplierFilter = NonNullable<CallInput<typeof supplier.getAll>['query']['filter']>

/** Columns of the sortable fields; that of the last is joined by `filteredSuppliers` when it is asked for. */
export const sortable = {
  name: 's.name_search',
  created_at: 's.created_at',
  last_visit_at: 's.last_visit_at',
  ytd_paid_kop: 'paid.net_kop',
} as const

/** Facts that are known before the list is read. */
export interface SupplierHint {
  /** The company's day, so that the planner knows how few data run out before it. */
  readonly day?: string
  /** The ids of the page itself. */
  readonly pageIds?: readonly string[]
  /** Whose name has the searched text further on than at its beginning: few. */
  readonly nameRest?: readonly string[]
}

/** Narrows to what the filter asks. */
export function filteredSuppliers(
  db: Db,
  filter: SupplierFilter,
  hint: SupplierHint = {},
): Suppliers {
  let query = joinSuppliers(db, filter)
  for (const condition of conditionsOf(db, filter, hint)) query = query.where(condition)
  return query
}

/** Who got nothing in the year has no row there, or one of nothing where all came back. */
function joinSuppliers(db: Db, filter: SupplierFilter): Suppliers {
  if (!filter.sort?.some(([field]) => field === 'ytd_paid_kop')) return suppliers(db)
  return suppliers(db).leftJoin('supplier_year as paid', (join) =>
    join
      .onRef('paid.company_id', '=', 's.company_id')
      .onRef('paid.supplier_id', '=', 's.id')
      .on('paid.year', '=', thisYear(db))
      .on('paid.net_kop', '<>', 0),
  )
}

/**
 * Ids of a page by the paid sum: the yearly sums are stored in order; suppliers without payments follow by id and are looked
 * for only where the sums end.
 *
 * Of 100,000 suppliers the first page takes 4 to 10 ms instead of 72 to 360, page 100 26 to 69 instead of 82 to 320 (`npm run
 * bench -- --only cuts`, as below).
 */
export function cutByPaid(db: Db, filter: SupplierFilter, hint: SupplierHint) {
  const [direction] = filter.sort!.map(([, way]) => sql.raw(way))
  const conditions = sql.join(conditionsOf(db, filter, hint), sql` and `)
  return ({ limit, offset }: Slice) => {
    const upTo = sql.lit(offset + limit)
    return sql<{ id: string }>`(with paid as materialized (
        select y.net_kop, s.id from supplier_year y
          join supplier s on s.company_id = y.company_id and s.id = y.supplier_id
          where y.company_id = ${db.companyId} and y.year = ${thisYear(db)} and y.net_kop <> 0 and ${conditions}
          order by y.net_kop ${direction}, y.supplier_id ${direction} limit ${upTo}),
      unpaid as materialized (
        select s.id from supplier s where s.company_id = ${db.companyId} and ${conditions}
          and not exists (select from supplier_year y where y.company_id = s.company_id
            and y.year = ${thisYear(db)} and y.supplier_id = s.id and y.net_kop <> 0)
          and (select count(*) from paid) < ${upTo}
          order by s.id ${direction} limit ${upTo})
      select id from (select 0 as part, net_kop, id from paid
        union all select 1, null, id from unpaid) as both_parts
      order by part, net_kop ${direction}, id ${direction}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)})`
  }
}

/**
 * Ids of a page by name of those whose name has a text: names that begin with it stand together, the few others are known
 * and put among them.
 *
 * Of 100,000 suppliers a surname takes 5 to 10 ms, the others found too, instead of 25 to 62, one with a first name 5 to 8 instead
 * of 12 to 34.
 */
export function cutByName(db: Db, filter: SupplierFilter, rest: readonly string[]) {
  const [direction] = filter.sort!.map(([, way]) => sql.raw(way))
  const { search, ...others } = filter
  const conditions = sql.join(conditionsOf(db, others), sql` and `)
  return ({ limit, offset }: Slice) => sql<{ id: string }>`(select id from (
      (select s.id, s.name_search from supplier s
        where s.company_id = ${db.companyId} and ${conditions} and s.name_search like ${beginning(search!)}
        order by s.name_search ${direction}, s.id ${direction} limit ${sql.lit(offset + limit)})
      union all
      (select s.id, s.name_search from supplier s
        where s.company_id = ${db.companyId} and ${conditions} and s.id = any(${rest}::uuid[])
          and s.name_search not like ${beginning(search!)})) as both_parts
    order by name_search ${direction}, id ${direction}
    limit ${sql.lit(limit)} offset ${sql.lit(offset)})`
}

// Some milliseconds to fetch and sort.
const FEW = 3000

/**
 * A page of the suppliers with missing data. Where the candidates are few, all are read by the indexes that find them and then
 * sorted: reading by name would pass every supplier before their surname. Where they are many, only the company's day is told.
 */
export async function findDoubtful(
  db: Db,
  filter: SupplierFilter,
  slice: Slice,
  askedAs: string,
): Promise<SupplierHint> {
  if (asksConsent(db)) return { day: await companyToday(db) }
  const [found] = await cachedQuery(db, `doubtful ${askedAs}`, () =>
    doubtfulPage(db, filter, slice),
  )
  const { day, count, ids } = found!
  return count > FEW ? { day } : { pageIds: ids }
}

/** One row: the company's day, the candidates as indexes tell them, and the page's ids where they are few. */
export function doubtfulPage(db: Db, filter: SupplierFilter, { order, limit, offset }: Slice) {
  const conditions = sql.join(conditionsOf(db, filter), sql` and `)
  const arms = armsOf(db, filter.kyc ?? [])
  const candidates = arms.map((arm) => sql`(select 1 ${arm})`)
  const doubtful = arms.map(
    (arm) => sql`(select s.id, s.name_search, s.created_at, s.last_visit_at
      from (select s.* ${arm}) s where ${conditions})`,
  )
  const last = order.at(-1)![1]
  const by = order.map(
    ([column, way, nulls]) =>
      sql`${sql.ref(column.replace(/^s\./, 'doubtful.'))} ${sql.raw(nulls ? `${way} nulls last` : way)}`,
  )
  return sql<{ day: string; count: number; ids: string[] }>`
    with candidates as materialized (
      select count(*)::int as count from (${sql.join(candidates, sql` union all `)}) as found)
    select ${today(db)} as day, count, case when count <= ${sql.lit(FEW)} then array(
      select id from (${sql.join(doubtful, sql` union `)}) as doubtful
      order by ${sql.join(by)}, id ${sql.raw(last)}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}) end as ids from candidates`
}

/**
 * The candidates for the states today, each part by an index and no further than one beyond few. The order makes the planner
 * use the index of the date, whatever it estimates, so that one prepared plan serves every day.
 */
function armsOf(db: Db, states: readonly KycState[]): RawBuilder<unknown>[] {
  const day = today(db)
  const incomplete = [
    sql`s.lacks_fields`,
    sql`s.birth_date <= ${bornUntil(day, 121)} order by s.birth_date`,
    sql`s.birth_date > ${bornUntil(day, 18)} order by s.birth_date desc`,
  ]
  const expired = [sql`s.doc_expires_on < ${day} order by s.doc_expires_on`]
  return [
    ...(states.includes('incomplete') ? incomplete : []),
    ...(states.includes('expired') ? expired : []),
  ].map(
    (arm) => sql`from supplier s where s.company_id = ${db.companyId} and ${arm}
      limit ${sql.lit(FEW + 1)}`,
  )
}

function beginning(search: string): string {
  return anywhere(nameSearchText(search)).slice(1)
}

function conditionsOf(
  db: Db,
  filter: SupplierFilter,
  { day }: SupplierHint = {},
): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = []
  if (filter.date_from || filter.date_to) list.push(withinDays('s.created_at', filter, timezone))
  // An alias is part of the record it was merged into and is in no list of its own.
  list.push(filter.ids ? sql`s.id = any(${filter.ids})` : sql`s.merged_into is null`)
  if (filter.type) list.push(sql`s.type = any(${filter.type})`)
  if (filter.status) list.push(sql`s.status = any(${filter.status})`)
  if (filter.kyc) list.push(kycIs(db, filter.kyc, day))
  if (filter.consent) list.push(sql`${consentStatus(db)} = any(${filter.consent})`)
  // Most suppliers have no consent at all: those who have one are found first.
  if (filter.consent && !filter.consent.includes('none'))
    list.push(sql`s.id in (select supplier_id from consent where company_id = ${db.companyId})`)
  if (filter.price_column_id) list.push(sql`s.price_column_id = any(${filter.price_column_id})`)
  if (filter.flag) list.push(hasFlag(filter.flag))
  if (filter.search) list.push(matches(filter.search))
  return list
}

/** A mark that still waits for a look counts as much as one that was looked at. */
function hasFlag(codes: readonly string[]): Expression<SqlBool> {
  const paths = codes.map((code) => `$[*] ? (@.code == "${code}")`)
  return sql`(${sql.join(
    paths.map((path) => sql`s.flags @? ${path}::jsonpath`),
    sql` or `,
  )})`
}

// A phone with its 8 or +7; more digits are an ИНН, and its end is not a phone.
const LONGEST_PHONE = 11

/** Any part of the name, the whole ИНН or the end of the phone, as much of it as was typed. */
function matches(search: string): Expression<SqlBool> {
  const digits = search.replaceAll(/\D/g, '')
  const name = anywhere(nameSearchText(search))
  if (digits.length < 4) return sql`s.name_search like ${name}`
  const phone =
    digits.length > LONGEST_PHONE
      ? sql``
      : sql` or (s.phone_last4 = ${digits.slice(-4)} and s.phone like ${`%${digits.slice(-10)}`})`
  return sql`(s.name_search like ${name} or s.inn = ${digits}${phone})`
}

/** `kyc.ts` said in SQL, each state a condition of its own that indexes answer; a test holds the two together. */
function kycIs(db: Db, states: readonly KycState[], day: string | undefined): Expression<SqlBool> {
  const now = day === undefined ? today(db) : sql<string>`${day}::date`
  const incomplete = isIncomplete(db, now)
  const conditions: Readonly<Record<KycState, Expression<SqlBool>>> = {
    incomplete,
    expired: sql`(s.doc_expires_on < ${now} and not ${incomplete})`,
    complete: sql`(coalesce(s.doc_expires_on >= ${now}, true) and not ${incomplete})`,
  }
  const planned = day === undefined ? sql`` : PLANNED_EACH_TIME
  return sql`(${planned}${sql.join(
    states.map((state) => conditions[state]),
    sql` or `,
  )})`
}

function isIncomplete(db: Db, now: RawBuilder<string>): RawBuilder<SqlBool> {
  const person = sql`s.type in ('person', 'self_employed')`
  const parts = [
    sql`s.lacks_fields`,
    sql`(${person} and s.birth_date <= ${bornUntil(now, 121)})`,
    sql`(${person} and s.birth_date > ${bornUntil(now, 18)}
      and (s.birth_date > ${bornUntil(now, 14)} or not ${hasConsentScan(db)}))`,
  ]
  // Said only where the company asks for consents: a part that no index answers makes the others useless.
  if (asksConsent(db))
    parts.push(
      sql`(s.type <> 'company' and ${consentDue(db)} and ${consentStatus(db)} <> 'signed')`,
    )
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Whether the company buys from those alone who signed a consent. */
export function asksConsent(db: Db): boolean {
  const { session } = db.caller
  return !session || settingsOf(session.settings).rules.pd_basis === 'consent'
}

/** The last birth date of those who are so many years old today. */
function bornUntil(now: RawBuilder<string>, years: number) {
  return sql`(${now} - make_interval(years => ${years}::int))::date`
}
