import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { LineStatus, paymentStatement, StatementLine } from '#contract/payment/statement.ts'
import { zoneOf, type Db } from '../../../../db/handle.ts'
import { anywhere, withinDays } from '../../../../db/query/list-page.ts'
import { isBySum } from './choose/weak-link-queries.ts'
import { statementBefore } from '../compare/statement-before-queries.ts'
import { unsettledLines } from '../compare/unsettled-queries.ts'

export type StatementFilter = NonNullable<
  CallInput<typeof paymentStatement.getStatements>['query']['filter']
>
export type LineFilter = NonNullable<
  CallInput<typeof paymentStatement.getStatementLines>['query']['filter']
>

export function statementRows(db: Db, filter: StatementFilter) {
  let query = db.q
    .selectFrom('bank_statement as s')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 's.company_id').onRef('k.id', '=', 's.bank_config_id'),
    )
    .where('s.company_id', '=', db.companyId)
    // An answer to a file of orders has no lines and no balances.
    .where('s.format', '!=', 'pain.002')
  if (filter.ids) query = query.where(sql<SqlBool>`s.id = any(${filter.ids}::uuid[])`)
  if (filter.search) {
    const words = anywhere(filter.search)
    query = query.where((eb) =>
      eb.or([eb('s.file_name', 'ilike', words), eb('s.account', 'like', words)]),
    )
  }
  if (filter.day)
    query = query.where('s.date_from', '<=', filter.day).where('s.date_to', '>=', filter.day)
  if (filter.is_unsettled !== undefined)
    query = query.where(sql<SqlBool>`(${unsettledLines} > 0) = ${filter.is_unsettled}`)
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('s.created_at', filter, zoneOf(db)))
  return query
}

/**
 * How a line stands now. A suggestion by sum alone is none any more once another line has settled its payment; this is read and not
 * stored, for whoever settles a line does not lock the suggestions of others.
 */
const IS_SETTLED = sql<boolean>`(l.match_status = 'suggested' and exists (select from bank_statement_line o
    where o.company_id = l.company_id and o.payment_id = l.payment_id and o.direction = 'debit'
      and o.match_status = 'matched'))`
const STATUS_NOW = sql<LineStatus>`case when l.match_rule = 'amount' and ${IS_SETTLED} then 'none' else l.match_status end`

export function withStatementColumns(query: ReturnType<typeof statementRows>) {
  return query
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .select([
      's.id',
      's.file_name',
      's.account',
      'k.title as bank_config_title',
      's.date_from',
      's.date_to',
      's.opening_kop',
      's.credit_kop',
      's.debit_kop',
      's.closing_kop',
      's.balanced',
      's.line_count',
      's.known_count',
      's.doubts',
      's.left_out',
      's.created_at',
      'u.full_name as created_by_name',
    ])
    .select(
      sql<
        { status: string; count: number }[]
      >`coalesce((select json_agg(json_build_object('status', g.match_status, 'count', g.n) order by g.match_status)
        from (select ${STATUS_NOW} as match_status, count(*) as n from bank_statement_line l
          where l.company_id = s.company_id and l.statement_id = s.id group by 1) g), '[]')`.as(
        'lines',
      ),
    )
    .select([statementBefore.as('before'), unsettledLines.as('unsettled_count')])
}

export function lineRows(db: Db, filter: LineFilter) {
  let query = db.q.selectFrom('bank_statement_line as l').where('l.company_id', '=', db.companyId)
  if (filter.ids) query = query.where(sql<SqlBool>`l.id = any(${filter.ids}::uuid[])`)
  if (filter.statement_id) query = query.where('l.statement_id', '=', filter.statement_id)
  if (filter.match_status) {
    const stored = filter.match_status.includes('none')
      ? [...filter.match_status, 'suggested']
      : filter.match_status
    query = query
      .where(sql<SqlBool>`l.match_status = any(${stored}::text[])`)
      .where(sql<SqlBool>`${STATUS_NOW} = any(${filter.match_status}::text[])`)
  }
  if (filter.date_from) query = query.where('l.booked_on', '>=', filter.date_from)
  if (filter.date_to) query = query.where('l.booked_on', '<=', filter.date_to)
  if (filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('l.counterparty', 'ilike', anywhere(filter.search!)),
        eb('l.purpose', 'ilike', anywhere(filter.search!)),
        eb('l.doc_number', '=', filter.search!),
      ]),
    )
  return query
}

const PAYMENT = sql<StatementLine['payment'] | null>`(select json_build_object('id', p.id,
    'supplier_name', coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name)),
    'amount_kop', p.amount_kop, 'account', p.payee_account, 'document_number', p.document_number,
    'document_date', p.document_date, 'status', p.status)
  from payment p
  join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
  where p.company_id = l.company_id and p.id = l.payment_id)`

export interface SettlingLine {
  readonly booked_on: string
  readonly doc_number: string | null
  readonly file_name: string | null
  /** A person gave it by its sum: a line that names the payment takes its place. */
  readonly by_sum: boolean
}

/** The line that has settled a payment. */
const settlingLineOf = (companyId: RawBuilder<unknown>, paymentId: RawBuilder<unknown>) => sql`
  select o.booked_on, o.doc_number, f.file_name, ${isBySum} as by_sum from bank_statement_line o
  join payment p on p.company_id = o.company_id and p.id = o.payment_id
  join bank_statement f on f.company_id = o.company_id and f.id = o.statement_id
  where o.company_id = ${companyId} and o.payment_id = ${paymentId} and o.direction = 'debit'
    and o.match_status = 'matched' limit 1`

const SETTLED_BY = sql<SettlingLine | null>`case l.match_status when 'suggested' then (
  select to_json(by_line) from (${settlingLineOf(sql`l.company_id`, sql`l.payment_id`)}) by_line) end`

/** The line by which a payment is settled, for the words of a refusal. */
export async function settlingLine(db: Db, paymentId: string): Promise<SettlingLine | undefined> {
  const found = settlingLineOf(sql`${db.companyId}`, sql`${paymentId}`)
  const { rows } = await sql<SettlingLine>`${found}`.execute(db.q)
  return rows[0]
}

export function withLineColumns(query: ReturnType<typeof lineRows>) {
  return query
    .select([
      'l.id',
      'l.statement_id',
      'l.direction',
      'l.booked_on',
      'l.doc_number',
      'l.amount_kop',
      'l.counterparty',
      'l.purpose',
      'l.doubts',
      'l.match_status as stored_status',
      'l.match_rule',
    ])
    .select([
      sql<
        string | null
      >`case l.direction when 'debit' then l.payee_account else l.payer_account end`.as('account'),
      PAYMENT.as('payment'),
      STATUS_NOW.as('match_status'),
      SETTLED_BY.as('settled_by'),
    ])
}

/** When the bank's answer to a file (`pain.002`) was taken in, and for which agreement. */
export function reportFacts(db: Db, id: string) {
  return db.q
    .selectFrom('bank_statement as s')
    .innerJoin('bank_config as k', (join) =>
      join.onRef('k.company_id', '=', 's.company_id').onRef('k.id', '=', 's.bank_config_id'),
    )
    .where('s.company_id', '=', db.companyId)
    .where('s.id', '=', id)
    .select(['s.created_at', 'k.title as bank_config_title'])
    .executeTakeFirstOrThrow()
}
