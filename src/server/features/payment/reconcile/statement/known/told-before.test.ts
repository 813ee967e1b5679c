import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import {
  dayAgo,
  payByFile,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const agreementId = await addFileAgreement(own)
const { manager } = own
const { cardOf, caseOf, ended } = debitSteps(own)
let from = 1

/** Each file has another period, so that none is the same bytes. */
const take = (...lines: BankLine[]) =>
  takeStatement(own, statementText({ from: dayAgo(++from), to: dayAgo(0), lines }))
async function casesOf(payment_id: string) {
  const query = { filter: { payment_id } }
  const { items } = await manager.api.send(paymentReview.getDiscrepancies, { query })
  return items.map(({ title }) => title)
}

test('a debit that another format tells with zeros before its number, or without it, is known; a further one is not', async () => {
  const { id, line } = await sendByFile(own, [90_100])
  const padded = { ...line, number: String(line.number).padStart(6, '0') }
  const unnamed = { ...line, number: undefined, purpose: 'Перевод' }
  await take(padded)
  assert.equal((await cardOf(id)).status, 'paid')
  for (const told of [line, unnamed, padded]) {
    const { statement } = await take(told)
    assert.deepEqual([statement!.line_count, statement!.known_count], [1, 1])
  }
  assert.deepEqual(await casesOf(id), [])
  const { statement } = await take(padded, { ...line, number: 901 }, unnamed)
  assert.deepEqual([statement!.line_count, statement!.known_count], [3, 1])
  assert.equal((await casesOf(id)).length, 1)
})

test('of a numbered line and one without a number, which come together, the numbered one is known', async () => {
  const { id, line } = await sendByFile(own, [90_600])
  await take({ ...line, number: String(line.number).padStart(6, '0') })
  const { statement } = await take({ ...line, number: undefined, purpose: 'Перевод' }, line)
  assert.deepEqual([statement!.line_count, statement!.known_count], [2, 1])
  assert.deepEqual(await casesOf(id), [])
})

test('many debits of one sum and day are each known once when they are told without numbers, and hold nobody up', async () => {
  const count = promisedSize(12, 5000)
  const salaries = (over: (at: number) => Partial<BankLine>) =>
    Array.from({ length: count }, (_, at) => ({ kop: 91_100, day: dayAgo(0), ...over(at) }))
  await take(...salaries((at) => ({ number: `Р-${at}` })))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const { statement } = await take(...salaries(() => ({})), { kop: 91_100, day: dayAgo(0) })
  delay.disable()
  assert.deepEqual([statement!.line_count, statement!.known_count], [count + 1, count])
  assertWithin(delay.max / 1e6, 500, 'a statement that tells lines of another anew')
})

test('a line that has our mark is new beside one that another file told without it', async () => {
  const { id, line } = await sendByFile(own, [90_200])
  await take({ ...line, number: undefined, purpose: 'Перевод' })
  assert.equal((await cardOf(id)).status, 'registered')
  await take(line)
  assert.equal((await cardOf(id)).status, 'paid')
  assert.deepEqual(await casesOf(id), [])
})

test('money that comes back by our number, or with our mark and other words, is a return', async () => {
  const [numbered, marked] = [await payByFile(own, [90_300]), await payByFile(own, [90_400])]
  const number = String(numbered.line.number).padStart(3, '0')
  const back = { ...numbered.line, credit: true, number: 911 } as const
  await take(
    { ...back, purpose: `Возврат по п/п № ${number}, счёт закрыт` },
    { ...back, kop: 90_400, number: 912, purpose: `Счёт закрыт. ${marked.line.purpose!}` },
  )
  for (const { id } of [numbered, marked])
    assert.equal((await caseOf(id)).title, 'Похоже на возврат выплаты')
})

test('a statement of the account that an agreement had is accepted, and its debits are recognised', async () => {
  const sent = await ended([90_500])
  await own.db.q
    .updateTable('bank_config')
    .set({ account: '40702810500000000002' })
    .where('id', '=', agreementId)
    .execute()
  const { statement, code } = await take(sent.line)
  assert.equal(code, undefined)
  assert.equal((await caseOf(sent.id)).may_pay, true)
  const query = { filter: { statement_id: statement!.id } }
  const { items } = await manager.api.send(paymentStatement.getStatementLines, { query })
  assert.equal(items[0]!.payment!.id, sent.id)
})
