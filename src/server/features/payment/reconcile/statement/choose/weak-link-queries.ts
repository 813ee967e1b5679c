import { sql, type RawBuilder } from 'kysely'
import { addAuditEvent } from '../../../../../db/audit.ts'
import type { Tx } from '../../../../../db/handle.ts'

/**
 * That a person gave a line (`o`) to its payment (`p`) by its sum and account alone: neither a mark nor the number of the order stands
 * in it, so one that has them knows better.
 */
export const isBySum: RawBuilder<boolean> = sql<boolean>`(o.match_rule in ('amount', 'chosen')
  and position('[П:' || p.marker || ']' in coalesce(o.purpose, '')) = 0
  and ltrim(coalesce(o.doc_number, ''), '0') is distinct from p.document_number::text)`

export interface SettledLink {
  readonly payment_id: string
  readonly line_id: string
  readonly by_sum: boolean
}

/** Lines that have settled these payments. */
export async function settledLinks(tx: Tx, ids: readonly string[]): Promise<SettledLink[]> {
  const { rows } = await sql<SettledLink>`
    select o.payment_id, o.id as line_id, ${isBySum} as by_sum
    from bank_statement_line o join payment p on p.company_id = o.company_id and p.id = o.payment_id
    where o.company_id = ${tx.companyId} and o.payment_id = any(${ids}::uuid[]) and o.direction = 'debit'
      and o.match_status = 'matched'
  `.execute(tx.q)
  return rows
}

/** A line that had a payment by its sum goes back to a person: another one names that payment. */
export async function freeLine(tx: Tx, lineId: string, byLineId: string): Promise<void> {
  const before = await tx.q
    .selectFrom('bank_statement_line')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', lineId)
    .select(['statement_id', 'payment_id', 'amount_kop', 'matched_by'])
    .executeTakeFirstOrThrow()
  await leaveToPerson(tx, lineId, 'displaced')
  addAuditEvent(tx, {
    action: 'bank_statement.free',
    entity: 'bank_statement',
    id: before.statement_id,
    before: { line: lineId, payment: before.payment_id, matched_by: before.matched_by },
    after: { status: 'none', amount_kop: before.amount_kop, by_line: byLineId },
  })
}

export async function denyPayment(tx: Tx, lineId: string, paymentId: string): Promise<void> {
  await leaveToPerson(tx, lineId, 'denied')
  await sql`update bank_statement_line set denied_ids = array_append(denied_ids, ${paymentId}::uuid)
    where company_id = ${tx.companyId} and id = ${lineId}`.execute(tx.q)
}

function leaveToPerson(tx: Tx, lineId: string, rule: 'displaced' | 'denied') {
  return sql`update bank_statement_line set match_status = 'none', match_rule = ${rule}, payment_id = null,
      matched_by = null, updated_at = now(), updated_by = ${tx.caller.userId}, version = version + 1
    where company_id = ${tx.companyId} and id = ${lineId}`.execute(tx.q)
}
