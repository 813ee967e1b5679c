import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { CallInput } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { statementText } from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import {
  dayAgo,
  payByFile,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const today = { from: dayAgo(0), to: dayAgo(0) }

type ReturnBody = CallInput<typeof paymentReview.confirmReturn>['body']

const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })

async function confirmed(body: ReturnBody) {
  const refusal = await operator.api.refused(paymentReview.confirmReturn, { body })
  const pin = await approval(operator, refusal, manager)
  return operator.api.send(paymentReview.confirmReturn, { body }, pin)
}

const returnOf = (payment_id: string, amount_kop: number, part: Partial<ReturnBody> = {}) => ({
  client_id: randomUUID(),
  payment_id,
  amount_kop,
  reason: 'Счёт получателя закрыт',
  ...part,
})

test('money that came back makes the latest act due again, twice over two acts, and a retry is a new payment', async () => {
  const { id, acts, payee } = await payByFile(own, [300_000, 200_000])
  const [first, second] = acts.toSorted()
  const before = [await moneyOf(own, first!), await moneyOf(own, second!)]
  const card = await confirmed(returnOf(id, 50_000))
  assert.deepEqual(
    [card.status, card.returned_kop, card.returns.length, card.returns[0]!.amount_kop],
    ['paid', 50_000, 1, 50_000],
  )
  assert.equal((await moneyOf(own, second!)).paid_kop, before[1]!.paid_kop - 50_000)
  assert.deepEqual(await moneyOf(own, first!), before[0])
  await confirmed(returnOf(id, 450_000))
  for (const act_id of acts) assert.equal((await moneyOf(own, act_id)).paid_kop, 0)
  const whole = await cardOf(id)
  assert.deepEqual([whole.returned_kop, whole.may.includes('return')], [500_000, false])
  assert.ok(whole.flags.some(({ code }) => code === 'returned'))
  const again = {
    id: randomUUID(),
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: [{ act_id: first!, amount_kop: before[0]!.paid_kop }],
    amount_kop: before[0]!.paid_kop,
    retry_of: id,
  }
  const [retry] = await operator.api.send(payment.save, { body: { payments: [again] } })
  assert.equal(retry!.retry_of, id)
  const more = await manager.api.refused(paymentReview.confirmReturn, { body: returnOf(id, 1) })
  assert.equal(more.code, 'payment.return-over')
})

test('a return that is sent twice is one return; another sum under its id, and no approval, are refused', async () => {
  const { id } = await payByFile(own, [100_000])
  const body = returnOf(id, 40_000)
  const asked = await operator.api.refused(paymentReview.confirmReturn, { body })
  assert.equal(asked.approval!.about!.note, body.reason)
  const other = { body: { ...body, reason: 'Получатель отказался от денег' } }
  const pin = await approval(operator, asked, manager)
  const unseen = await operator.api.refused(paymentReview.confirmReturn, other, pin)
  assert.equal(unseen.code, 'approval.required', 'the PIN confirms the words that were shown')
  await confirmed(body)
  const repeated = await manager.api.send(paymentReview.confirmReturn, { body })
  assert.deepEqual([repeated.returned_kop, repeated.returns.length], [40_000, 1])
  const otherSum = { body: { ...body, amount_kop: 1 } }
  const refused = await manager.api.refused(paymentReview.confirmReturn, otherSum)
  assert.equal(refused.code, 'common.id-reused')
  const input = { body: returnOf(id, 10) }
  const alone = await manager.api.refused(paymentReview.confirmReturn, input)
  assert.deepEqual([alone.code, alone.approval?.who], ['approval.required', 'other'])
  const ownPin = await approval(manager, alone)
  const still = await manager.api.refused(paymentReview.confirmReturn, input, ownPin)
  assert.equal(still.code, 'approval.required', 'their own PIN confirms nothing')
  const stranger = await world.other.manager.api.refused(paymentReview.confirmReturn, input)
  assert.equal(stranger.code, 'common.not-found')
})

test('a payment that is not paid cannot come back, and SQL lets no confirmed return change', async () => {
  const { id } = await sendByFile(own, [100_000])
  const refused = await manager.api.refused(paymentReview.confirmReturn, { body: returnOf(id, 10) })
  assert.equal(refused.code, 'payment.not-paid')
  const paid = await payByFile(own, [100_000])
  await confirmed(returnOf(paid.id, 1000))
  const change = own.db.q
    .updateTable('payment_return')
    .set({ status: 'dismissed' })
    .where('payment_id', '=', paid.id)
    .execute()
  await assert.rejects(change, { constraint: 'payment_return_immutable' })
})

test('a returned line opens a case: the return takes its sum and closes it, and the line proves no second one', async () => {
  const { id, line } = await payByFile(own, [250_000])
  const purpose = `Возврат: счёт закрыт. ${line.purpose}`
  const back = { ...line, kop: 250_000, credit: true as const, purpose }
  const { statement } = await takeStatement(own, statementText({ ...today, lines: [back] }))
  assert.deepEqual(statement!.lines, [{ status: 'discrepancy', count: 1 }])
  const filter = { payment_id: id, is_open: true }
  const open = await manager.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  const [found] = open.items
  assert.deepEqual(
    [found!.is_return, found!.line!.amount_kop, found!.payment!.id, found!.line!.direction],
    [true, 250_000, id, 'credit'],
  )
  const discrepancy_id = found!.id
  const inWords = await manager.api.refused(paymentReview.confirmReturn, {
    body: returnOf(id, 250_000),
  })
  assert.equal(inWords.code, 'payment.return-line', 'the same money by hand beside its open case')
  const wrong = { body: returnOf(id, 1, { discrepancy_id }) }
  assert.equal(
    (await manager.api.refused(paymentReview.confirmReturn, wrong)).code,
    'payment.return-line',
  )
  const card = await confirmed(returnOf(id, 250_000, { discrepancy_id }))
  assert.equal(card.returned_kop, 250_000)
  const left = await manager.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  assert.equal(left.total, 0)
  const twice = { body: returnOf(id, 250_000, { discrepancy_id }) }
  assert.equal(
    (await manager.api.refused(paymentReview.confirmReturn, twice)).code,
    'payment.discrepancy-closed',
  )
  const lines = await manager.api.send(paymentStatement.getStatementLines, {
    query: { filter: { statement_id: statement!.id } },
  })
  assert.equal(lines.items[0]!.match_status, 'matched')
})

test('money that a person recorded is not recorded again by the line that brings it later', async () => {
  const { id, line } = await payByFile(own, [250_000])
  await confirmed(returnOf(id, 100_000))
  const purpose = `Возврат части. ${line.purpose}`
  const back = { ...line, kop: 100_000, credit: true as const, purpose }
  await takeStatement(own, statementText({ ...today, lines: [back] }))
  const query = { filter: { payment_id: id, is_open: true } }
  const [found] = (await manager.api.send(paymentReview.getDiscrepancies, { query })).items
  const body = returnOf(id, 100_000, { discrepancy_id: found!.id })
  const refusal = await manager.api.refused(paymentReview.confirmReturn, { body })
  assert.equal(refusal.code, 'payment.return-line')
  assert.match(refusal.message, /уже записан/)
  assert.equal((await cardOf(id)).returned_kop, 100_000)
})

test('a discrepancy is closed by words and another person, once, and stays to be read', async () => {
  const { id, line } = await payByFile(own, [150_000])
  await takeStatement(own, statementText({ ...today, lines: [{ ...line, number: 999_001 }] }))
  const query = { filter: { payment_id: id } }
  const [found] = (await manager.api.send(paymentReview.getDiscrepancies, { query })).items
  assert.match(found!.title, /второе списание/)
  const body = { id: found!.id, resolution: 'Банк вернул второе списание 12.11' }
  const refusal = await operator.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(refusal.code, 'approval.required')
  const stranger = await other.manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(stranger.code, 'common.not-found')
  const pin = await approval(operator, refusal, manager)
  const closed = await operator.api.send(paymentReview.closeDiscrepancy, { body }, pin)
  assert.deepEqual([closed.resolution, closed.closed_by_name !== null], [body.resolution, true])
  const again = await manager.api.refused(paymentReview.closeDiscrepancy, { body })
  assert.equal(again.code, 'payment.discrepancy-closed')
  assert.equal((await cardOf(id)).status, 'paid')
  const strange = await other.manager.api.send(paymentReview.getDiscrepancies, { query })
  assert.equal(strange.total, 0)
})
