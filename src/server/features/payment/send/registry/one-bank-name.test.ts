import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentOrder } from '#contract/payment/order.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { addAccountPayee, addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'
import { storeShippedDirectory } from '../../../bank/bik/shipped-directory.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { operator, manager } = own
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)

/** Two payees at the payer's bank, whose cards call it otherwise: the names of the order's file and of its paper. */
async function namesOf(called: readonly string[]): Promise<{ file: string[]; paper: string }> {
  const rows = []
  for (const bank_name of called) {
    const payee = await addAccountPayee(own)
    await own.db.q
      .updateTable('payment_method')
      .set({ bank_name })
      .where('id', '=', payee.methodId)
      .execute()
    rows.push(await rowFor(own, payee, 100_000))
  }
  const [id] = await pay(own, rows)
  const { registry_id } = await operator.api.send(payment.get, { query: { id: id! } })
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  const answer = await manager.api.raw({ method: 'GET', url })
  const text = new TextDecoder('windows-1251').decode(answer.rawPayload)
  const { html } = await operator.api.send(paymentOrder.getOrder, { query: { id: id! } })
  const file = [...text.matchAll(/(?:Плательщик|Получатель)Банк1=(.*)\r/g)].map(([, name]) => name!)
  return { file: [...new Set(file)], paper: html }
}

test('without the directory a БИК has one name in a document: the first', async () => {
  const { file, paper } = await namesOf(['Сбер', 'СБЕРБАНК РОССИИ'])
  assert.deepEqual(file, ['ПАО СБЕРБАНК'])
  assert.doesNotMatch(paper, /Сбер(?!банк)/)
})

test('with the directory it is the name of the directory, whatever was typed', async () => {
  await storeShippedDirectory(world.services)
  const { file, paper } = await namesOf(['Сбер', 'СБЕРБАНК РОССИИ'])
  assert.equal(file.length, 1)
  assert.match(file[0]!, /СБЕРБАНК/)
  assert.doesNotMatch(paper, /РОССИИ/)
})
