import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { supplier } from '#contract/supplier.ts'
import type { KycState } from '#contract/supplier-entities.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/list-page.ts'
import { settingsOf } from '../company/settings.ts'
import {
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  today,
  type Suppliers,
} from './supplier-queries.ts'

export type SupplierFilter = NonNullable<CallInput<typeof supplier.getAll>['query']['filter']>

/** Columns of the sortable fields; that of the last is joined by `filteredSuppliers` when it is asked for. */
export const sortable = {
  name: 's.name_search',
  created_at: 's.created_at',
  last_visit_at: 's.last_visit_at',
  ytd_paid_kop: 'paid.ytd_paid_kop',
} as const

/** Narrows to what the filter asks. */
export function filteredSuppliers(db: Db, filter: SupplierFilter): Suppliers {
  let query = joined(db, filter)
  for (const condition of conditionsOf(db, filter)) query = query.where(condition)
  return query
}

/**
 * The sum that a sort needs is grouped once for the whole company, not looked up a row at a time; with a function that
 * parallel workers may not call, not once in each of them either.
 */
function joined(db: Db, filter: SupplierFilter): Suppliers {
  const fields = new Set(filter.sort?.map(([field]) => field))
  let query = suppliers(db)
  if (fields.has('ytd_paid_kop'))
    query = query.leftJoin(
      sql<{
        supplier_id: string
        ytd_paid_kop: number
      }>`(select coalesce(a.merged_into, p.supplier_id) as supplier_id,
        sum(p.amount_kop - p.returned_kop) as ytd_paid_kop from payment p
        left join supplier a on a.company_id = p.company_id and a.id = p.supplier_id
          and a.merged_into is not null
        where pg_backend_pid() > 0 and p.company_id = ${db.companyId} and p.status = 'paid' and not p.is_test
          and p.finished_at >= (
          select date_trunc('year', now() at time zone timezone) at time zone timezone
          from company where id = ${db.companyId}) group by 1)`.as('paid'),
      (join) => join.onRef('paid.supplier_id', '=', 's.id'),
    ) as unknown as Suppliers
  return query
}

function conditionsOf(db: Db, filter: SupplierFilter): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = [withinDays('s.created_at', filter, timezone)]
  // An alias is part of the record it was merged into and stands in no list of its own.
  list.push(filter.ids ? sql`s.id = any(${filter.ids})` : sql`s.merged_into is null`)
  if (filter.type) list.push(sql`s.type = any(${filter.type})`)
  if (filter.status) list.push(sql`s.status = any(${filter.status})`)
  if (filter.kyc) list.push(kycIs(db, filter.kyc))
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

// A phone with its 8 or +7; more digits are an ИНН, and its tail is nobody's phone.
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
function kycIs(db: Db, states: readonly KycState[]): Expression<SqlBool> {
  const incomplete = isIncomplete(db)
  const conditions: Readonly<Record<KycState, Expression<SqlBool>>> = {
    incomplete,
    expired: sql`(s.doc_expires_on < ${today(db)} and not ${incomplete})`,
    complete: sql`(coalesce(s.doc_expires_on >= ${today(db)}, true) and not ${incomplete})`,
  }
  return sql`(${sql.join(
    states.map((state) => conditions[state]),
    sql` or `,
  )})`
}

function isIncomplete(db: Db): RawBuilder<SqlBool> {
  const person = sql`s.type in ('person', 'self_employed')`
  const parts = [
    sql`s.lacks_fields`,
    sql`(${person} and s.birth_date <= ${bornUntil(db, 121)})`,
    sql`(${person} and s.birth_date > ${bornUntil(db, 18)}
      and (s.birth_date > ${bornUntil(db, 14)} or not ${hasConsentScan()}))`,
  ]
  const { session } = db.caller
  // Said only where the company asks for consents: a part that no index answers makes the others useless.
  if (!session || settingsOf(session.settings).rules.pd_basis === 'consent')
    parts.push(
      sql`(s.type <> 'company' and ${consentDue(db)} and ${consentStatus(db)} <> 'signed')`,
    )
  return sql`(${sql.join(parts, sql` or `)})`
}

/** The last birth date of those who are so many years old today. */
function bornUntil(db: Db, years: number) {
  return sql`(select ((now() at time zone timezone)::date - make_interval(years => ${years}::int))::date
    from company where id = ${db.companyId})`
}
