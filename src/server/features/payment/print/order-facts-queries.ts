import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import type { AccountPayee } from '../../../db/json-columns.ts'

export interface PrintedPayment {
  readonly id: string
  readonly bank_config_id: string
  readonly method_kind: string
  /** What an order over calls says of the payee, frozen at save; null where a file says it. */
  readonly payee: AccountPayee | null
  readonly status: string
  readonly document_number: number | null
  readonly document_date: string | null
  readonly reason_text: string | null
  readonly debited_on: string | null
  readonly debit_number: string | null
  /** The payment whose order the bank carried out, where this one stands for the debit. */
  readonly debit_of: string | null
}

/** A payment with the line of a statement that is its proof. */
export async function printedPayment(db: Db, id: string): Promise<PrintedPayment | undefined> {
  const { rows } = await sql<PrintedPayment>`
    select p.id, p.bank_config_id, p.method_snapshot->>'kind' as method_kind, p.method_snapshot->'payee' as payee,
      p.status, p.document_number, p.document_date, p.reason_text, l.booked_on as debited_on, l.doc_number as debit_number,
      p.debit_of
    from payment p
    left join lateral (select booked_on, doc_number from bank_statement_line
      where company_id = p.company_id and payment_id = p.id and direction = 'debit' and match_status = 'matched'
      order by booked_on, id limit 1) l on true
    where p.company_id = ${db.companyId} and p.id = ${id}
  `.execute(db.q)
  return rows[0]
}

export interface BankWord {
  readonly to_status: string
  readonly source: string
  readonly bank_status: string | null
  /** On the company's clock. */
  readonly day: string
}

/** The last step of a payment that the bank brought, by an answer or by a file; undefined where it has said nothing. */
export async function lastBankWord(db: Db, id: string): Promise<BankWord | undefined> {
  const { rows } = await sql<BankWord>`
    select e.to_status, e.source, e.detail->>'bank_status' as bank_status,
      to_char(e.at at time zone c.timezone, 'YYYY-MM-DD') as day
    from payment_event e join company c on c.id = e.company_id
    where e.company_id = ${db.companyId} and e.payment_id = ${id} and e.actor = 'bank'
    order by e.n desc limit 1
  `.execute(db.q)
  return rows[0]
}
