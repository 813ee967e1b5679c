import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'

/** The bank contradicted itself, or answered about something else than was sent: no later answer can be told from a mistake. */
const CONTRADICTING = [
  'contradicting_ends',
  'foreign_answer',
  'amount_mismatch',
  'duplicate_payout',
]
/** Besides, of one that runs: it may run for ever. */
const OF_RUNNING = ['unknown_status', 'lost_by_bank']
/** Besides, of a payment that is over: the bank may have carried it out. */
const OF_ENDED = ['accept_of_final', 'duplicate_reported', 'known_to_bank']
/** Besides, of a paid one: the bank may not have. */
const OF_PAID = ['reject_of_paid', 'pending_of_paid', 'paid_not_found']

/**
 * Whether an open case `d` of the payment `p` waits for two people with the bank's letter. What a line of a statement brought is decided
 * by that line; a test payment that is over has no acts, and words close its case.
 */
export const isHeld: RawBuilder<boolean> = sql<boolean>`(d.closed_at is null and d.statement_line_id is null and case
  when p.status in ('unknown', 'registered', 'processing') then d.kind = any(${[...CONTRADICTING, ...OF_RUNNING]}::text[])
  when p.is_test then false
  when p.status = 'paid' then d.kind = any(${[...CONTRADICTING, ...OF_PAID]}::text[])
  when p.status in ('rejected', 'cancelled') then d.kind = any(${[...CONTRADICTING, ...OF_ENDED]}::text[])
  else false end)`

export interface HeldCase {
  readonly id: string
  readonly kind: string
  /** The bank's own word, where one was kept. */
  readonly told: string | null
}

/** What the bank said of a payment that only its letter can decide, the earliest first. */
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

/**
 * That a payment which is not paid waits for the bank's letter by this very case, or is saved and known to the bank: words alone do not
 * close it.
 */
export async function needsLetter(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select (${isHeld} and p.status <> 'paid')
      or (d.closed_at is null and d.kind = 'known_to_bank' and p.status = 'saved') as needs
    from payment_discrepancy d join payment p on p.company_id = d.company_id and p.id = d.payment_id
    where d.company_id = ${tx.companyId} and d.id = ${caseId}
  `.execute(tx.q)
  return rows[0]?.needs ?? false
}
