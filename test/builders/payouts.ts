import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import type { DB } from '#server/db/schema.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { workPayment } from '#server/features/payment/send/worker/worker.ts'
import { workerEffects } from '#server/features/payment/send/worker/worker-steps.ts'
import { approval } from '../support/approve.ts'
import { addIssuedAct } from './issued-acts.ts'
import { addMethod, addSupplier } from './builders.ts'
import type { Person, TestCompany } from '../support/world.ts'

/** The training bank as the company's default for phones, cards and accounts. */
export async function addTrainingBank(company: TestCompany): Promise<string> {
  const { q } = company.db
  const bankId = uuidv7()
  await q
    .insertInto('bank')
    .values({
      id: bankId,
      code: `training-${bankId.slice(-6)}`,
      name: 'Учебный банк',
      bik: '044525225',
      adapter: 'sandbox',
    })
    .execute()
  const id = uuidv7()
  await q
    .insertInto('bank_config')
    .values({
      company_id: company.id,
      id,
      bank_id: bankId,
      title: 'Учебный банк',
      per_payment_kop: 50_000_000,
      per_day_kop: 300_000_000,
      per_month_kop: 3_000_000_000,
      payee_day_count: 20,
      payee_month_kop: 150_000_000,
      status: 'active',
    })
    .execute()
  await q
    .insertInto('bank_config_default')
    .values(
      ['sbp', 'card', 'account'].map((method) => ({
        company_id: company.id,
        method,
        bank_config_id: id,
      })),
    )
    .execute()
  return id
}

export interface Payee {
  readonly supplierId: string
  readonly methodId: string
}

let phones = 10_000

/** An active supplier with a phone; its last two digits choose what the training bank does, 50 = it pays. */
export async function addPayee(company: TestCompany, phone?: string): Promise<Payee> {
  const supplier = await addSupplier(company)
  const method = await addMethod(company, supplier, { phone: phone ?? `+7917${++phones}50` })
  return { supplierId: supplier.id, methodId: method.id }
}

/** As if another person had saved it. */
export async function setAuthor(q: Kysely<DB>, id: string, author: { readonly id: string }) {
  await sql`alter table payment disable trigger payment_guard`.execute(q)
  await q.updateTable('payment').set({ created_by: author.id }).where('id', '=', id).execute()
  await sql`alter table payment enable trigger payment_guard`.execute(q)
}

/** The body of one row of savePayments for the whole of a new act. */
export async function rowFor(company: TestCompany, payee: Payee, amountKop: number) {
  const actId = await addIssuedAct(company, payee.supplierId, amountKop)
  return {
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: [{ act_id: actId, amount_kop: amountKop }],
    amount_kop: amountKop,
  }
}

/** Saves by the operator and registers by the manager's PIN in the operator's session. */
export async function pay(
  company: TestCompany,
  rows: readonly Awaited<ReturnType<typeof rowFor>>[],
): Promise<string[]> {
  const saved = await company.operator.api.send(payment.save, { body: { payments: [...rows] } })
  const ids = saved.map((row) => row.id)
  await register(company.operator, company.manager, ids)
  return ids
}

export async function register(asker: Person, by: Person, ids: readonly string[]) {
  const body = { ids: [...ids] }
  const refusal = await asker.api.refused(payment.register, { body })
  return asker.api.send(payment.register, { body }, await approval(asker, refusal, by))
}

/** A test payment of the manager through an agreement, followed to its end; the phone's last digits choose what the bank does. */
export async function sendTestPayment(company: TestCompany, configId: string, phone?: string) {
  const { methodId } = await addPayee(company, phone)
  const body = { bank_config_id: configId, payment_method_id: methodId }
  const asked = await company.manager.api.refused(payment.createTest, { body })
  const made = await company.manager.api.send(
    payment.createTest,
    { body },
    await approval(company.manager, asked),
  )
  const { q } = company.db
  await q
    .updateTable('payment')
    .set({ next_check_at: new Date().toISOString() })
    .where('id', '=', made.id)
    .execute()
  await workPayment(workerEffects(company.db, 'test'), made.id)
  return company.manager.api.send(payment.get, { query: { id: made.id } })
}

/** Money that arrived through an agreement, without which it never becomes active. */
export async function proveAgreement(company: TestCompany, configId: string): Promise<void> {
  assert.equal((await sendTestPayment(company, configId)).status, 'paid')
}
