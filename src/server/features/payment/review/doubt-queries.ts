import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { MAY_BE_PAID } from './case-words.ts'

/** Kinds of a debit that names a payment and differs from it: from another account, of another sum, to another one. */
const MARKED_DEBITS = ['other_agreement', 'amount_mismatch', 'payee_mismatch']

const MARKED = sql<boolean>`(d.statement_line_id is not null and d.kind = any(${MARKED_DEBITS}::text[]))`

/**
 * That an open discrepancy (`d`) tells of money that may have gone for a payment (`ended`) by which our records say that its acts are
 * due: of one that is over, of one that was not sent and must not be sent now, and of one that came back and was debited again.
 */
const IS_DOUBT = sql<boolean>`(d.closed_at is null and (
  (ended.status in ('saved', 'rejected', 'cancelled') and (d.kind ~ ${MAY_BE_PAID} or ${MARKED}))
  or (ended.status = 'registering' and (d.kind in ('debit_of_registering', 'answer_to_unsent') or ${MARKED}))
  or (ended.status = 'paid' and ended.returned_kop > 0
    and (d.kind in ('double_debit', 'debit_of_paid', 'contradicting_ends', 'duplicate_payout') or ${MARKED}))))`

/** Whether an act is in a payment that the bank may have made against our records, while nobody has closed that. */
export function mayBePaid(db: Db, actId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment_allocation t
    join payment ended on ended.company_id = t.company_id and ended.id = t.payment_id
    join payment_discrepancy d on d.company_id = t.company_id and d.payment_id = t.payment_id
    where t.company_id = ${db.companyId} and t.act_id = ${actId} and ${IS_DOUBT})`
}

/** The kind of such a discrepancy of a payment. */
export async function openDoubt(db: Db, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string }>`
    select d.kind from payment_discrepancy d
    join payment ended on ended.company_id = d.company_id and ended.id = d.payment_id
    where d.company_id = ${db.companyId} and d.payment_id = ${paymentId} and ${IS_DOUBT} limit 1
  `.execute(db.q)
  return rows[0]?.kind
}

/** A payment whose acts the bank may have paid, and by which payment: another one of these acts, or the same before it was sent. */
export interface DoubtOfActs {
  readonly id: string
  readonly number: number | null
  readonly by: string
  readonly by_number: number | null
}

/** Of payments that are not sent yet: what may have paid their acts already. */
export async function doubtsOfActs(db: Db, ids: readonly string[]): Promise<DoubtOfActs[]> {
  const { rows } = await sql<DoubtOfActs>`
    select distinct p.id, p.document_number as number, ended.id as by, ended.document_number as by_number
    from payment p
    join payment_allocation own on own.company_id = p.company_id and own.payment_id = p.id
    join payment_allocation t on t.company_id = own.company_id and t.act_id = own.act_id
    join payment ended on ended.company_id = t.company_id and ended.id = t.payment_id
    join payment_discrepancy d on d.company_id = t.company_id and d.payment_id = t.payment_id
    where p.company_id = ${db.companyId} and p.id = any(${ids}::uuid[]) and ${IS_DOUBT}
    order by p.document_number, ended.document_number limit 20
  `.execute(db.q)
  return rows
}
