import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'
import { onConstraint } from '../../../../db/query/constraints.ts'
import { isRepeated } from '../../../../db/query/repeated-payment.ts'
import type { Payment as PaymentTable } from '../../../../db/schema.ts'

export interface Part {
  readonly act_id: string
  readonly amount_kop: number
}

type Accounts = Pick<Selectable<PaymentTable>, 'payee_account' | 'payee_bik' | 'payer_account'>
type PaymentValues = Omit<Insertable<PaymentTable>, keyof Accounts>

/** A saved payment with its accounts and parts, the reserve of its acts and its lease row. */
export async function insertPayment(
  tx: Tx,
  values: PaymentValues,
  parts: readonly Part[],
): Promise<void> {
  const accounts = await frozenAccounts(tx, values)
  await tx.q
    .insertInto('payment')
    .values({
      ...values,
      ...accounts,
    })
    .execute()
    .catch((error) => onConstraint(error, { payment_pkey: 'payment.id-reused' }))
  for (const part of parts) {
    await tx.q
      .insertInto('payment_allocation')
      .values({ company_id: tx.companyId, payment_id: values.id, ...part })
      .execute()
    await tx.q
      .updateTable('act')
      .set({ reserved_kop: sql`reserved_kop + ${part.amount_kop}` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', part.act_id)
      .execute()
  }
  await tx.q
    .insertInto('payment_lease')
    .values({ company_id: tx.companyId, payment_id: values.id })
    .execute()
  await sql`update payment_method set used_count = used_count + 1
    where company_id = ${tx.companyId} and id = ${values.payment_method_id}`.execute(tx.q)
}

/** Of the payment whose debit a new one stands for; else of its method as it is now. */
async function frozenAccounts(tx: Tx, values: PaymentValues): Promise<Accounts> {
  const { payment_method_id, payee_key, debit_of = null, debit_line_id = null } = values
  const { rows } = await sql<Accounts>`
    select coalesce(
      (select p.payee_account from payment p where p.company_id = ${tx.companyId} and p.id = ${debit_of}),
      (select m.account from payment_method m where m.company_id = ${tx.companyId} and m.id = ${payment_method_id}
        and m.payee_key = ${payee_key})) as payee_account,
      coalesce(
      (select p.payee_bik from payment p where p.company_id = ${tx.companyId} and p.id = ${debit_of}),
      (select m.bik from payment_method m where m.company_id = ${tx.companyId} and m.id = ${payment_method_id}
        and m.payee_key = ${payee_key})) as payee_bik,
      coalesce(
      (select s.account from bank_statement_line l
        join bank_statement s on s.company_id = l.company_id and s.id = l.statement_id
        where l.company_id = ${tx.companyId} and l.id = ${debit_line_id}),
      (select p.payer_account from payment p where p.company_id = ${tx.companyId} and p.id = ${debit_of})) as payer_account
  `.execute(tx.q)
  return rows[0]!
}

export function savedUnder(db: Db, id: string) {
  return db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'save_hash'])
    .executeTakeFirst()
}

/** The payment that a new one replaces, locked; `retried` when others already do. */
export function retriedPayment(tx: Tx, id: string) {
  return (
    tx.q
      .selectFrom('payment as p')
      .where('p.company_id', '=', tx.companyId)
      .where('p.id', '=', id)
      .select(['p.id', 'p.status', 'p.status_source', 'p.returned_kop'])
      // Whose it is now: a payment stays under the record it was made for, also when that one was merged into another.
      .select(
        sql<string>`(select coalesce(s.merged_into, s.id) from supplier s
        where s.company_id = p.company_id and s.id = p.supplier_id)`.as('supplier_id'),
      )
      .select(isRepeated.as('retried'))
      .forUpdate('p')
      .executeTakeFirst()
  )
}

/** Locked, so that two tests of one method at once are one too many. */
export function methodForTest(tx: Tx, id: string) {
  return tx.q
    .selectFrom('payment_method')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['id', 'supplier_id', 'kind'])
    .forUpdate()
    .executeTakeFirst()
}

export async function testedToday(tx: Tx, methodId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    select 1 as one from payment p join company c on c.id = p.company_id
    where p.company_id = ${tx.companyId} and p.payment_method_id = ${methodId} and p.is_test
      and p.created_at >= date_trunc('day', now() at time zone c.timezone) at time zone c.timezone limit 1
  `.execute(tx.q)
  return rows.length > 0
}
