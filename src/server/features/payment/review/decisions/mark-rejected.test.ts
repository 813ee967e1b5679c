import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { audit } from '#contract/audit/audit.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import {
  dayAgo,
  payByFile,
  payToAccount,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
await addFileAgreement(own)
const { manager, operator } = own
const call = paymentReview.markRejectedByBank
const reason = 'Счёт получателя закрыт, сообщил операционист'

const cardOf = (id: string) => manager.api.send(payment.get, { query: { id } })
const bodyOf = (id: string) => ({ body: { id, reason } })

async function rejected(id: string) {
  const refusal = await operator.api.refused(call, bodyOf(id))
  assert.equal(refusal.code, 'approval.required')
  return operator.api.send(call, bodyOf(id), await approval(operator, refusal, manager))
}

test('a refusal in the bank makes the acts due again, closes the registry and is told with its reason and both people', async () => {
  const { id, acts } = await sendByFile(own, [300_000, 200_000])
  assert.ok((await cardOf(id)).may.includes('reject'))
  const card = await rejected(id)
  assert.deepEqual(
    [card.status, card.reason_code, card.reason_text],
    ['rejected', 'refused_in_bank', `Банк отклонил: ${reason}`],
  )
  assert.deepEqual([card.may.includes('reject'), card.may.includes('retry')], [false, true])
  for (const act_id of acts) {
    const money = await moneyOf(own, act_id)
    assert.deepEqual([money.reserved_kop, money.paid_kop], [0, 0])
  }
  const filter = { ids: [card.registry_id!] }
  const registry = await manager.api.send(paymentRegistry.getRegistries, { query: { filter } })
  assert.deepEqual([registry.items[0]!.status, registry.items[0]!.file_ready], ['failed', false])
  const { items } = await manager.api.send(audit.getEvents, {
    query: { filter: { entity: ['payment'], entity_id: id, action: 'payment.refused-in-bank' } },
  })
  assert.equal(items.length, 1)
})

test('nothing happens without the PIN of another person', async () => {
  const { id } = await sendByFile(own, [100_000])
  const refusal = await operator.api.refused(call, bodyOf(id))
  assert.equal(refusal.code, 'approval.required')
  assert.equal((await cardOf(id)).status, 'registered')
})

test('a payment over calls, one whose file was not taken, and one that is over are refused', async () => {
  const phone = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [phone])
  assert.equal((await operator.api.refused(call, bodyOf(phone.id))).code, 'payment.not-by-file')
  const waiting = await payToAccount(own, [10_000])
  assert.equal((await cardOf(waiting.id)).may.includes('reject'), false)
  const paid = await payByFile(own, [10_000])
  const twice = await sendByFile(own, [10_000])
  await rejected(twice.id)
  for (const { id } of [waiting, paid, twice])
    assert.equal((await operator.api.refused(call, bodyOf(id))).code, 'common.bad-transition')
  assert.equal((await cardOf(paid.id)).status, 'paid')
})

test('a short reason, another company and people without a role are refused', async () => {
  const { id } = await sendByFile(own, [10_000])
  const short = { body: { id, reason: 'нет' } }
  assert.equal((await operator.api.refused(call, short)).status, 400)
  assert.equal((await other.operator.api.refused(call, bodyOf(id))).code, 'common.not-found')
  assert.equal((await own.user.api.refused(call, bodyOf(id))).code, 'access.denied')
  assert.equal((await cardOf(id)).status, 'registered')
})

test('an order whose debit may stand in a statement already is not given up', async () => {
  const { id, line } = await sendByFile(own, [10_000])
  // Without its marker and number the line explains nothing by itself.
  const bare = { ...line, number: 888_001, purpose: 'Оплата по договору' }
  await takeStatement(own, statementText({ from: dayAgo(0), to: dayAgo(0), lines: [bare] }))
  assert.equal((await operator.api.refused(call, bodyOf(id))).code, 'payment.debit-seen')
  assert.notEqual((await cardOf(id)).status, 'rejected')
})

test('an order that runs without a registry is no order of a file', async () => {
  const { id } = await sendByFile(own, [10_000])
  await own.db.q.updateTable('payment').set({ registry_id: null }).where('id', '=', id).execute()
  assert.equal((await operator.api.refused(call, bodyOf(id))).code, 'payment.not-by-file')
})

test('a debit that comes all the same opens a discrepancy and pays nothing; nothing is paid again before it is closed', async () => {
  const { id, acts, line, payee } = await sendByFile(own, [10_000])
  await rejected(id)
  const problem = async () => {
    const query = { filter: { act_ids: [...acts] } }
    return (await operator.api.send(payDay.planDay, { query })).payments[0]!.problem
  }
  assert.equal(await problem(), null)
  const again = () => ({
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: [{ act_id: acts[0]!, amount_kop: 10_000 }],
    amount_kop: 10_000,
  })
  const row = again()
  await operator.api.send(payment.save, { body: { payments: [row] } })
  await takeStatement(own, statementText({ from: dayAgo(0), to: dayAgo(0), lines: [line] }))
  assert.equal((await cardOf(id)).status, 'rejected')
  const filter = { payment_id: id, is_open: true }
  const found = await manager.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  assert.equal(found.items.length, 1)
  // Saved before the case was there, it is not handed over; nor is another one saved.
  const [held] = await operator.api.send(payment.register, { body: { ids: [row.id] } })
  assert.deepEqual([held!.status, held!.code], ['saved', 'payment.may-be-paid'])
  await operator.api.send(payment.cancel, { body: { ids: [row.id] } })
  assert.match((await problem())!, /Сначала закройте расхождение/)
  const anew = again()
  const refused = await operator.api.refused(payment.save, { body: { payments: [anew] } })
  assert.equal(refused.code, 'payment.may-be-paid')
  const card = await cardOf(id)
  assert.equal(card.may.includes('retry'), false)
  assert.match(card.advice!, /^Банк списал деньги.+Не платите повторно: сначала закройте/)
  const closing = {
    body: {
      id: found.items[0]!.id,
      resolution: 'Банк вернул деньги на наш счёт',
      outcome: 'not_paid' as const,
    },
  }
  const asked = await operator.api.refused(paymentReview.closeDiscrepancy, closing)
  const pin = await approval(operator, asked, manager)
  await operator.api.send(paymentReview.closeDiscrepancy, closing, pin)
  assert.ok((await cardOf(id)).may.includes('retry'))
  assert.equal(await problem(), null)
  await operator.api.send(payment.save, { body: { payments: [anew] } })
})
