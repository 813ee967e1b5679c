import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { accountWith } from '#test/builders/transfer/accounts.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'

const peer = await openBankPeer()
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))
const { origin } = new URL(peer.bank.api)

/** A call in the words of the provider's papers; the answer as it came. */
async function call(method: string, path: string, body?: string, token = 'TBankSandboxToken') {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Body) }
}
interface Body {
  status?: string
  errorMessage?: string
  errorCode?: string
}

const PAY = '/api/v1/payment/ruble-transfer/pay'
const payee = {
  name: 'ООО «Вторсырьё»',
  inn: '7707083893',
  kpp: '773601001',
  bik: '044525974',
  bankName: 'АО «ТБанк»',
  corrAccountNumber: '30101810145250000974',
  accountNumber: '40817810900000000017',
}
const order = (id: string, more: object = {}, to: object = {}) => ({
  id,
  from: { accountNumber: '40702810500000000001' },
  to: { ...payee, ...to },
  purpose: 'Оплата за лом. НДС не облагается',
  executionOrder: 5,
  amount: 12345.67,
  ...more,
})
const pay = (body: object) => call('POST', PAY, JSON.stringify(body))
const ask = (id: string) => call('GET', `/api/v1/payment/${id}`)

test('an order is queued with an empty answer, in work at one question, executed at the next', async () => {
  const taken = await pay(order('p1'))
  assert.deepEqual([taken.status, taken.text], [201, ''])
  assert.deepEqual(peer.bank.ledger(), [])
  assert.equal((await ask('p1')).body.status, 'IN_PROGRESS')
  assert.equal((await ask('p1')).body.status, 'EXECUTED')
  const [line] = peer.bank.ledger()
  assert.deepEqual(
    [line!.payment_id, line!.amount_kop, line!.destination],
    ['p1', 1_234_567, 'account:40817810900000000017:044525974'],
  )
})

test('an id is one payment for ever, whatever a repeat says', async () => {
  await pay(order('p1'))
  await peer.advance(400 * 24 * 60 * 60)
  assert.equal((await pay(order('p1', { amount: 1 }))).status, 201)
  await peer.advance(60)
  assert.deepEqual(
    peer.bank.ledger().map(({ amount_kop }) => amount_kop),
    [1_234_567],
  )
})

for (const [says, body] of [
  ['id', order('p 1')],
  ['from.accountNumber', order('p1', { from: { accountNumber: '40702810500000000002' } })],
  ['to.inn', order('p1', {}, { inn: '77' })],
  ['to.name', order('p1', {}, { name: '' })],
  ['to.accountNumber', order('p1', {}, { accountNumber: '40817810900000000018' })],
  ['purpose', order('p1', { purpose: 'Оплата за лом' })],
  ['purpose', order('p1', { purpose: `НДС ${'я'.repeat(210)}` })],
  ['amount', order('p1', { amount: '12345.67' })],
  ['amount', order('p1', { amount: 0 })],
  ['amount', order('p1', { amount: 1.005 })],
  ['documentNumber', order('p1', { documentNumber: 2000 })],
  ['dueDate', order('p1', { dueDate: '2026-10-05' })],
] as const)
  test(`a wrong ${says} is refused with its name and makes nothing: ${JSON.stringify(body).length}`, async () => {
    const refused = await pay(body)
    assert.equal(refused.status, 422)
    assert.ok(refused.body.errorMessage!.startsWith(says), refused.text)
    assert.equal((await ask('p1')).status, 422)
  })

test('an unknown id, a foreign token, a foreign account and what is no JSON are told apart', async () => {
  assert.equal((await ask('p1')).status, 422)
  await peer.control('PUT', 'settings', { unknown_transfer_status: 404 })
  assert.equal((await ask('p1')).status, 404)
  const foreign = await call('GET', '/api/v1/payment/p1', undefined, 'other')
  assert.deepEqual([foreign.status, foreign.body.errorCode], [401, 'UNAUTHORIZED'])
  assert.equal((await call('POST', PAY, '{')).status, 400)
  assert.equal((await call('GET', PAY)).status, 405)
  assert.equal((await call('GET', '/api/v1/nothing/at/all')).status, 404)
  const statement = '/openapi/api/v1/statement?accountNumber='
  assert.equal((await call('GET', `${statement}40702810500000000001`)).status, 200)
  assert.equal((await call('GET', `${statement}40702810500000000002`)).status, 422)
})

test('the limits of the cabinet refuse, the next day begins anew', async () => {
  await peer.control('PUT', 'settings', { payee_day_count: 1, transfer_limit_kop: 2_000_000 })
  assert.equal((await pay(order('p1'))).status, 201)
  assert.match((await pay(order('p2'))).body.errorMessage!, /не больше 1$/)
  assert.match((await pay(order('p3', { amount: 20000.01 }))).body.errorMessage!, /^Превышен лимит/)
  await peer.advance(24 * 60 * 60)
  assert.equal((await pay(order('p4'))).status, 201)
})

test('the end of the account chooses the result, and an executed order can come back', async () => {
  await pay(order('p1', {}, { accountNumber: accountWith('102') }))
  await peer.advance(60)
  const failed = (await ask('p1')).body
  assert.deepEqual(
    [failed.status, failed.errorMessage],
    ['FAILED', 'Недостаточно средств на счёте'],
  )
  await pay(order('p2'))
  await peer.advance(60)
  const returned = await peer.control('POST', 'return', { payment_id: 'p2', amount_kop: 1_234_567 })
  assert.equal(returned.status, 200)
  const { body } = await peer.control<{ payment_id: string }[]>('GET', 'returns')
  assert.deepEqual(
    body.map(({ payment_id }) => payment_id),
    ['p2'],
  )
})

test('a payment order is not shown among the payouts of the other dialect', async () => {
  await pay(order('p1'))
  assert.deepEqual((await peer.find('p1')).body.items, [])
})

test('search_lag hides an order that was taken, late_return brings its money back', async () => {
  await peer.faults(
    { fault: 'late_return', on: ['create'] },
    { fault: 'search_lag', on: ['status'], times: 1 },
  )
  await pay(order('p1'))
  assert.equal((await ask('p1')).status, 422)
  await ask('p1')
  assert.equal((await ask('p1')).body.status, 'EXECUTED')
  await peer.advance(10)
  assert.equal((await peer.control<object[]>('GET', 'returns')).body.length, 1)
})
