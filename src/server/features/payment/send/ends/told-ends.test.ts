import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { paymentReview } from '#contract/payment/review.ts'
import { openBankStreet } from '#test/builders/transfer/bank-street.ts'

const banks = await openBankStreet()
after(() => banks.close())
const { yookassa, direct, own, visit, stateOf } = banks
const { casesOf, kindsOf, assertNotPayable } = banks
beforeEach(() => banks.calm())
const KOP = 23_456

for (const amount of [
  { value: '90.00', currency: 'RUB' },
  { value: '234.56', currency: 'USD' },
])
  test(`the payout that was asked about with ${amount.value} ${amount.currency} is told with its sum`, async () => {
    yookassa.opening = 'pending'
    const row = await banks.send('yookassa', KOP)
    await visit(row.id)
    yookassa.lies = { read: (payout) => ({ ...payout, status: 'succeeded', amount }) }
    assert.equal(await visit(row.id), 'processing')
    const told = amount.currency === 'RUB' ? '90,00 ₽' : '234,56 USD'
    assert.deepEqual(await casesOf(row), [['amount_mismatch', told]])
    // The bank has said that this very payout was executed: a later refusal is its second word, not the end.
    yookassa.lies = { read: (payout) => ({ ...payout, status: 'canceled' }) }
    assert.equal(await visit(row.id), 'processing')
    assert.deepEqual(await kindsOf(row), ['amount_mismatch', 'contradicting_ends'])
    await assertNotPayable(row)
  })

test('the database keeps what a bank has told, and lets no word of a bank end a payment against it', async () => {
  yookassa.opening = 'pending'
  const [row, other] = await banks.sendMany('yookassa', 2, KOP)
  for (const { id } of [row!, other!]) assert.equal(await visit(id), 'processing')
  const set = (id: string, told: object[], status: string) =>
    sql`update payment set told_ends = ${JSON.stringify(told)}, status = ${status}, status_source = 'status'
      where id = ${id}`.execute(own.db.q)
  const paid = [{ end: 'paid', by: 'notice', words: '02' }]
  await set(row!.id, paid, 'processing')
  await assert.rejects(set(row!.id, [], 'processing'), /what a bank has told is not taken back/)
  for (const status of ['rejected', 'cancelled'])
    await assert.rejects(set(row!.id, paid, status), /two ends, people decide/)
  await set(row!.id, paid, 'paid')
  const refused = [{ end: 'refused', by: 'notice', words: '03' }]
  await assert.rejects(set(other!.id, refused, 'paid'), /two ends, people decide/)
})

test('an end hidden behind a hundred other notices is still heard, with the words of both', async () => {
  direct.notices = ['01']
  const row = await banks.send('direct', KOP)
  await visit(row.id)
  direct.tell(row.id, '02')
  for (let i = 0; i < 100; i++) direct.tell(row.id, '03')
  for (let i = 0; i < 4; i++) await visit(row.id)
  const [[kind, told]] = (await casesOf(row)) as [[string, string]]
  assert.equal(kind, 'contradicting_ends')
  assert.match(told, /02 Исполнен/)
  await assertNotPayable(row)
})

test('another end after the payment is over is told, whichever payment has the mailbox read', async () => {
  for (const [first, second, end] of [
    ['02', '03', 'paid'],
    ['03', '02', 'rejected'],
  ] as const) {
    direct.notices = [first]
    const row = await banks.send('direct', KOP)
    await banks.visitUntil(row, end)
    direct.tell(row.id, second)
    await banks.visitUntil(await banks.send('direct', KOP), end)
    assert.equal(await stateOf(row.id), end)
    assert.deepEqual(await kindsOf(row), ['contradicting_ends'])
    await assertNotPayable(row)
    const { items } = await own.operator.api.send(paymentReview.getDiscrepancies, {
      query: { filter: { payment_id: row.id } },
    })
    assert.match(items[0]!.title, /два разных итога/)
  }
})

test('a notice about another document, or about our question, ends nothing', async () => {
  direct.notices = ['01']
  const row = await banks.send('direct', KOP)
  assert.equal(await visit(row.id), 'registered')
  assert.equal(await visit(row.id), 'processing')
  const question = direct.questions.find(({ about }) => about === row.id)!
  direct.tell(question.id, '02')
  direct.tell(randomUUID(), '02')
  assert.equal(await visit(row.id), 'processing')
  assert.deepEqual(await kindsOf(row), [])
  // An answer to our question that names another document.
  direct.tell(randomUUID(), '02', question.id)
  assert.equal(await visit(row.id), 'processing')
  assert.deepEqual(await kindsOf(row), ['foreign_answer'])
  direct.tell(row.id, '02')
  assert.equal(await visit(row.id), 'paid')
})
