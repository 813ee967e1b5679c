import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../../db/handle.ts'
import { caseDoes } from '../../../payment-queries.ts'

/**
 * Whether an open case `d` of the payment `p` waits for two people with the bank's letter. What a line of a statement brought is decided
 * by that line; a test payment that is over has no acts, and words close its case.
 */
const WAITS = sql<boolean>`(${caseDoes('letter', 'p')} and d.statement_line_id is null
  and not (p.is_test and p.status in ('paid', 'rejected', 'cancelled')))`

/** One that is saved is withdrawn first: then the letter decides it. */
export const isHeld: RawBuilder<boolean> = sql<boolean>`(${WAITS} and p.status <> 'saved')`

export interface HeldCase {
  readonly id: string
  readonly kind: string
  /** The bank's own word, where one was kept. */
  readonly told: string | null
}

/** The bank's statements about a payment that only its letter can decide, the earliest first. */
export async function heldBy(db: Db, paymentId: string): Promise<HeldCase[]> {
  const { rows } = await sql<HeldCase>`
    select d.id, d.kind, left(d.detail->>'told', 200) as told
    from payment_discrepancy d
    join payment p on p.company_id = d.company_id and p.id = d.payment_id
    where d.company_id = ${db.companyId} and d.payment_id = ${paymentId} and ${isHeld}
    order by d.opened_at, d.id limit 20
  `.execute(db.q)
  return rows
}

/** That a payment which is not paid waits for the bank's letter by this very case: words alone do not close it. */
export async function needsLetter(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select (${WAITS} and p.status <> 'paid') as needs
    from payment_discrepancy d join payment p on p.company_id = d.company_id and p.id = d.payment_id
    where d.company_id = ${tx.companyId} and d.id = ${caseId}
  `.execute(tx.q)
  return rows[0]?.needs ?? false
}
