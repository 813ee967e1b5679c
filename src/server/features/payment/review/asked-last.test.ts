import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { addMethod } from '#test/builders/builders.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, visit, timesPaid, peer } = payouts
await addFileAgreement(own)
const { manager, operator } = own
const { cardOf, take, ended, caseOf, closed, refusedPay, dueOf, retry } = debitSteps(own)

let phones = 20_000

/** A refused payment of a file, and its repeat by a call that is handed over and not sent yet. */
async function repeatedByCall(kop: number) {
  const sent = await ended([kop])
  const supplier = { id: sent.payee.supplierId, name: sent.payee.name }
  const ways = own.db.q.updateTable('payment_method').set({ is_default: false })
  await ways.where('supplier_id', '=', supplier.id).execute()
  const method = await addMethod(own, supplier, { phone: `+7917${++phones}50` })
  const row = { ...retry(sent, kop), payment_method_id: method.id }
  await operator.api.send(payment.save, { body: { payments: [row] } })
  await register(operator, manager, [row.id])
  return { sent, row }
}

async function withdraw(id: string) {
  const body = { ids: [id], reason: 'Банк уже заплатил прежней' }
  const asked = await operator.api.refused(payment.cancel, { body })
  const [outcome] = await operator.api.send(
    payment.cancel,
    { body },
    await approval(operator, asked, manager),
  )
  assert.equal(outcome!.status, 'cancelled')
}

async function fileOf(id: string) {
  const { registry_id } = await cardOf(id)
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  return manager.api.raw({ method: 'GET', url })
}

test('a file is not given while another payment of its acts stands in a statement; it is when that is closed as no payment', async () => {
  const sent = await ended([60_000])
  const row = retry(sent, 60_000)
  await operator.api.send(payment.save, { body: { payments: [row] } })
  await register(operator, manager, [row.id])
  await take(sent.line)
  const held = await fileOf(row.id)
  const { code, message } = held.json<{ code: string; message: string }>()
  assert.deepEqual([held.statusCode, code], [409, 'payment.may-be-paid'])
  const [first, second] = [await cardOf(sent.id), await cardOf(row.id)]
  assert.match(message, new RegExp(`№ ${second.document_number!}, .+ № ${first.document_number!} `))
  assert.match(second.advice!, /^Не отправлена: банк мог уже оплатить её акты прежней выплатой № /)
  assert.ok(second.may.includes('withdraw'))
  const found = await caseOf(sent.id)
  assert.match((await refusedPay(found.id)).message, /Она не отправлена: отзовите её/)
  await closed(found.id, 'not_paid')
  assert.equal((await fileOf(row.id)).statusCode, 200)
  assert.equal((await cardOf(row.id)).status, 'registered')
})

test('a payment by a call waits unsent while an earlier one of its acts may be paid, says why, and goes on when that is closed', async () => {
  const { sent, row } = await repeatedByCall(61_000)
  await take(sent.line)
  const asked = (await peer.requests()).length
  assert.equal(await visit(row.id), 'registering')
  assert.equal((await peer.requests()).length, asked, 'the bank is asked nothing')
  const card = await cardOf(row.id)
  assert.match(card.advice!, /Закройте расхождение прежней, и эта пойдёт дальше/)
  const { rows } = await sql<{ waits: boolean }>`
    select next_check_at > now() + interval '1 minute' as waits from payment where id = ${row.id}
  `.execute(own.db.q)
  assert.deepEqual(rows, [{ waits: true }], 'it is looked at again at a pace')
  await closed((await caseOf(sent.id)).id, 'not_paid')
  assert.equal((await cardOf(row.id)).advice, null)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

test('one that waits is withdrawn, and the debit of the earlier one pays the acts', async () => {
  const { sent, row } = await repeatedByCall(62_000)
  await take(sent.line)
  assert.equal(await visit(row.id), 'registering')
  const found = await caseOf(sent.id)
  assert.match((await refusedPay(found.id)).message, /Она не отправлена: отзовите её/)
  await withdraw(row.id)
  const { paid_by } = await closed(found.id)
  assert.equal((await cardOf(paid_by!)).status, 'paid')
  assert.deepEqual(await dueOf(sent.acts), [0])
  assert.equal(await visit(row.id), 'cancelled')
  assert.equal(await timesPaid(row.id), 0)
})

test('one that may have been sent is asked about to its end, whatever the earlier one shows', async () => {
  const { sent, row } = await repeatedByCall(63_000)
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  assert.equal(await visit(row.id), 'unknown')
  await peer.faults()
  await take(sent.line)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})
