import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { paymentStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { payment } from '#contract/payment/payment.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { countedAmount } from '#contract/payment/counted-amount.ts'
import { zoneOf, type Db } from '../../../../db/handle.ts'
import { anywhere, idsOfPage, withinDays, type Slice } from '../../../../db/query/list-page.ts'
import {
  BY_NAME_PARTS,
  findIds,
  isIndexed,
  type FoundRows,
} from '../../../../db/query/find-rows.ts'
import { isRepeatedAmongMany } from '../../../../db/query/repeated-payment.ts'
import { waitsForFile } from '../../../../db/query/waiting-file.ts'
import type { SearchHint } from '../../../../list/searched-list.ts'
import { payments, type Payments } from '../../present-queries.ts'

export type PaymentFilter = NonNullable<CallInput<typeof payment.getAll>['query']['filter']>

/** Narrows to what the filter asks; the hint says what is known of its search. */
export function filteredPayments(db: Db, filter: PaymentFilter, hint: SearchHint = {}): Payments {
  return filterPayments(db, payments(db), filter, hint)
}

/** The same payments without the joins of supplier and agreement; undefined where the supplier's name is searched. */
export function barePayments(
  db: Db,
  filter: PaymentFilter,
  hint: SearchHint = {},
): Payments | undefined {
  if (filter.search && !hint.found) return undefined
  const alone = db.q.selectFrom('payment as p').where('p.company_id', '=', db.companyId)
  const bySupplier = filter.sort?.some(([field]) => field === 'supplier_name')
  const bare = bySupplier
    ? alone.innerJoin('supplier as s', (join) =>
        join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.supplier_id'),
      )
    : alone
  return filterPayments(db, bare as Payments, filter, hint)
}

/**
 * Ids of a page of payments that ended on some days. What ended was saved before, since `finished_at` is the clock of its step: the newest
 * are looked for from the end of the days on, and not from today.
 */
export function endedIds(db: Db, filter: PaymentFilter, slice: Slice) {
  const saved = withinDays('p.created_at', { date_to: filter.date_to }, zoneOf(db))
  const rows = () => barePayments(db, filter)!.where(saved)
  return sql<{ id: string }>`${idsOfPage(rows, slice)}`
}

function filterPayments(db: Db, rows: Payments, filter: PaymentFilter, hint: SearchHint): Payments {
  let query = rows
  for (const condition of conditionsOf(db, filter, hint)) query = query.where(condition)
  return query
}

/** Count of everything that fits, its sum without dead payments and tests, and both by status; tests stand apart. */
export async function paymentTotals(query: Payments) {
  const parts = await query
    .groupBy(['p.status', 'p.is_test', waitsForFile])
    .select([
      sql<PaymentStatus>`p.status`.as('status'),
      sql<boolean>`p.is_test`.as('is_test'),
      waitsForFile.$castTo<boolean>().as('waits_for_file'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(p.amount_kop)::bigint`.as('amount_kop'),
    ])
    .orderBy('p.status')
    .execute()
  const tests = parts.filter(({ is_test: isTest }) => isTest)
  const add = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0)
  return {
    count: add(parts, ({ count }) => count),
    amount_kop: add(parts, countedAmount),
    test_count: add(tests, ({ count }) => count),
    test_kop: add(tests, ({ amount_kop: kop }) => kop),
    statuses: paymentStatuses.flatMap((status) => {
      const own = parts.filter((part) => part.status === status)
      const counted = own.filter((part) => !tests.includes(part))
      const sum = add(counted, ({ amount_kop: kop }) => kop)
      return own.length > 0 ? [{ status, count: add(own, ({ count }) => count), sum }] : []
    }),
    by_status: parts
      .filter((part) => !tests.includes(part))
      .map(({ is_test: _no, ...part }) => part),
  }
}

/** Payments to a supplier and to the records merged into it. */
function madeFor(db: Db, ids: readonly string[]): Expression<SqlBool> {
  return sql`p.supplier_id = any(${ids}::uuid[] || array(select id from supplier
    where company_id = ${db.companyId} and merged_into = any(${ids}::uuid[])))`
}

function conditionsOf(db: Db, filter: PaymentFilter, { found }: SearchHint): Expression<SqlBool>[] {
  const timezone = zoneOf(db)
  const list: Expression<SqlBool>[] = []
  if (filter.date_from || filter.date_to) list.push(onDays(filter, timezone))
  if (filter.ids) list.push(sql`p.id = any(${filter.ids}::uuid[])`)
  if (filter.status) list.push(sql`p.status = any(${filter.status}::text[])`)
  if (filter.supplier_id) list.push(madeFor(db, filter.supplier_id))
  if (filter.bank_config_id)
    list.push(sql`p.bank_config_id = any(${filter.bank_config_id}::uuid[])`)
  if (filter.registry_id) list.push(sql`p.registry_id = ${filter.registry_id}`)
  if (filter.kind) list.push(sql`p.method_snapshot->>'kind' = any(${filter.kind}::text[])`)
  if (filter.is_test !== undefined) list.push(sql`p.is_test = ${filter.is_test}`)
  if (filter.waits_for_file !== undefined)
    list.push(filter.waits_for_file ? waitsForFile : sql`not ${waitsForFile}`)
  if (filter.no_receipt)
    list.push(sql`p.status = 'paid' and p.returned_kop < p.amount_kop and p.id in (
      select payment_id from npd_payment where company_id = ${db.companyId} and receipt is null)`)
  if (filter.amount_from !== undefined) list.push(sql`p.amount_kop >= ${filter.amount_from}`)
  if (filter.amount_to !== undefined) list.push(sql`p.amount_kop <= ${filter.amount_to}`)
  if (filter.act_id)
    list.push(sql`exists (select from payment_allocation t where t.company_id = p.company_id
      and t.payment_id = p.id and t.act_id = ${filter.act_id})`)
  if (filter.flag) list.push(hasFlags(filter.flag))
  if (filter.attention !== undefined)
    list.push(
      filter.attention
        ? sql`${OPEN_OR_FAILED} and ${needsAttention(db)}`
        : sql`not ${needsAttention(db)}`,
    )
  if (found) list.push(sql`p.id = any(${found}::uuid[])`)
  else if (filter.search) list.push(matches(filter.search))
  return list
}

/** Days of saving, of the end, or of a confirmed return: each sum of money counts on its own (payments.md 3.12). */
function onDays({ day_of, ...days }: PaymentFilter, timezone: string): Expression<SqlBool> {
  if (day_of === 'finished') return withinDays('p.finished_at', days, timezone)
  if (day_of !== 'returned') return withinDays('p.created_at', days, timezone)
  return sql`exists (select from payment_return as came where came.company_id = p.company_id
    and came.payment_id = p.id and came.status = 'confirmed'
    and ${withinDays('came.confirmed_at', days, timezone)})`
}

// payments.md 3.7: more than a day in the bank is long.
const needsAttention = (db: Db) => sql<SqlBool>`(p.status = 'unknown' or p.returned_kop > 0
  or (p.status = 'rejected' and not ${isRepeatedAmongMany(db.companyId)})
  or (p.status in ('registering', 'registered', 'processing') and p.registered_at < now() - interval '24 hours'))`

/** The condition of the partial index, word for word: the few payments that did not simply go through. */
const OPEN_OR_FAILED = sql<SqlBool>`(p.status = any (array['rejected', 'registering', 'registered', 'processing',
  'unknown']) or p.returned_kop > 0)`

/** Word for word as its index begins: few payments have a mark. */
function hasFlags(codes: readonly string[]): Expression<SqlBool> {
  const paths = codes.map((code) => `$[*] ? (@.code == "${code}")`)
  return sql`(p.flags <> '[]' and (${sql.join(
    paths.map((path) => sql`p.flags @? ${path}::jsonpath`),
    sql` or `,
  )}))`
}

/** The supplier's name, the number of an act, of the order, or the mark in the purpose. */
function matches(search: string): Expression<SqlBool> {
  const text = search.trim()
  return sql`(s.name_search like ${anywhere(nameSearchText(text))} or p.marker = ${text.toUpperCase()}
    or p.document_number::text = ${text}
    or exists (select from payment_allocation t join act a on a.company_id = t.company_id and a.id = t.act_id
      where t.company_id = p.company_id and t.payment_id = p.id and a.number ilike ${anywhere(text)}))`
}

/** An index answers each place of a search, but none answers their "or". */
export async function findPaymentIds(db: Db, search: string, most: number): Promise<FoundRows> {
  if (!isIndexed(search)) return 'unindexed'
  const text = search.trim()
  const branches = (limit: RawBuilder<unknown>) => [
    sql<{ id: string }>`(select p.id from supplier s
      join payment p on p.company_id = s.company_id and p.supplier_id = s.id
      where ${BY_NAME_PARTS} and s.company_id = ${db.companyId}
        and s.name_search like ${anywhere(nameSearchText(text))} ${limit})`,
    sql<{ id: string }>`(select id from payment
      where company_id = ${db.companyId} and marker = ${text.toUpperCase()} ${limit})`,
    sql<{ id: string }>`(select t.payment_id as id from act a
      join payment_allocation t on t.company_id = a.company_id and t.act_id = a.id
      where a.company_id = ${db.companyId} and a.number ilike ${anywhere(text)} ${limit})`,
    ...(DOCUMENT_NUMBER.test(text)
      ? [
          sql<{ id: string }>`(select id from payment
            where company_id = ${db.companyId} and document_number = ${Number(text)} ${limit})`,
        ]
      : []),
  ]
  return findIds(db, branches, most)
}

// As its column has them: a leading zero is no part of such a number.
const DOCUMENT_NUMBER = /^[1-9]\d{0,5}$/
