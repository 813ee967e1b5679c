import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { cardOrder, openBankPeer, sbpOrder } from '#test/failures/bank-peer.ts'

const peer = await openBankPeer()
const dir = mkdtempSync(path.join(os.tmpdir(), 'bank-'))
after(async () => {
  await peer.bank.close()
  rmSync(dir, { recursive: true })
})
beforeEach(() => peer.control('POST', 'reset'))

test('a payout stays pending for the set number of questions and then money moves exactly once', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 2, pending_seconds: null })
  const { id } = (await peer.create(sbpOrder('p1'))).body
  const seen: [string, number][] = []
  for (let n = 0; n < 5; n += 1) {
    const { status } = (await peer.ask(id)).body
    seen.push([status, peer.bank.ledger().length])
  }
  assert.deepEqual(seen, [
    ['pending', 0],
    ['pending', 0],
    ['succeeded', 1],
    ['succeeded', 1],
    ['succeeded', 1],
  ])
  const [line] = peer.bank.ledger()
  assert.deepEqual(
    [line?.payment_id, line?.payout_id, line?.amount_kop, line?.destination],
    ['p1', id, 1_234_567, 'sbp:79261234567:100000000111'],
  )
})

test('a payout is final after the set seconds of the virtual clock, whatever number of questions is set', async () => {
  await peer.control('PUT', 'settings', { pending_polls: null, pending_seconds: 100 })
  const { id } = (await peer.create(sbpOrder('p1'))).body
  await peer.advance(98)
  assert.equal((await peer.ask(id)).body.status, 'pending')
  await peer.advance(2)
  assert.equal((await peer.ask(id)).body.status, 'succeeded')
  await peer.advance(1000)
  assert.equal(peer.bank.ledger().length, 1)
})

test('with no pending questions the create call itself answers the final status', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 0 })
  assert.equal((await peer.create(sbpOrder('p1'), 'k')).body.status, 'succeeded')
  assert.equal((await peer.create(sbpOrder('p1'), 'k')).body.status, 'succeeded')
  assert.equal(peer.bank.ledger().length, 1)
})

const wallet = (account_number: string) => ({
  amount: { value: '10.00', currency: 'RUB' },
  payout_destination_data: { type: 'yoo_money', account_number },
})
const triggered: [string, object, string | undefined][] = [
  ['a phone ending in 02', sbpOrder('p', '1.00', '79260000002'), 'insufficient_funds'],
  ['a phone ending in 03', sbpOrder('p', '1.00', '79260000003'), 'recipient_not_found'],
  ['a phone ending in 04', sbpOrder('p', '1.00', '79260000004'), 'recipient_check_failed'],
  ['a phone ending in 06', sbpOrder('p', '1.00', '79260000006'), 'fraud_suspected'],
  ['a card ending in 64', cardOrder('p', '2200117996077364'), undefined],
  ['a wallet over one limit', wallet('41001614575572'), 'one_time_limit_exceeded'],
  ['a wallet over a period limit', wallet('41001614575643'), 'periodic_limit_exceeded'],
  ['a wallet without funds', wallet('410011806060766'), 'insufficient_funds'],
  ['a wallet that is declined', wallet('410011788545536'), 'general_decline'],
  ['a good wallet', wallet('41001614575714'), undefined],
]

for (const [what, order, reason] of triggered) {
  test(`${what} ends ${reason ?? 'well'}`, async () => {
    const { id } = (await peer.create(order)).body
    await peer.advance(60)
    const { body } = await peer.ask(id)
    assert.equal(body.cancellation_details?.reason, reason)
    assert.equal(body.status, reason === undefined ? 'succeeded' : 'canceled')
    assert.equal(peer.bank.ledger().length, reason === undefined ? 1 : 0)
  })
}

test('a card ending in 01 is slow', async () => {
  const { id } = (await peer.create(cardOrder('p1', '2200111753579001'))).body
  for (let n = 0; n < 8; n += 1) assert.equal((await peer.ask(id)).body.status, 'pending')
  assert.equal((await peer.ask(id)).body.status, 'succeeded')
})

test('a phone ending in 05 is accepted without an answer, and its repeat is answered', async () => {
  const order = sbpOrder('p1', '1.00', '79260000005')
  await assert.rejects(peer.create(order, 'k', 100), { name: 'TimeoutError' })
  const repeat = await peer.create(order, 'k')
  assert.equal(repeat.status, 200)
  assert.equal((await peer.find('p1')).body.items.length, 1)
})

test('a sum above the balance ends insufficient_funds and moves nothing', async () => {
  await peer.control('PUT', 'settings', { balance_kop: 1000, pending_polls: 0 })
  assert.equal((await peer.create(sbpOrder('p1', '6.00'))).body.status, 'succeeded')
  const second = await peer.create(sbpOrder('p2', '6.00'))
  assert.equal(second.body.cancellation_details?.reason, 'insufficient_funds')
  assert.equal(peer.bank.ledger().length, 1)
})

test('money is returned in parts, never more than was paid', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 0 })
  await peer.create(sbpOrder('p1', '10.00'))
  const back = async (amount_kop: number) =>
    (await peer.control('POST', 'return', { payment_id: 'p1', amount_kop })).status
  assert.deepEqual(
    [await back(400), await back(601), await back(600), await back(1)],
    [200, 409, 200, 409],
  )
  const { body } = await peer.control<{ amount_kop: number }[]>('GET', 'returns')
  assert.deepEqual(
    body.map((line) => line.amount_kop),
    [400, 600],
  )
})

test('payouts, keys, ledger and the clock outlive a restart, and no card number is in the file', async () => {
  const file = path.join(dir, 'restart.db')
  const number = '2200117996077364'
  const before = await openBankPeer({}, file)
  const paid = await before.create(sbpOrder('p1'), 'k1')
  await before.advance(3600)
  const waiting = await before.create(cardOrder('p2', number), 'k2')
  const clock = (await before.control<{ now: string }>('GET', 'clock')).body.now
  const ledger = before.bank.ledger()
  await before.bank.close()

  const again = await openBankPeer({}, file)
  try {
    assert.deepEqual(again.bank.ledger(), ledger)
    assert.equal((await again.create(sbpOrder('p1'), 'k1')).body.id, paid.body.id)
    assert.equal((await again.create(sbpOrder('p1', '2.00'), 'k1')).status, 400)
    assert.equal((await again.ask(waiting.body.id)).body.status, 'pending')
    assert.equal((await again.ask(waiting.body.id)).body.status, 'succeeded')
    const now = (await again.control<{ now: string }>('GET', 'clock')).body.now
    assert.ok(Date.parse(now) >= Date.parse(clock))
  } finally {
    await again.bank.close()
  }
  assert.equal(readFileSync(file).includes(number), false)
})
