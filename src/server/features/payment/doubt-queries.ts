import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/handle.ts'
import { caseDoes } from './payment-queries.ts'

/**
 * That the bank may have paid what by our records is due of a payment (`ended`): an open discrepancy tells so, or, of one that is over, a
 * debit that is suggested for it and that nobody has decided.
 */
const HAS_DOUBT = sql<boolean>`(exists (select from payment_discrepancy d
    where d.company_id = ended.company_id and d.payment_id = ended.id and ${caseDoes('holds', 'ended')})
  or (ended.status in ('rejected', 'cancelled') and exists (select from bank_statement_line l
    where l.company_id = ended.company_id and l.payment_id = ended.id and l.direction = 'debit'
      and l.match_status = 'suggested')))`

/** Whether an act is in a payment that the bank may have made although our records say otherwise, and whose case is still open. */
export function mayBePaid(db: Db, actId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payment_allocation t
    join payment ended on ended.company_id = t.company_id and ended.id = t.payment_id
    where t.company_id = ${db.companyId} and t.act_id = ${actId} and ${HAS_DOUBT})`
}

/** Whether that is so of a payment, and the kind of the discrepancy that tells it. */
export async function openDoubt(
  db: Db,
  paymentId: string,
): Promise<{ kind: string | null } | undefined> {
  const { rows } = await sql<{ kind: string | null }>`
    select (select d.kind from payment_discrepancy d where d.company_id = ended.company_id
      and d.payment_id = ended.id and ${caseDoes('holds', 'ended')} limit 1) as kind
    from payment ended where ended.company_id = ${db.companyId} and ended.id = ${paymentId} and ${HAS_DOUBT}
  `.execute(db.q)
  return rows[0]
}

/** A payment whose acts the bank may have paid, and by which payment: another one of these acts, or the same before it was sent. */
export interface DoubtOfActs {
  readonly id: string
  readonly number: number | null
  readonly by: string
  readonly by_number: number | null
}

/** For payments that are not sent yet: payments that may already have paid their acts. */
export async function doubtsOfActs(db: Db, ids: readonly string[]): Promise<DoubtOfActs[]> {
  const { rows } = await sql<DoubtOfActs>`
    select distinct p.id, p.document_number as number, ended.id as by, ended.document_number as by_number
    from payment p
    join payment_allocation own on own.company_id = p.company_id and own.payment_id = p.id
    join payment_allocation t on t.company_id = own.company_id and t.act_id = own.act_id
    join payment ended on ended.company_id = t.company_id and ended.id = t.payment_id
    where p.company_id = ${db.companyId} and p.id = any(${ids}::uuid[]) and ${HAS_DOUBT}
    order by p.document_number, ended.document_number limit 20
  `.execute(db.q)
  return rows
}
