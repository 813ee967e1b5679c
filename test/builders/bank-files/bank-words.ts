import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import type { TestCompany } from '#test/support/world.ts'
import { letterOf } from './bank-letter.ts'
import { statementForm } from './bank-statement.ts'
import type { AccountPayee } from './file-agreement.ts'
import { reportText, type ReportedOrderText } from './status-report.ts'

export interface PaidToAccount {
  readonly id: string
  readonly acts: readonly string[]
  readonly payee: AccountPayee
}

export const EXECUTED = { status: 'ACSC' }
export const REFUSED = { status: 'RJCT', reason: 'AC04' }

/** What a bank says of orders of a file, and what people do then; each payment is of `kop`. */
export function bankWords(own: TestCompany, kop = 50_000) {
  const { manager, operator } = own
  const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

  /** Payments of one call, handed over; their file was not taken yet. */
  async function handedOver(payees: readonly AccountPayee[]) {
    const rows = await Promise.all(payees.map((payee) => rowFor(own, payee, kop)))
    const ids = await pay(own, rows)
    const made = rows.map((row, at): PaidToAccount => ({
      id: ids[at]!,
      acts: row.acts.map(({ act_id }) => act_id),
      payee: payees[at]!,
    }))
    return { made, registryId: (await cardOf(ids[0]!)).registry_id! }
  }

  /** The bank's answer to the file of a payment; its status code and words. */
  async function report(text: string) {
    const form = await statementForm([{ name: 'pain002.xml', bytes: Buffer.from(text) }])
    const url = paymentStatement.importBankFile.path
    const { statusCode, body } = await manager.api.raw({ method: 'POST', url, ...form })
    return { statusCode, body }
  }
  async function reported(id: string, ...orders: Partial<ReportedOrderText>[]): Promise<void> {
    const { registry_id } = await cardOf(id)
    const told = orders.map((order) => ({ id, ...order }))
    const { statusCode, body } = await report(
      reportText({ registryId: registry_id!, orders: told, batch: 'PART' }),
    )
    assert.equal(statusCode, 200, body)
  }
  async function openKinds(id: string): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      select kind from payment_discrepancy where payment_id = ${id} and closed_at is null order by kind`.execute(
      own.db.q,
    )
    return rows.map(({ kind }) => kind)
  }

  const repeatOf = ({ acts, payee }: PaidToAccount) => ({
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: [{ act_id: acts[0]!, amount_kop: kop }],
    amount_kop: kop,
  })

  /** Its act is held by it, or no other payment of the act is saved. */
  async function assertNotPayable(paid: PaidToAccount): Promise<void> {
    const { reserved_kop, paid_kop } = await moneyOf(own, paid.acts[0]!)
    if (reserved_kop + paid_kop === kop) return
    const body = { payments: [repeatOf(paid)] }
    assert.equal((await operator.api.refused(payment.save, { body })).code, 'payment.may-be-paid')
  }

  async function decide(id: string, paid_kop?: number): Promise<void> {
    const proof_file_id = await letterOf(operator, id)
    const note = 'Письмо банка № 17 от 28.11.2026, ответил Петров'
    const body = { id, note, proof_file_id, ...(paid_kop !== undefined && { paid_kop }) }
    const asked = await operator.api.refused(paymentReview.resolveUnknown, { body })
    const pin = await approval(operator, asked, manager)
    await operator.api.send(paymentReview.resolveUnknown, { body }, pin)
  }

  async function withdraw({ id }: PaidToAccount) {
    const body = { ids: [id], reason: 'Передумали платить' }
    const asked = await operator.api.refused(payment.cancel, { body })
    await operator.api.send(payment.cancel, { body }, await approval(operator, asked, manager))
    return asked
  }

  /** Days pass for a payment: its file was given, and it was made, so long ago. */
  async function letDaysPass(id: string): Promise<void> {
    const days = sql`interval '3 days'`
    await sql`alter table payment disable trigger user`.execute(own.db.q)
    await sql`update payment set first_sent_at = first_sent_at - ${days}, registered_at = registered_at - ${days},
      created_at = created_at - ${days} where id = ${id}`.execute(own.db.q)
    await sql`alter table payment enable trigger user`.execute(own.db.q)
  }

  return {
    cardOf,
    handedOver,
    report,
    reported,
    openKinds,
    repeatOf,
    assertNotPayable,
    decide,
    withdraw,
    letDaysPass,
  }
}
