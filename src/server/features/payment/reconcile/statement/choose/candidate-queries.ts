import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Db } from '../../../../../db/handle.ts'
import { dayOfLine, dayOfPayment, isFitting, isMarked } from './fitting-payment-queries.ts'

export interface CandidateRow {
  readonly line_id: string
  readonly line_number: string | null
  readonly line_day: string
  readonly is_named: boolean
  readonly id: string
  readonly supplier_name: string
  readonly amount_kop: number
  readonly account: string | null
  readonly document_number: number | null
  readonly day: string
  readonly status: PaymentStatus
}

const MOST_OF_LINE = 20

/** Payments that these lines may be, the nearest day first. */
export async function candidatesOf(db: Db, lineIds: readonly string[]): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    with fitting as (
      select l.id as line_id, l.doc_number as line_number, ${dayOfLine} as line_day, ${isMarked} as is_named,
        p.id, p.supplier_id, p.amount_kop, p.payee_account as account, p.document_number, p.status, ${dayOfPayment} as day
      from bank_statement_line l
      join bank_statement s on s.company_id = l.company_id and s.id = l.statement_id
      join company k on k.id = l.company_id
      join payment p on ${isFitting}
      where l.company_id = ${db.companyId} and l.id = any(${lineIds}::uuid[])),
    ranked as (
      select f.*, row_number() over (partition by f.line_id order by abs(f.line_day - f.day), f.id) as place from fitting f)
    select r.line_id, r.line_number, to_char(r.line_day, 'YYYY-MM-DD') as line_day, r.is_named, r.id,
      coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name)) as supplier_name,
      r.amount_kop, r.account, r.document_number, to_char(r.day, 'YYYY-MM-DD') as day, r.status
    from ranked r join supplier s on s.company_id = ${db.companyId} and s.id = r.supplier_id
    where r.place <= ${MOST_OF_LINE} order by r.line_id, r.place
  `.execute(db.q)
  return rows
}
