import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { act } from '#contract/act/act.ts'
import type { Act } from '#contract/act/act-entities.ts'
import type { CallInput } from '#contract/core/call.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { anywhere, withinDays, type Slice } from '../../../db/query/list-page.ts'
import { addParts } from '../../../list/add-parts.ts'
import { isNarrowedBy } from '../../../list/lists.ts'
import type { SearchHint } from '../../../list/searched-list.ts'
import { PLANNED_EACH_TIME } from '../../../db/query/named-statements.ts'
import { boughtSum, isPayable, payableSum, sumWhere } from '../../../db/query/money-sums.ts'
import { acts, type Acts } from '../act-queries.ts'
import { matches } from './act-search-queries.ts'

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

/** Narrows to what the filter asks; the hint says what is known of its search. */
export function filteredActs(db: Db, filter: ActFilter, hint: SearchHint = {}): Acts {
  return filterActs(db, joinActs(db, filter), filter, hint)
}

function filterActs(db: Db, acts: Acts, filter: ActFilter, hint: SearchHint): Acts {
  let query = acts
  for (const condition of conditionsOf(db, filter, hint)) query = query.where(condition)
  return query
}

/**
 * The same acts without those who are named beside them: a join that PostgreSQL leaves out still keeps it from reading
 * an index alone (its columns stay asked for). Undefined where the supplier's name is searched beside other columns.
 */
export function bareActs(db: Db, filter: ActFilter, hint: SearchHint = {}): Acts | undefined {
  if (filter.search && !hint.found && !hint.besideNames) return undefined
  const alone = db.q.selectFrom('act as a').where('a.company_id', '=', db.companyId)
  const bySupplier = filter.sort?.some(([field]) => field === 'supplier_name')
  const bare =
    (hint.besideNames && !hint.nameRest) || bySupplier
      ? alone.innerJoin('supplier as s', (join) =>
          join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.supplier_id'),
        )
      : alone
  return filterActs(db, withDue(bare, filter), filter, hint)
}

/** Only the order by supplier starts from the supplier's table. */
function joinActs(db: Db, filter: ActFilter): Acts {
  const bySupplier = filter.sort?.some(([field]) => field === 'supplier_name')
  return withDue(acts(db, bySupplier ? 'innerJoin' : 'leftJoin'), filter)
}

/** Of a draft or a void act too: what it shows as left to pay is nothing. */
const LEFT = sql`(a.total_kop - a.reserved_kop - a.paid_kop)`

/** What is left to pay, as it is shown, is joined only for a sort by it. */
function withDue(query: Acts, filter: ActFilter): Acts {
  if (!filter.sort?.some(([field]) => field === 'payable_kop')) return query
  const due = sql<{ payable_kop: number }>`lateral (
    select case when ${isPayable('a')} then ${LEFT} else 0 end as payable_kop)`
  return query.innerJoin(due.as('due'), (join) => join.onTrue())
}

const OF_ONE_MONTH = new Set(['date_from', 'date_to', 'kind', 'status', 'site_id'])

/**
 * Ids of a page by what is left to pay: acts that are owed in the order of their index, before or after all others, which
 * show nothing and stand by their ids. The second part is read only as far as the first leaves the page unfilled.
 *
 * A page of 200,000 acts takes 2 to 4 ms instead of 900 to 1,700, of the drafts 4 to 17 instead of 54 to 74, of those to pay 3 to 7
 * instead of 57 to 87 (`npm run bench -- --only cuts`, as below).
 */
export function cutByDue(db: Db, filter: ActFilter, hint: SearchHint) {
  const [[field, way] = []] = filter.sort?.length === 1 ? filter.sort : []
  if (field !== 'payable_kop' || (filter.search && !hint.found)) return undefined
  const direction = sql.raw(way!)
  const conditions = sql.join([sql`true`, ...conditionsOf(db, filter, hint)], sql` and `)
  const owed = isPayable('a')
  const planned = isNarrowedBy(filter, NO_CONDITIONS) ? sql`` : PLANNED_EACH_TIME
  const { due: hasDue, rest: hasRest } = partsByDue(filter)
  const part = (sum: RawBuilder<unknown>, which: RawBuilder<unknown>, most: number) => {
    const page = { sum, direction, conditions: sql`${which} and ${conditions}`, most }
    return hasDaysAlone(filter) ? inMonths(db, filter, page) : inOrder(db, filter, page)
  }
  return ({ limit, offset }: Slice) => {
    const most = offset + limit
    const due = part(LEFT, hasDue ? owed : sql`false`, most)
    const rest = part(sql`0::bigint`, hasRest ? sql`not ${owed}` : sql`false`, most)
    const [first, second] = way === 'desc' ? [due, rest] : [rest, due]
    return sql<{
      id: string
    }>`(${planned}with first_part as materialized (${first} limit ${sql.lit(most)}),
      second_part as materialized (${second}
        limit greatest(0, ${sql.lit(most)} - (select count(*) from first_part)))
      select id from (table first_part union all table second_part) as parts
      order by sum_kop ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)})`
  }
}

/** Ids with their sums; of some days all are fetched and sorted, for the others would be passed by from the first on. */
function inOrder(db: Db, filter: ActFilter, { sum, direction, conditions }: MonthsPage) {
  const found = sql`select a.id, ${sum} as sum_kop from act a
    where a.company_id = ${db.companyId} and ${conditions}`
  if (filter.date_from || filter.date_to)
    return sql`select id, sum_kop from (${found} offset 0) as of_days
      order by sum_kop ${direction}, id ${direction}`
  return sql`${found} order by ${sum} ${direction}, a.id ${direction}`
}

const NO_CONDITIONS = new Set<string>()

/** Where the filter says that one part is empty, its index would be read to the end in search of the first row. */
function partsByDue({ payable, status, payment_state: states }: ActFilter) {
  const isOwed = !status || status.includes('issued') || status.includes('signed')
  return { due: isOwed && !states?.every((state) => state === 'paid'), rest: !payable }
}

/**
 * Ids of a page of some days by a sum: each month has its acts in this order, so that none of other months is passed by.
 * Undefined where other conditions say more than the days.
 *
 * Of 500,000 acts a month takes 3 ms instead of 8 to 11, a year 3 to 4 instead of 41 to 64; of 200,000 a month takes about as long
 * either way, a year 3 to 9 instead of 22 to 57.
 */
export function cutByMonths(db: Db, filter: ActFilter) {
  const [[field, way] = []] = filter.sort?.length === 1 ? filter.sort : []
  if (field !== 'total_kop' || !hasDaysAlone(filter)) return undefined
  const direction = sql.raw(way!)
  const conditions = sql.join(conditionsOf(db, filter, {}), sql` and `)
  const page = { sum: sql`a.total_kop`, direction, conditions }
  return ({ limit, offset }: Slice) =>
    sql<{ id: string }>`(${inMonths(db, filter, { ...page, most: offset + limit })}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)})`
}

interface MonthsPage {
  sum: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  conditions: RawBuilder<unknown>
  /** Rows that no month has to give more of. */
  most: number
}

/** Whether the filter has only two dates and conditions that the indexes by month cover. */
const hasDaysAlone = (filter: ActFilter) =>
  Boolean(filter.date_from && filter.date_to) && isNarrowedBy(filter, OF_ONE_MONTH)

/**
 * Ids with their sums, each month read in its own order; for filters of `hasDaysAlone`. By what is due, a month of 500,000 acts takes
 * 5 to 9 ms instead of 25 to 84 for all its acts sorted, a year 4 instead of 35 to 80, a week the same.
 */
function inMonths(db: Db, filter: ActFilter, { sum, direction, conditions, most }: MonthsPage) {
  const { date_from, date_to } = filter
  const zone = zoneOf(db)
  const month = (moment: RawBuilder<unknown>) =>
    sql`date_trunc('month', ${moment} at time zone ${zone} at time zone ${MONTHS_OF})`
  const from = month(sql`${date_from}::date::timestamp`)
  const to = month(sql`((${date_to}::date + 1)::timestamp - interval '1 microsecond')`)
  return sql<{ id: string; sum_kop: number }>`select act_of.id, act_of.sum_kop
    from generate_series(${from}, ${to}, interval '1 month') as m(month)
    cross join lateral (select a.id, ${sum} as sum_kop from act a where a.company_id = ${db.companyId}
      and date_trunc('month', a.sort_at at time zone ${MONTHS_OF}) = m.month and ${conditions}
      order by ${sum} ${direction}, a.id ${direction} limit ${sql.lit(most)}) act_of
    order by act_of.sum_kop ${direction}, act_of.id ${direction}`
}

/** Word for word as the indexes by month have it: their expression needs one zone for all companies. */
const MONTHS_OF = sql.lit('Europe/Moscow')

function conditionsOf(db: Db, filter: ActFilter, hint: SearchHint): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = []
  if (filter.date_from || filter.date_to) list.push(withinDays('a.sort_at', filter, timezone))
  if (!filter.status && !filter.payable && !filter.ids) list.push(isNoDeletedDraft(db))
  if (filter.ids) list.push(sql`a.id = any(${filter.ids})`)
  if (filter.kind) list.push(sql`a.kind = any(${filter.kind})`)
  if (filter.status) list.push(sql`a.status = any(${filter.status})`)
  if (filter.payable) list.push(isPayable('a'))
  if (filter.payment_state) list.push(paymentStateIs(filter.payment_state))
  if (filter.supplier_id) list.push(sql`a.supplier_id = any(${filter.supplier_id})`)
  if (filter.site_id) list.push(sql`a.site_id = ${filter.site_id}`)
  if (filter.product_id)
    list.push(sql`exists (select 1 from act_position p where p.company_id = a.company_id
      and p.act_id = a.id and p.product_id = any(${filter.product_id}))`)
  if (filter.flag) list.push(hasFlag(filter.flag))
  if (filter.number) list.push(sql`a.number like ${anywhere(filter.number)}`)
  if (hint.found) list.push(sql`a.id = any(${hint.found}::uuid[])`)
  else if (filter.search) list.push(matches(db, filter.search, hint))
  return list
}

/** By the id alone, so that an index still answers what it contains: the ids are few and read from an index of their own. */
const isNoDeletedDraft = (db: Db) => sql<SqlBool>`a.id not in (select d.id from act d
  where d.company_id = ${db.companyId} and d.status = 'void' and d.number is null)`

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

/** The codes come from the contract's own list, so they may be inserted into the path. */
function hasFlag(codes: readonly string[]): Expression<SqlBool> {
  const paths = codes.map((code) => sql`a.flags @? ${`$[*] ? (@.code == "${code}")`}::jsonpath`)
  return sql`(${sql.join(paths, sql` or `)})`
}

/**
 * Sums over the filter: of issued and signed acts, and beside them what is left out. Where the filter itself leaves only acts that are owed, their status is not read: an index alone
 * answers the rest.
 */
export async function totalsOf(db: Db, query: Acts, filter: ActFilter) {
  const owed =
    filter.payable === true || filter.status?.every((one) => one === 'issued' || one === 'signed')
  const status = owed ? sql<string>`'issued'` : sql<string>`a.status`
  const rows = query.select([
    'a.net_g',
    'a.total_kop',
    'a.reserved_kop',
    'a.paid_kop',
    status.as('status'),
  ])
  const { rows: parts } = await sql<ActSums>`select status, count(*)::int as count,
    (count(*) filter (where status = 'draft'))::int as draft_count,
    ${sumWhere('total_kop', sql`status = 'draft'`)} as draft_kop,
    (count(*) filter (where status = 'void'))::int as void_count,
    ${sumWhere('total_kop', sql`status = 'void'`)} as void_kop,
    ${boughtSum('net_g')} as net_g, ${boughtSum('total_kop')} as total_kop,
    ${boughtSum('reserved_kop')} as reserved_kop, ${boughtSum('paid_kop')} as paid_kop,
    ${payableSum()} as payable_kop, sum(total_kop)::bigint as sum
    from (${rows}) as found group by status`.execute(db.q)
  const statuses = parts.map(({ status: of, count, sum }) => ({ status: of, count, sum }))
  return { ...addParts(parts, SUMS), ...(!owed && { statuses }) }
}

/** The same of acts that are owed, of any days and of one site or all, from what is kept by day; undefined where more is asked. */
export function keptTotals(db: Db, filter: ActFilter) {
  const { payable, status, site_id: siteId, date_from: from, date_to: to } = filter
  const isOfAll = !status || (status.includes('issued') && status.includes('signed'))
  if (!payable || !isOfAll || !isNarrowedBy(filter, OF_DUE_DAYS)) return undefined
  const days = [from && sql`day >= ${from}::date`, to && sql`day <= ${to}::date`]
  const which = [...days, siteId && sql`site_id = ${siteId}`].filter((one) => one !== undefined)
  return async () => {
    const { rows } = await sql<Record<(typeof SUMS)[number], number>>`
      select coalesce(sum(acts), 0)::int as count, 0 as draft_count, 0 as draft_kop, 0 as void_count, 0 as void_kop,
        coalesce(sum(net_g), 0)::bigint as net_g, coalesce(sum(total_kop), 0)::bigint as total_kop,
        coalesce(sum(reserved_kop), 0)::bigint as reserved_kop, coalesce(sum(paid_kop), 0)::bigint as paid_kop,
        coalesce(sum(total_kop - reserved_kop - paid_kop), 0)::bigint as payable_kop
      from due_day where ${sql.join([sql`company_id = ${db.companyId}`, ...which], sql` and `)}`.execute(
      db.q,
    )
    return rows[0]!
  }
}

const OF_DUE_DAYS = new Set(['payable', 'status', 'site_id', 'date_from', 'date_to'])

const SUMS = [
  'count',
  'draft_count',
  'draft_kop',
  'void_count',
  'void_kop',
  'net_g',
  'total_kop',
  'reserved_kop',
  'paid_kop',
  'payable_kop',
] as const

/** Of the acts of one status; `sum` is what their totals come to, bought or not. */
type ActSums = Record<(typeof SUMS)[number] | 'sum', number> & { status: Act['status'] }
