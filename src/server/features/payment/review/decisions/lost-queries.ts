import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'
import { lostPayoutOf, type LostPayout } from '../../lost-queries.ts'

/** What the bank told of a payout whose record is lost; undefined for any other discrepancy. */
export async function lostPayout(db: Db, caseId: string): Promise<LostPayout | undefined> {
  const row = await db.q
    .selectFrom('payment_discrepancy')
    .where('company_id', '=', db.companyId)
    .where('id', '=', caseId)
    .where('kind', '=', 'foreign_payout')
    .select('detail')
    .executeTakeFirst()
  return lostPayoutOf(row?.detail)
}

/** Methods with the destination of a payout, of suppliers to whom at least its sum is due. */
export async function possibleMethods(
  tx: Tx,
  { payee, amount_kop: amount }: LostPayout,
): Promise<{ id: string; supplier_id: string }[]> {
  const { rows } = await sql<{ id: string; supplier_id: string }>`
    select m.id, m.supplier_id
    from payment_method m
    join act a on a.company_id = m.company_id and a.supplier_id = m.supplier_id and a.status in ('issued', 'signed')
    where m.company_id = ${tx.companyId} and m.status = 'active' and ${goesTo(payee)}
    group by m.id, m.supplier_id
    having sum(a.total_kop - a.reserved_kop - a.paid_kop) >= ${amount} limit 10`.execute(tx.q)
  return rows
}

/** The same by the columns of a method `m`. */
function goesTo(payee: LostPayout['payee']) {
  switch (payee.kind) {
    case 'sbp':
      return sql<boolean>`m.sbp_phone = ${payee.phone} and m.sbp_bank_id = ${payee.bankId}`
    case 'card':
      return sql<boolean>`m.card_last4 = ${payee.last4}`
    default:
      return sql<boolean>`m.account = ${payee.account} and m.bik = ${payee.bik}`
  }
}

/** Acts of a supplier with something due, the one of exactly this sum first, then the oldest. */
export async function dueActs(tx: Tx, supplierId: string, amount: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from act where company_id = ${tx.companyId} and supplier_id = ${supplierId}
      and status in ('issued', 'signed') and total_kop > reserved_kop + paid_kop
    order by (total_kop - reserved_kop - paid_kop = ${amount}) desc, date, number, id limit 100`.execute(
    tx.q,
  )
  return rows.map(({ id }) => id)
}
