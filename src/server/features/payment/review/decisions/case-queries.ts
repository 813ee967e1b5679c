import { sql, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { LineCandidate } from '#contract/payment/statement.ts'
import type { CaseOutcome, PaymentDiscrepancy, paymentReview } from '#contract/payment/review.ts'
import { zoneOf, type Db, type Tx } from '../../../../db/handle.ts'
import { anywhere, withinDays } from '../../../../db/query/list-page.ts'
import { POSSIBLE_RETURN } from '../../reconcile/statement/classify-line.ts'
import type { ReturnSign } from '../../reconcile/statement/choose/returned-money.ts'
import { caseDoes } from '../../payment-queries.ts'
import { isByFile } from './debit-queries.ts'
import { isHeld } from './letter/held-queries.ts'

export type CaseFilter = NonNullable<
  CallInput<typeof paymentReview.getDiscrepancies>['query']['filter']
>

export function caseRows(db: Db, filter: CaseFilter) {
  let query = db.q.selectFrom('payment_discrepancy as d').where('d.company_id', '=', db.companyId)
  if (filter.ids) query = query.where(sql<SqlBool>`d.id = any(${filter.ids}::uuid[])`)
  if (filter.payment_id) query = query.where('d.payment_id', '=', filter.payment_id)
  if (filter.is_open !== undefined)
    query = query.where('d.closed_at', filter.is_open ? 'is' : 'is not', null)
  if (filter.search) query = query.where('d.resolution', 'ilike', anywhere(filter.search))
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('d.opened_at', filter, zoneOf(db)))
  return query
}

const PAYMENT = sql<PaymentDiscrepancy['payment']>`(select json_build_object('id', p.id,
    'supplier_name', coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name)),
    'amount_kop', p.amount_kop, 'returned_kop', p.returned_kop,
    'method_label', coalesce(p.method_snapshot->>'label', ''), 'document_number', p.document_number,
    'status', p.status)
  from payment p join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
  where p.company_id = d.company_id and p.id = d.payment_id)`

const LINE = sql<PaymentDiscrepancy['line']>`(select json_build_object('direction', l.direction,
    'booked_on', l.booked_on, 'doc_number', l.doc_number, 'amount_kop', l.amount_kop,
    'counterparty', l.counterparty, 'purpose', left(l.purpose, 500),
    'account', case l.direction when 'debit' then l.payee_account else l.payer_account end)
  from bank_statement_line l
  where l.company_id = d.company_id and l.id = d.statement_line_id)`

/** A payment that money which names none may have come back from. */
export interface PossibleRow extends Omit<LineCandidate, 'reasons'> {
  readonly signs: readonly ReturnSign[]
}

const CANDIDATES = sql<PossibleRow[]>`coalesce((select json_agg(json_build_object('id', p.id,
    'supplier_name', coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name)),
    'amount_kop', p.amount_kop, 'account', p.payee_account, 'document_number', p.document_number,
    'day', p.document_date, 'status', p.status, 'signs', c.one->'signs') order by c.place)
  from jsonb_array_elements(d.detail->'payments') with ordinality as c(one, place)
  join payment p on p.company_id = d.company_id and p.id = (c.one->>'id')::uuid
  join supplier s on s.company_id = p.company_id and s.id = p.supplier_id), '[]')`

/** That money which names no payment may have come back from this one: of a discrepancy `d`. */
export const mayBeReturnOf = (paymentId: string) =>
  sql<boolean>`(d.kind = ${POSSIBLE_RETURN} and d.detail->'payments' @> ${JSON.stringify([{ id: paymentId }])}::jsonb)`

/** The payment that stands for the debit, or for what a letter told. */
const PAID_BY = sql<string | null>`(select n.id from payment n
  where n.company_id = d.company_id and (n.debit_line_id = d.statement_line_id or n.debit_case_id = d.id))`

/** Two people decide it with the bank's letter. */
const BY_LETTER = sql<boolean>`exists (select from payment p
  where p.company_id = d.company_id and p.id = d.payment_id and ${isHeld})`

/**
 * The bank debited what we hold for over or came back: that money can pay the acts of the payment. From another account of ours, or of
 * another sum, it is known to be this payment by the mark and the payee's account, also while an order of a file runs.
 */
const MAY_PAY = sql<boolean>`exists (
  select from payment p
  join bank_statement_line l on l.company_id = p.company_id and l.id = d.statement_line_id
  where p.company_id = d.company_id and p.id = d.payment_id and ${caseDoes('pays', 'p')}
    and not p.is_test and l.direction = 'debit'
    and (l.amount_kop = p.amount_kop or d.kind = 'amount_mismatch')
    and (d.kind not in ('other_agreement', 'amount_mismatch') or (l.payee_account = p.payee_account
      and (p.status not in ('registered', 'processing', 'unknown')
        or (p.status <> 'unknown' and ${isByFile('p')})))))`

export function withCaseColumns(query: ReturnType<typeof caseRows>) {
  return query
    .leftJoin('app_user as u', 'u.id', 'd.closed_by')
    .leftJoin('app_user as v', 'v.id', 'd.confirmed_by')
    .select([
      'd.id',
      'd.kind',
      'd.opened_at',
      'd.closed_at',
      'd.resolution',
      'u.full_name as closed_by_name',
      'v.full_name as confirmed_by_name',
      'd.outcome',
      'd.paid_kop',
      'd.paid_count',
    ])
    .select(sql<string | null>`left(d.detail->>'told', 200)`.as('told'))
    .select(sql<boolean>`d.detail @> '{"lost": true}'`.as('is_lost'))
    .select(sql<boolean>`d.detail ? 'payout'`.as('has_payout'))
    .select([PAYMENT.as('payment'), LINE.as('line'), PAID_BY.as('paid_by')])
    .select(CANDIDATES.as('candidates'))
    .select([MAY_PAY.as('may_pay'), BY_LETTER.as('by_letter')])
}

export async function mayPayActs(db: Db, id: string): Promise<boolean> {
  const row = await caseRows(db, { ids: [id] })
    .select(MAY_PAY.as('may_pay'))
    .executeTakeFirst()
  return row?.may_pay ?? false
}

export interface CaseRow {
  readonly id: string
  readonly kind: string
  readonly payment_id: string | null
  readonly statement_line_id: string | null
  readonly closed_at: string | null
  readonly line_kop: number | null
}

/** The subject of a discrepancy, which never changes: its payment and line are locked before it. */
export async function findCase(
  db: Db,
  id: string,
): Promise<Pick<CaseRow, 'payment_id' | 'statement_line_id'> | undefined> {
  return db.q
    .selectFrom('payment_discrepancy')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['payment_id', 'statement_line_id'])
    .executeTakeFirst()
}

/** A discrepancy under lock; undefined where the company has none of that id. */
export async function lockCase(tx: Tx, id: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select d.id, d.kind, d.payment_id, d.statement_line_id, d.closed_at, l.amount_kop as line_kop
    from payment_discrepancy d
    left join bank_statement_line l on l.company_id = d.company_id and l.id = d.statement_line_id
    where d.company_id = ${tx.companyId} and d.id = ${id} for update of d
  `.execute(tx.q)
  return rows[0]
}

/** Whether a discrepancy offers a payment as the one that came back. */
export async function offersReturn(db: Db, id: string, paymentId: string): Promise<boolean> {
  const row = await caseRows(db, { ids: [id] })
    .where(mayBeReturnOf(paymentId))
    .select('d.id')
    .executeTakeFirst()
  return row !== undefined
}

interface Closing {
  readonly resolution: string
  /** Whose PIN confirmed it. */
  readonly approverId: string | null
  /** The payment that came back, where a person chose it. */
  readonly paymentId?: string | undefined
  readonly outcome?: CaseOutcome | undefined
  /** The bank's letter, and what it says that was paid. */
  readonly proof_file_id?: string | undefined
  readonly paid_kop?: number | undefined
  readonly paid_count?: number | undefined
}

export async function storeClosing(tx: Tx, id: string, closing: Closing): Promise<void> {
  const { approverId, outcome = null, paymentId, ...told } = closing
  const people = { closed_by: tx.caller.userId, confirmed_by: approverId }
  await tx.q
    .updateTable('payment_discrepancy')
    .set({ closed_at: sql`now()`, ...people, ...told, outcome })
    .$if(paymentId !== undefined, (query) => query.set({ payment_id: paymentId! }))
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}
