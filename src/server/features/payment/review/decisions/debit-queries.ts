import { sql, type RawBuilder } from 'kysely'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import type { Part } from '../../prepare/create/save-queries.ts'

export interface DebitedPayment {
  readonly id: string
  /** The record that the supplier goes under now. */
  readonly supplier_id: string
  readonly payment_method_id: string
  readonly bank_config_id: string
  readonly method_snapshot: string
  readonly payee_key: Buffer
  readonly amount_kop: number
  readonly purpose: string
  readonly vat_clause: string
  readonly revenue_type_code: string | null
  readonly status: PaymentStatus
  readonly returned_kop: number
  readonly is_test: boolean
  /** Of the payee, where the payment went to an account. */
  readonly account: string | null
  /** It goes to the bank as an order of a file: its end is told by a statement or by people. */
  readonly by_file: boolean
  /** Another payment was made as its repeat, and not cancelled before it was handed over. */
  readonly is_named: boolean
}

export const isByFile = (payment: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from payment_registry file where file.company_id = ${sql.ref(`${payment}.company_id`)}
    and file.id = ${sql.ref(`${payment}.registry_id`)} and file.format <> 'api')`

/** The payment that the bank debited; its row is locked already. */
export async function debitedPayment(tx: Tx, id: string): Promise<DebitedPayment> {
  const { rows } = await sql<DebitedPayment>`
    select p.id, coalesce(s.merged_into, s.id) as supplier_id, p.payment_method_id, p.bank_config_id,
      p.method_snapshot::text as method_snapshot, p.payee_key, p.amount_kop, p.purpose, p.vat_clause, p.revenue_type_code,
      p.status, p.returned_kop, p.is_test, p.payee_account as account,
      ${isByFile('p')} as by_file,
      exists (select from payment r where r.company_id = p.company_id and r.retry_of = p.id
        and not (r.status = 'cancelled' and r.registered_at is null)) as is_named
    from payment p join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    where p.company_id = ${tx.companyId} and p.id = ${id}
  `.execute(tx.q)
  return rows[0]!
}

/** The agreement whose statement a line stands in. */
export async function agreementOf(tx: Tx, lineId: string): Promise<string> {
  const row = await tx.q
    .selectFrom('bank_statement_line as l')
    .innerJoin('bank_statement as s', (join) =>
      join.onRef('s.company_id', '=', 'l.company_id').onRef('s.id', '=', 'l.statement_id'),
    )
    .where('l.company_id', '=', tx.companyId)
    .where('l.id', '=', lineId)
    .select('s.bank_config_id')
    .executeTakeFirstOrThrow()
  return row.bank_config_id
}

export function partsOf(tx: Tx, paymentId: string): Promise<Part[]> {
  return tx.q
    .selectFrom('payment_allocation')
    .where('company_id', '=', tx.companyId)
    .where('payment_id', '=', paymentId)
    .select(['act_id', 'amount_kop'])
    .orderBy('act_id')
    .execute()
}

export interface ActHolder {
  readonly status: PaymentStatus
  readonly document_number: number | null
  readonly day: string
  readonly amount_kop: number
  /** Handed over, and nothing of it can have reached the bank. */
  readonly is_unsent: boolean
}

/** Payments that hold the money of an act: paid and not come back, or not over. */
export async function holdersOf(db: Db, actId: string): Promise<ActHolder[]> {
  const { rows } = await sql<ActHolder>`
    select p.status, p.document_number, t.amount_kop - t.returned_kop as amount_kop,
      p.status = 'registering' and p.first_sent_at is null as is_unsent,
      to_char(coalesce(p.document_date, (p.created_at at time zone k.timezone)::date), 'YYYY-MM-DD') as day
    from payment_allocation t
    join payment p on p.company_id = t.company_id and p.id = t.payment_id
    join company k on k.id = t.company_id
    where t.company_id = ${db.companyId} and t.act_id = ${actId} and p.status not in ('rejected', 'cancelled')
      and t.amount_kop > t.returned_kop
    order by p.created_at desc limit 3
  `.execute(db.q)
  return rows
}

export interface CaseFacts {
  readonly supplier_id: string | null
  readonly number: number | null
  readonly amount_kop: number | null
  readonly acts: string | null
  readonly line_kop: number | null
  readonly direction: string | null
  readonly booked_on: string | null
  readonly doc_number: string | null
  readonly counterparty: string | null
  readonly told: string | null
}

/** Whose and what a discrepancy is about, for the person who confirms its closing. */
export async function caseFacts(db: Db, id: string): Promise<CaseFacts> {
  const { rows } = await sql<CaseFacts>`
    select p.supplier_id, p.document_number as number, p.amount_kop,
      (select string_agg('№ ' || a.number, ', ' order by a.number) from payment_allocation t
        join act a on a.company_id = t.company_id and a.id = t.act_id
        where t.company_id = p.company_id and t.payment_id = p.id) as acts,
      l.amount_kop as line_kop, l.direction, to_char(l.booked_on, 'YYYY-MM-DD') as booked_on, l.doc_number,
      left(l.counterparty, 100) as counterparty, left(d.detail->>'told', 200) as told
    from payment_discrepancy d
    left join payment p on p.company_id = d.company_id and p.id = d.payment_id
    left join bank_statement_line l on l.company_id = d.company_id and l.id = d.statement_line_id
    where d.company_id = ${db.companyId} and d.id = ${id}
  `.execute(db.q)
  return rows[0]!
}

export interface CaseStory {
  readonly opened_at: string
  readonly kind: string
  readonly closed_at: string | null
  readonly resolution: string | null
  readonly outcome: string | null
  readonly paid_kop: number | null
  readonly person: string | null
  readonly approver: string | null
}

/** The contradictions of a payment, with who closed each and how. */
export async function casesOf(db: Db, paymentId: string): Promise<CaseStory[]> {
  const { rows } = await sql<CaseStory>`
    select d.opened_at, d.kind, d.closed_at, d.resolution, d.outcome, d.paid_kop, u.full_name as person, v.full_name as approver
    from payment_discrepancy d
    left join app_user u on u.id = d.closed_by
    left join app_user v on v.id = d.confirmed_by
    where d.company_id = ${db.companyId} and d.payment_id = ${paymentId} order by d.opened_at, d.id limit 50
  `.execute(db.q)
  return rows
}

export interface DebitStory {
  readonly original_id: string
  readonly original_number: number | null
  /** None: the bank's letter tells it, no line. */
  readonly booked_on: string | null
  readonly doc_number: string | null
}

/** For a payment that stands for a debit: the line, and the payment whose order the bank carried out. */
export async function debitStory(db: Db, id: string): Promise<DebitStory | undefined> {
  const { rows } = await sql<DebitStory>`
    select o.id as original_id, o.document_number as original_number, to_char(l.booked_on, 'YYYY-MM-DD') as booked_on,
      l.doc_number
    from payment p
    join payment o on o.company_id = p.company_id and o.id = p.debit_of
    left join bank_statement_line l on l.company_id = p.company_id and l.id = p.debit_line_id
    where p.company_id = ${db.companyId} and p.id = ${id}
  `.execute(db.q)
  return rows[0]
}
