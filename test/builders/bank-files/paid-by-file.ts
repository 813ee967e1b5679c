import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import type { TestCompany } from '../../support/world.ts'
import { addIssuedAct } from '../issued-acts.ts'
import { pay } from '../payouts.ts'
import { inWindows, statementForm, statementText, type BankLine } from './bank-statement.ts'
import { addAccountPayee } from './file-agreement.ts'

const DAY_MS = 86_400_000
const MOSCOW_MS = 3 * 3_600_000

/** The company's calendar day so many days ago, `YYYY-MM-DD`. */
export function dayAgo(days: number): string {
  return new Date(Date.now() + MOSCOW_MS - days * DAY_MS).toISOString().slice(0, 10)
}

/** A payment to an account for new acts of these sums, in kopecks, handed over. */
export async function payToAccount(company: TestCompany, kops: readonly number[]) {
  const payee = await addAccountPayee(company)
  const acts = []
  for (const kop of kops)
    acts.push({ act_id: await addIssuedAct(company, payee.supplierId, kop), amount_kop: kop })
  const row = {
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts,
    amount_kop: kops.reduce((sum, kop) => sum + kop, 0),
  }
  const [id] = await pay(company, [row])
  return { id: id!, acts: acts.map(({ act_id }) => act_id), payee }
}

/** The same in a file that was taken, and the line that a bank would write of it. */
export async function sendByFile(company: TestCompany, kops: readonly number[]) {
  const { id, acts, payee } = await payToAccount(company, kops)
  const card = () => company.operator.api.send(payment.get, { query: { id } })
  const { registry_id } = await card()
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  await company.manager.api.raw({ method: 'GET', url })
  const { amount_kop, document_number, purpose } = await card()
  const line: BankLine = {
    kop: amount_kop,
    day: dayAgo(0),
    number: document_number!,
    account: payee.account,
    bik: '044525225',
    name: payee.name,
    purpose,
  }
  return { id, line, acts, payee }
}

/** The same, and its line has come back from the bank. */
export async function payByFile(company: TestCompany, kops: readonly number[]) {
  const sent = await sendByFile(company, kops)
  const today = { from: dayAgo(0), to: dayAgo(0) }
  await takeStatement(company, statementText({ ...today, lines: [sent.line] }))
  const { status } = await company.operator.api.send(payment.get, { query: { id: sent.id } })
  assert.equal(status, 'paid')
  return sent
}

/** Uploads the text of a statement as the manager, who must be let in. */
export async function takeStatement(company: TestCompany, text: string): Promise<ImportedFile> {
  const named = { name: 'kl_to_1c.txt', bytes: inWindows(text) }
  const { headers, payload } = await statementForm([named])
  const url = paymentStatement.importBankFile.path
  const answer = await company.manager.api.raw({ method: 'POST', url, headers, payload })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<ImportedFile[]>()[0]!
}
