import { sql, type Expression, type SqlBool } from 'kysely'
import type { act } from '#contract/act.ts'
import type { CallInput } from '#contract/call.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/list-page.ts'
import { acts, type Acts } from './act-queries.ts'

export type ActFilter = NonNullable<CallInput<typeof act.getAll>['query']['filter']>

/** Columns of the sortable fields. */
export const sortable = {
  date: 'a.sort_at',
  number: 'a.number',
  supplier_name: 's.name_search',
  net_g: 'a.net_g',
  total_kop: 'a.total_kop',
  payable_kop: 'due.payable_kop',
  created_at: 'a.created_at',
} as const

/** Narrows to what the filter asks; `found` are all the acts that its search finds, where they are known. */
export function filteredActs(db: Db, filter: ActFilter, found?: readonly string[]): Acts {
  return narrowed(db, joined(db, filter), filter, found)
}

function narrowed(db: Db, acts: Acts, filter: ActFilter, found?: readonly string[]): Acts {
  let query = acts
  for (const condition of conditionsOf(db, filter, found)) query = query.where(condition)
  return query
}

/**
 * The same acts without those who are named beside them: a join that PostgreSQL leaves out still keeps it from reading
 * an index alone (its columns stay asked for). Undefined where the supplier's name is searched or sorted by.
 */
export function bareActs(db: Db, filter: ActFilter, found?: readonly string[]): Acts | undefined {
  const byName = filter.sort?.some(([field]) => field === 'supplier_name')
  if (byName || (filter.search && !found)) return undefined
  const alone = db.q.selectFrom('act as a').where('a.company_id', '=', db.companyId)
  return narrowed(db, withDue(alone as unknown as Acts, filter), filter, found)
}

/** Only the order by supplier begins with him. */
function joined(db: Db, filter: ActFilter): Acts {
  const bySupplier = filter.sort?.some(([field]) => field === 'supplier_name')
  return withDue(acts(db, bySupplier ? 'innerJoin' : 'leftJoin'), filter)
}

/** What is left to pay is joined only for a sort by it. */
function withDue(query: Acts, filter: ActFilter): Acts {
  if (!filter.sort?.some(([field]) => field === 'payable_kop')) return query
  const due = sql<{ payable_kop: number }>`lateral (
    select a.total_kop - a.reserved_kop - a.paid_kop as payable_kop)`
  return query.innerJoin(due.as('due'), (join) => join.onTrue()) as unknown as Acts
}

function conditionsOf(
  db: Db,
  filter: ActFilter,
  found: readonly string[] | undefined,
): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = []
  if (filter.date_from || filter.date_to) list.push(withinDays('a.sort_at', filter, timezone))
  if (filter.ids) list.push(sql`a.id = any(${filter.ids})`)
  if (filter.kind) list.push(sql`a.kind = any(${filter.kind})`)
  if (filter.status) list.push(sql`a.status = any(${filter.status})`)
  if (filter.payable) list.push(PAYABLE)
  if (filter.payment_state) list.push(paymentStateIs(filter.payment_state))
  if (filter.supplier_id) list.push(sql`a.supplier_id = any(${filter.supplier_id})`)
  if (filter.site_id) list.push(sql`a.site_id = ${filter.site_id}`)
  if (filter.product_id)
    list.push(sql`exists (select 1 from act_position p where p.company_id = a.company_id
      and p.act_id = a.id and p.product_id = any(${filter.product_id}))`)
  if (filter.flag) list.push(hasFlag(filter.flag))
  if (filter.number) list.push(sql`a.number like ${anywhere(filter.number)}`)
  if (found) list.push(sql`a.id = any(${found}::uuid[])`)
  else if (filter.search) list.push(matches(filter.search))
  return list
}

/** What a payment may take, word for word as its index has it: a draft is not owed yet and a void act is not any more. */
const PAYABLE = sql<SqlBool>`(a.status = any (array['issued', 'signed'])
  and (a.reserved_kop + a.paid_kop) < a.total_kop)`
const PAID_OUT = sql<SqlBool>`(a.total_kop > 0 and a.paid_kop = a.total_kop)`
/** Word for word as the index of those who are not paid out has it. */
const NOT_PAID_OUT_STATE = sql`case when a.paid_kop > 0 then 'partial' when a.reserved_kop > 0 then 'planned'
  else 'unpaid' end`

/** `paymentState` of the arithmetic said in SQL; a test holds the two together. */
function paymentStateIs(states: NonNullable<ActFilter['payment_state']>): Expression<SqlBool> {
  const open = states.filter((state) => state !== 'paid').map((state) => sql.lit(state))
  const parts = states.includes('paid') ? [PAID_OUT] : []
  if (open.length > 0)
    parts.push(sql`(not ${PAID_OUT} and ${NOT_PAID_OUT_STATE} in (${sql.join(open)}))`)
  return sql`(${sql.join(parts, sql` or `)})`
}

/** The codes come from the contract's own list, so they may stand inside the path. */
function hasFlag(codes: readonly string[]): Expression<SqlBool> {
  const paths = codes.map((code) => sql`a.flags @? ${`$[*] ? (@.code == "${code}")`}::jsonpath`)
  return sql`(${sql.join(paths, sql` or `)})`
}

/** Part of the number, of the supplier's name, or of the plate. */
function matches(search: string): Expression<SqlBool> {
  const { name, text } = patternsOf(search)
  return sql`(s.name_search like ${name} or a.number like ${text}
    or a.vehicle->>'carnumber' like ${text})`
}

function patternsOf(search: string) {
  return {
    name: anywhere(nameSearchText(search)),
    text: anywhere(search.toUpperCase().replaceAll(' ', '')),
  }
}

// Some tens of milliseconds; what finds more stands so close in a million acts that walking them meets it soon.
const MOST_FOUND = 5000
/** An index of parts has nothing shorter. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/**
 * A column beside the names, so that the index of parts is asked and not every name of the company passed by in the other
 * index; and what parallel workers may not call, since they start for longer than the look takes.
 */
const BY_PARTS = sql`pg_backend_pid() > 0 and s.type <> ''`

/**
 * All acts that a search finds, or undefined where they are many: an index answers each of its three places, but none
 * answers their "or", for which a million acts would be walked.
 */
export async function actsFoundBy(db: Db, search: string): Promise<string[] | undefined> {
  if (!INDEXED.test(search)) return undefined
  const { name, text } = patternsOf(search)
  const most = sql.lit(MOST_FOUND + 1)
  // Ids that nobody will use do not travel.
  const { rows } = await sql<{ ids: string[] | null; count: number }>`
    select count(*)::int as count,
      case when count(*) <= ${sql.lit(MOST_FOUND)} then array_agg(id) end as ids from (
      (select id from act where company_id = ${db.companyId} and number like ${text} limit ${most})
      union (select id from act
        where company_id = ${db.companyId} and vehicle->>'carnumber' like ${text} limit ${most})
      union (select a.id from supplier s
        join act a on a.company_id = s.company_id and a.supplier_id = s.id
        where ${BY_PARTS} and s.company_id = ${db.companyId} and s.name_search like ${name} limit ${most})
    ) as found
  `.execute(db.q)
  const { ids, count } = rows[0]!
  return count > MOST_FOUND ? undefined : (ids ?? [])
}

// Sums over more rows than any screen counts would cost seconds; beyond it there are none (web.md 4.5).
const MAX_SUMMED = 10_000

/** Sums over the filter; undefined beyond the bound. */
export async function totalsOf(db: Db, query: Acts) {
  const rows = query
    .select(['a.net_g', 'a.total_kop', 'a.reserved_kop', 'a.paid_kop'])
    .limit(MAX_SUMMED + 1)
  const { rows: found } = await sql<{
    count: number
    net_g: number
    total_kop: number
    reserved_kop: number
    paid_kop: number
  }>`select count(*)::int as count, coalesce(sum(net_g), 0)::bigint as net_g,
    coalesce(sum(total_kop), 0)::bigint as total_kop,
    coalesce(sum(reserved_kop), 0)::bigint as reserved_kop,
    coalesce(sum(paid_kop), 0)::bigint as paid_kop from (${rows}) as found`.execute(db.q)
  const sums = found[0]!
  if (sums.count > MAX_SUMMED) return undefined
  return { ...sums, payable_kop: sums.total_kop - sums.reserved_kop - sums.paid_kop }
}
