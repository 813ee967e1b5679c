import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview, type DebitOutcome } from '#contract/payment/review.ts'
import { approval } from '../../support/approve.ts'
import type { Person, TestCompany } from '../../support/world.ts'
import { moneyOf } from '../issued-acts.ts'
import { statementText, type BankLine } from './bank-statement.ts'
import { dayAgo, sendByFile, takeStatement } from './paid-by-file.ts'

const { closeDiscrepancy, getDiscrepancies, markRejectedByBank } = paymentReview
const resolution = 'Банк исполнил поручение, деньги у поставщика'

/** Steps around payments by file that a bank debits although they are over. */
export function debitSteps(company: TestCompany) {
  const { operator, manager } = company
  const cardOf = (id: string) => manager.api.send(payment.get, { query: { id } })
  const take = (...lines: BankLine[]) =>
    takeStatement(company, statementText({ from: dayAgo(0), to: dayAgo(0), lines }))

  /** Two people record that the bank refused it. */
  async function reject(id: string): Promise<void> {
    const input = { body: { id, reason: 'Счёт закрыт, сказал банк' } }
    const asked = await operator.api.refused(markRejectedByBank, input)
    await operator.api.send(markRejectedByBank, input, await approval(operator, asked, manager))
  }
  async function ended(kops: readonly number[]) {
    const sent = await sendByFile(company, kops)
    await reject(sent.id)
    return sent
  }
  async function debited(kops: readonly number[]) {
    const sent = await ended(kops)
    await take(sent.line)
    return { ...sent, found: await caseOf(sent.id) }
  }
  async function caseOf(payment_id: string) {
    const query = { filter: { payment_id, is_open: true } }
    const { items } = await manager.api.send(getDiscrepancies, { query })
    assert.equal(items.length, 1)
    return items[0]!
  }
  const bodyOf = (id: string, outcome: DebitOutcome = 'debit_pays') => ({
    body: { id, resolution, outcome },
  })
  async function closed(id: string, outcome: DebitOutcome = 'debit_pays') {
    const body = bodyOf(id, outcome)
    const asked = await operator.api.refused(closeDiscrepancy, body)
    assert.equal(asked.code, 'approval.required', asked.message)
    return operator.api.send(closeDiscrepancy, body, await approval(operator, asked, manager))
  }
  const refusedPay = (id: string, who: Person = operator) =>
    who.api.refused(closeDiscrepancy, bodyOf(id))
  const dueOf = async (acts: readonly string[]) =>
    (await Promise.all(acts.map((id) => moneyOf(company, id)))).map(
      ({ total_kop, reserved_kop, paid_kop }) => total_kop - reserved_kop - paid_kop,
    )
  /** A new payment of an act of another one. */
  const retry = (sent: Pick<Awaited<ReturnType<typeof ended>>, 'payee' | 'acts'>, kop: number) => ({
    id: randomUUID(),
    supplier_id: sent.payee.supplierId,
    payment_method_id: sent.payee.methodId,
    acts: [{ act_id: sent.acts[0]!, amount_kop: kop }],
    amount_kop: kop,
  })
  return { cardOf, take, reject, ended, debited, caseOf, bodyOf, closed, refusedPay, dueOf, retry }
}
