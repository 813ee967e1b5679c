import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { moneyFlow } from '#contract/payment/money-flow.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
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
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const today = { from: dayAgo(0), to: dayAgo(0) }
/** The bank's own account of sums in transit, from which money comes back. */
const TRANSIT = '30232810000000000001'
const WORDS = 'Счет получателя закрыт'

async function cameBack(change: Partial<BankLine> & { kop: number }) {
  const line = { day: dayAgo(0), number: 900, credit: true as const, account: TRANSIT, ...change }
  const { statement } = await takeStatement(own, statementText({ ...today, lines: [line] }))
  const query = { filter: { statement_id: statement!.id } }
  const { items } = await manager.api.send(paymentStatement.getStatementLines, { query })
  return { statement: statement!, line: items[0]! }
}
const openCases = async () =>
  (
    await manager.api.send(paymentReview.getDiscrepancies, {
      query: { filter: { is_open: true, limit: 200 } },
    })
  ).items
const caseOf = async (kop: number) =>
  (await openCases()).find(({ line }) => line?.amount_kop === kop && line.direction === 'credit')
const numberOf = async (id: string) =>
  (await operator.api.send(payment.get, { query: { id } })).document_number!

test('«Возврат средств по п/п N 4 от …» of a bank is a return of that payment, not «Не выплата»', async () => {
  const { id } = await payByFile(own, [123_401])
  const [year, month, day] = dayAgo(0).split('-')
  const purpose = `Возврат средств по п/п N ${await numberOf(id)} от ${day}.${month}.${year}. Счет получателя закрыт`
  const { line } = await cameBack({ kop: 123_401, purpose })
  assert.deepEqual([line.match_status, line.payment?.id], ['discrepancy', id])
  const found = await caseOf(123_401)
  assert.deepEqual([found!.is_return, found!.payment!.id], [true, id])
})

test('money of the sum of a payment that names none waits for a person everywhere, with the payments that it may be', async () => {
  const { id, acts } = await payByFile(own, [123_402])
  const { line, statement } = await cameBack({ kop: 123_402, purpose: WORDS })
  assert.deepEqual([line.match_status, line.decision, line.payment], ['suggested', null, null])
  assert.match(line.why, /возврат/)
  assert.equal(statement.unsettled_count, 1)
  const found = (await caseOf(123_402))!
  assert.deepEqual([found.is_return, found.payment], [true, null])
  assert.deepEqual(
    found.candidates.map((one) => [one.id, one.reasons]),
    [[id, ['сумма та же']]],
  )
  const { attention } = await manager.api.send(moneyFlow.getMoneyFlow, {
    query: { filter: { by: 'day' } },
  })
  const open = await openCases()
  assert.equal(attention.find(({ kind }) => kind === 'unmatched')!.count, open.length)
  const body = {
    client_id: randomUUID(),
    payment_id: id,
    amount_kop: 123_402,
    reason: 'Счёт получателя закрыт',
  }
  // By hand beside its line it would be counted twice.
  const byHand = await manager.api.refused(paymentReview.confirmReturn, { body })
  assert.equal(byHand.code, 'payment.return-line')
  const byLine = { ...body, discrepancy_id: found.id }
  const other = await payByFile(own, [123_499])
  const stranger = { body: { ...byLine, payment_id: other.id } }
  const refused = await manager.api.refused(paymentReview.confirmReturn, stranger)
  assert.equal(refused.code, 'common.not-found', 'what was not offered is not chosen')
  const asked = await operator.api.refused(paymentReview.confirmReturn, { body: byLine })
  assert.equal(asked.code, 'approval.required')
  const pin = await approval(operator, asked, manager)
  const card = await operator.api.send(paymentReview.confirmReturn, { body: byLine }, pin)
  assert.equal(card.returned_kop, 123_402)
  assert.equal((await moneyOf(own, acts[0]!)).paid_kop, 0)
  assert.equal(await caseOf(123_402), undefined)
  const query = { filter: { statement_id: statement.id } }
  const [settled] = (await manager.api.send(paymentStatement.getStatementLines, { query })).items
  assert.deepEqual([settled!.match_status, settled!.payment!.id], ['matched', id])
  const twice = await manager.api.refused(paymentReview.confirmReturn, {
    body: { ...byLine, client_id: randomUUID() },
  })
  assert.equal(twice.code, 'payment.discrepancy-closed')
})

test('one person says in words that it is no return; the payment stays as it was and may come back later', async () => {
  const { id, payee } = await payByFile(own, [123_403])
  const purpose = 'Оплата за аренду'
  const { statement } = await cameBack({ kop: 700, account: payee.account, purpose })
  const found = (await caseOf(700))!
  assert.deepEqual(found.candidates[0]!.reasons.slice(0, 1), ['деньги пришли со счёта получателя'])
  const body = { id: found.id, resolution: 'Арендная плата за ноябрь' }
  const closed = await operator.api.send(paymentReview.closeDiscrepancy, { body })
  assert.equal(closed.resolution, body.resolution)
  const query = { filter: { statement_id: statement.id } }
  const [line] = (await manager.api.send(paymentStatement.getStatementLines, { query })).items
  assert.deepEqual([line!.match_status, line!.why.includes('не возврат')], ['ignored', true])
  const card = await operator.api.send(payment.get, { query: { id } })
  assert.deepEqual([card.status, card.returned_kop], ['paid', 0])
})

test('words of a return without any payment of ours wait too; a buyer’s money and deposits do not', async () => {
  const { line } = await cameBack({ kop: 5, purpose: 'Возврат: неверные реквизиты' })
  assert.equal(line.match_status, 'suggested')
  assert.deepEqual((await caseOf(5))!.candidates, [])
  for (const [kop, purpose] of [
    [6, 'Оплата за лом по договору № 4'],
    [7, 'Возврат депозита по договору № 4'],
  ] as const)
    assert.equal((await cameBack({ kop, purpose })).line.match_status, 'ignored', purpose)
})

test('an order of a file is not withdrawn while money waits that may be its own', async () => {
  const { id } = await sendByFile(own, [123_404])
  await cameBack({ kop: 123_404, purpose: WORDS })
  const body = { id, reason: 'Файл в банк не носили' }
  const refused = await manager.api.refused(paymentReview.markRejectedByBank, { body })
  assert.equal(refused.code, 'payment.debit-seen')
  const found = (await caseOf(123_404))!
  const notPaid = {
    body: {
      client_id: randomUUID(),
      payment_id: id,
      amount_kop: 123_404,
      reason: 'Счёт получателя закрыт',
      discrepancy_id: found.id,
    },
  }
  const early = await manager.api.refused(paymentReview.confirmReturn, notPaid)
  assert.equal(early.code, 'payment.not-paid')
  const { resolution } = { resolution: 'Перевод собственных средств' }
  await manager.api.send(paymentReview.closeDiscrepancy, { body: { id: found.id, resolution } })
  const asked = await manager.api.refused(paymentReview.markRejectedByBank, { body })
  assert.equal(asked.code, 'approval.required')
})

test('lines of a statement stand in the order of its file, whatever page is read', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    kop: 1000 + ((at * 37) % 60),
    day: dayAgo(0),
    number: 5000 + at,
    purpose: 'Оплата за лом',
  }))
  const { statement } = await takeStatement(own, statementText({ ...today, lines }))
  const numbers = []
  for (const offset of [0, 20, 40]) {
    const filter = { statement_id: statement!.id, limit: 20, offset }
    const { items } = await manager.api.send(paymentStatement.getStatementLines, {
      query: { filter },
    })
    numbers.push(...items.map((one) => Number(one.doc_number)))
  }
  assert.deepEqual(
    numbers,
    lines.map(({ number }) => number),
  )
})
