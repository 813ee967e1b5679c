import { sql, type Insertable } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import type { PaymentReturn } from '../../../../db/schema.ts'
import { raiseFlag } from '../../../../flags.ts'
import { storeVerdict } from '../../reconcile/statement/statement-queries.ts'
import { mayBeReturnOf, type CaseRow } from './case-queries.ts'

/** The returned sum of a payment so far; its row is already locked. */
export async function returnedOf(tx: Tx, paymentId: string): Promise<number> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', paymentId)
    .select('returned_kop')
    .executeTakeFirstOrThrow()
  return row.returned_kop
}

/** The sum that the bank paid, by its debit or its letter, above the payment's own. */
export async function excessOf(tx: Tx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ kop: number | null }>`
    select coalesce(l.amount_kop, max(d.paid_kop)) - p.amount_kop as kop from payment p
    left join bank_statement_line l on l.company_id = p.company_id and l.id = p.debit_line_id
    left join payment_discrepancy d on d.company_id = p.company_id and d.outcome = 'bank_paid'
      and (d.id = p.debit_case_id or d.payment_id = p.id)
    where p.company_id = ${tx.companyId} and p.id = ${paymentId}
    group by l.amount_kop, p.amount_kop
  `.execute(tx.q)
  return rows[0]?.kop ?? 0
}

/** Whether a line of a statement shows, or may show, that money of this payment came back, and is not decided yet. */
export async function hasReturnCase(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx.q
    .selectFrom('payment_discrepancy as d')
    .where('d.company_id', '=', tx.companyId)
    .where((eb) =>
      eb.or([
        eb.and([eb('d.payment_id', '=', paymentId), eb('d.kind', '=', 'return')]),
        mayBeReturnOf(paymentId),
      ]),
    )
    .where('d.closed_at', 'is', null)
    .select('d.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A confirmed return of this sum that no line proves. */
export async function hasReturnInWords(
  tx: Tx,
  paymentId: string,
  amountKop: number,
): Promise<boolean> {
  const row = await tx.q
    .selectFrom('payment_return')
    .where('company_id', '=', tx.companyId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'confirmed')
    .where('amount_kop', '=', amountKop)
    .where('statement_line_id', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

type NewReturn = Omit<Insertable<PaymentReturn>, 'company_id' | 'status' | 'confirmed_at'>

/** A confirmed return: the trigger of the table takes its sum from the payment and its acts. */
export async function insertReturn(tx: Tx, values: NewReturn): Promise<void> {
  await tx.q
    .insertInto('payment_return')
    .values({
      ...values,
      company_id: tx.companyId,
      status: 'confirmed',
      confirmed_at: sql<string>`now()`,
      created_by: tx.caller.userId,
      updated_by: tx.caller.userId,
    })
    .execute()
}

export async function markReturned(tx: Tx, paymentId: string): Promise<void> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', paymentId)
    .select(['flags', sql<string>`now()`.as('now')])
    .executeTakeFirstOrThrow()
  await tx.q
    .updateTable('payment')
    .set({ flags: JSON.stringify(raiseFlag(row.flags, 'returned', row.now)) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', paymentId)
    .execute()
}

/** The line has become the proof that this payment came back. */
export function matchReturnLine(tx: Tx, lineId: string, paymentId: string): Promise<void> {
  return storeVerdict(
    tx,
    lineId,
    { status: 'matched', rule: 'return', paymentId },
    tx.caller.userId,
  )
}

/** A person has said that the money is no payment that came back. */
export async function denyReturn(tx: Tx, { statement_line_id: lineId }: CaseRow): Promise<void> {
  const verdict = { status: 'ignored', rule: 'not_return', paymentId: null } as const
  await storeVerdict(tx, lineId!, verdict, tx.caller.userId)
}
