import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import { statementForm } from '#test/builders/bank-files/bank-statement.ts'
import { camtText, schemaFaults } from '#test/builders/bank-files/camt-statement.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
} from '#test/builders/bank-files/file-agreement.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
await addFileAgreement(other, '40702810900000000003')
const { manager, operator } = own
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

async function importFile(text: string) {
  const { headers, payload } = await statementForm([{ name: 'camt.xml', bytes: Buffer.from(text) }])
  const answer = await manager.api.raw({
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
  const foreign = await importFile(camtText({ ...period, account: '40702810900000000003' }))
  assert.equal(foreign.json<{ code: string }>().code, 'statement.foreign-account')
})
