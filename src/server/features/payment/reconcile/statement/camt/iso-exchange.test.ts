import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import { statementForm } from '#test/builders/bank-files/bank-statement.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openFileBank, takeRegistryFile } from '#test/builders/bank-files/file-bank.ts'
import { camtText, schemaFaults } from '#test/builders/bank-files/camt-statement.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
  type AccountPayee,
} from '#test/builders/bank-files/file-agreement.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
await addFileAgreement(other, '40702810800000000003')
const { manager, operator } = own
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

async function importFile(file: string | Buffer, company = own) {
  const { headers, payload } = await statementForm([{ name: 'camt.xml', bytes: Buffer.from(file) }])
  const answer = await company.manager.api.raw({
    method: 'POST',
    url: paymentStatement.importBankFile.path,
    headers,
    payload,
  })
  return answer
}

test('orders leave as pain.001 and a camt.053 with their marker makes them paid, once', async () => {
  const payee = await addAccountPayee(own)
  const [id] = await pay(own, [await rowFor(own, payee, 1_234_567)])
  const card = await cardOf(id!)
  const answer = await manager.api.raw({
    method: 'GET',
    url: `${paymentRegistry.getRegistryFile.path}?registryId=${card.registry_id!}`,
  })
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /^application\/xml/)
  assert.match(String(answer.headers['content-disposition']), /pain001_.*\.xml/)
  const xml = answer.rawPayload.toString()
  assert.deepEqual(await schemaFaults(xml, 'pain.001.001.09'), [])
  assert.ok(xml.includes(`<EndToEndId>${id!.replaceAll('-', '')}</EndToEndId>`))
  assert.equal((await cardOf(id!)).status, 'registered')

  const text = camtText({
    from: today,
    to: today,
    opening: '20000.00',
    closing: '7654.33',
    entries: [
      {
        sum: '12345.67',
        day: today,
        account: payee.account,
        bik: '044525225',
        name: payee.name,
        purpose: [card.purpose],
      },
    ],
  })
  const first = await importFile(text)
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(first.json<ImportedFile[]>()[0]!.repeated, false)
  assert.equal((await cardOf(id!)).status, 'paid')
  const again = await importFile(text)
  assert.equal(again.json<ImportedFile[]>()[0]!.repeated, true)
  assert.equal((await cardOf(id!)).status, 'paid')
})

test('a statement of an account of another company is refused', async () => {
  const period = { from: today, to: today, opening: '1.00', closing: '1.00', entries: [] }
  const foreign = await importFile(camtText({ ...period, account: '40702810800000000003' }))
  assert.equal(foreign.json<{ code: string }>().code, 'statement.foreign-account')
})

/** A payee whose account's end makes the bank simulator do nothing of its own. */
async function plainPayee(company: TestCompany): Promise<AccountPayee> {
  const payee = await addAccountPayee(company)
  return /0[1-6]$/.test(payee.account) ? plainPayee(company) : payee
}

/** Two payments of a company in a file that its bank has taken. */
async function putIntoBank(bank: Awaited<ReturnType<typeof openFileBank>>, company: TestCompany) {
  const payees = [await plainPayee(company), await plainPayee(company)]
  const rows = [
    await rowFor(company, payees[0]!, 1_234_567),
    await rowFor(company, payees[1]!, 500),
  ]
  const ids = await pay(company, rows)
  const { registry_id } = await company.operator.api.send(payment.get, { query: { id: ids[0]! } })
  const bytes = await takeRegistryFile(company, registry_id!)
  const taken = await bank.put(bytes)
  assert.equal(taken.status, 200, JSON.stringify(taken))
  assert.deepEqual([taken.count, taken.total_kop, taken.repeated], [2, 1_235_067, false])
  assert.equal((await bank.put(bytes)).repeated, true)
  return { ids, bytes, taken, acts: rows.map((row) => row.acts[0]!.act_id) }
}
const statusesOf = (company: TestCompany, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => (await company.operator.api.send(payment.get, { query: { id } })).status),
  )

test('orders of ISO 20022 go to the bank simulator, and its answer and its statement end them', async (t) => {
  const bank = await openFileBank({ pending_polls: 1, file_fee_kop: 1900 })
  t.after(() => bank.bank.close())
  const { ids, taken, acts } = await putIntoBank(bank, own)
  const rows = await bank.control<{ rows: { payout_id: string; payment_id: string }[] }>(
    'GET',
    'payments?dialect=file',
  )
  const ofBank = rows.body.rows.toReversed()
  assert.deepEqual(
    ofBank.map(({ payment_id }) => payment_id),
    ids,
  )
  const [first, second] = ofBank.map(({ payout_id }) => ({ payout_id }))
  assert.equal((await bank.control('POST', 'pay', first)).status, 200)
  const refusal = { ...second, reason: 'AC04' }
  assert.equal((await bank.control('POST', 'reject', refusal)).status, 200)

  const report = await bank.report(taken.message_id!)
  assert.deepEqual(await schemaFaults(report, 'pain.002.001.10'), [])
  assert.equal((await importFile(report)).statusCode, 200)
  assert.deepEqual(await statusesOf(own, ids), ['processing', 'rejected'])
  assert.equal((await cardOf(ids[1]!)).reason_code, 'AC04')

  const statement = await bank.statement('camt053', PAYER_ACCOUNT)
  assert.deepEqual(await schemaFaults(statement, 'camt.053.001.08'), [])
  const answer = await importFile(statement)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.deepEqual(answer.json<ImportedFile[]>()[0]!.statement!.lines, [
    { status: 'ignored', count: 1 },
    { status: 'matched', count: 1 },
  ])
  assert.deepEqual(await statusesOf(own, ids), ['paid', 'rejected'])
  assert.equal((await moneyOf(own, acts[0]!)).paid_kop, 1_234_567)
})

test('orders of 1С go to the bank simulator, and its statement pays the acts and brings a return', async (t) => {
  const bank = await openFileBank()
  t.after(() => bank.bank.close())
  const { ids, acts } = await putIntoBank(bank, other)
  assert.equal(bank.bank.ledger().length, 2)
  const account = '40702810800000000003'
  const first = await importFile(await bank.statement('1c', account), other)
  assert.equal(first.statusCode, 200, first.body)
  assert.deepEqual(await statusesOf(other, ids), ['paid', 'paid'])
  assert.equal((await moneyOf(other, acts[0]!)).paid_kop, 1_234_567)

  const { payout_id } = bank.bank.ledger()[0]!
  assert.equal((await bank.control('POST', 'give-back', { payout_id })).status, 200)
  const second = await importFile(await bank.statement('1c-utf8', account), other)
  assert.equal(second.statusCode, 200, second.body)
  const { statement } = second.json<ImportedFile[]>()[0]!
  assert.equal(statement!.known_count, 2)
  assert.deepEqual(statement!.lines, [{ status: 'discrepancy', count: 1 }])

  for (const fault of ['cut_statement', 'wrong_balance']) {
    await bank.control('PUT', 'fault', { dialect: 'file', fault, times: 1 })
    const spoilt = await importFile(await bank.statement('1c', account), other)
    assert.equal(spoilt.json<{ code: string }>().code, 'statement.bad-file', fault)
  }
})
