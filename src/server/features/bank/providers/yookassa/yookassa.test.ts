import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import type { BankAnswer } from '../provider.ts'
import { verifyAnswersOf } from '../open-bank.ts'
import { yookassa } from './yookassa.ts'

const peer = await openBankPeer({ pending_polls: 1, hold_ms: 50 })
after(() => peer.bank.close())
const address = peer.bank.api
const keys = { shop_id: '100500', secret_key: 'test_priyomka_training_bank' }
const bank = yookassa.open({ address, keys, account: null })
const checked = verifyAnswersOf(bank)

function order(phone = '+79261234567', amountKop = 1_234_567) {
  return {
    id: randomUUID(),
    amountKop,
    description: 'Акт А-42 от 05.10.2026 [П:01J9Z3]',
    purpose: '',
    documentNumber: null,
    documentDate: null,
    revenueTypeCode: null,
    destination: { kind: 'sbp', phone, bankId: '100000000111' } as const,
  }
}

const said = ({ outcome, payouts, errorCode }: BankAnswer) => [
  outcome,
  payouts[0]?.status ?? errorCode ?? null,
]

test("a payout is sent, its status read, and it is found by our payment's id", async () => {
  const mine = order()
  const taken = await bank.send(mine)
  assert.deepEqual(said(taken), ['accepted', 'processing'])
  const ref = taken.payouts[0]!.ref
  assert.deepEqual(said(await bank.send(mine)), ['accepted', 'processing'])
  assert.equal((await bank.find(mine.id)).payouts[0]!.ref, ref)
  await bank.status(ref, mine.id)
  assert.deepEqual(said(await bank.status(ref, mine.id)), ['accepted', 'paid'])
  const ledger = (await peer.control<{ payment_id: string }[]>('GET', 'ledger')).body
  assert.equal(ledger.filter((line) => line.payment_id === mine.id).length, 1)
})

test('a failed payout has its reason', async () => {
  const mine = order('+79261234502')
  const { payouts } = await bank.send(mine)
  await bank.status(payouts[0]!.ref, mine.id)
  const end = await bank.status(payouts[0]!.ref, mine.id)
  assert.deepEqual(
    [end.payouts[0]!.status, end.payouts[0]!.reason],
    ['rejected', 'insufficient_funds'],
  )
})

for (const [fault, expected] of [
  ['timeout_before', ['ambiguous', 'internal_server_error']],
  ['timeout_after_accept', ['ambiguous', 'internal_server_error']],
  ['reset_after_accept', ['ambiguous', 'ECONNRESET']],
  ['500_before', ['ambiguous', 'internal_server_error']],
  ['500_after_accept', ['ambiguous', 'internal_server_error']],
  ['garbage_json', ['ambiguous', 'broken']],
  ['200_empty', ['ambiguous', 'broken']],
  ['wrong_amount', ['ambiguous', 'amount_mismatch']],
  ['unknown_status', ['accepted', 'processing']],
  ['429', ['throttled', 'too_many_requests']],
  ['401_from_now', ['config', 'invalid_credentials']],
  ['403_from_now', ['config', 'forbidden']],
] as const)
  test(`an order answered by ${fault} is ${expected[0]}`, async () => {
    await peer.faults({ fault, on: ['create'], times: 1, retry_after: 7 })
    const mine = order()
    const answer = await checked.send(mine, { ...mine, payee: mine.destination })
    await peer.faults()
    assert.deepEqual(said(answer), expected)
    if (fault === '429') assert.equal(answer.retryAfter, 7)
    if (fault === 'unknown_status') assert.equal(answer.payouts[0]!.known, false)
  })

test('a send that the bank refuses is refused, and a refused repeat only as a repeat', async () => {
  assert.equal((await bank.send(order('+79261234567', 1))).outcome, 'refused')
  const mine = order()
  await bank.send(mine)
  await peer.faults({ fault: '4xx_on_repeat', times: 1 })
  assert.equal((await bank.send(mine)).outcome, 'refused')
  await peer.faults()
})

test('a payout unknown to the bank is not found, by reference and by our id', async () => {
  assert.equal((await bank.status('po-unknown', 'p')).outcome, 'not_found')
  assert.equal((await bank.find(randomUUID())).outcome, 'not_found')
})

test('wrong keys are answered as a configuration error in each call', async () => {
  const stranger = yookassa.open({ address, keys: { ...keys, secret_key: 'wrong' }, account: null })
  assert.equal((await stranger.send(order())).outcome, 'config')
  assert.equal((await stranger.status('po-1', 'p')).outcome, 'config')
  assert.equal((await stranger.find(randomUUID())).outcome, 'config')
  assert.equal(await stranger.sbpBanks!(), undefined)
})

test('for a bank that cannot be reached nothing was sent', async () => {
  const gone = await openBankPeer()
  await gone.bank.close()
  const nowhere = yookassa.open({ address: gone.bank.api, keys, account: null })
  assert.deepEqual(said(await nowhere.send(order())), ['not_sent', 'ECONNREFUSED'])
})

test('the body of a repeat is the same bytes, and the sum is never a fraction', () => {
  const mine = order('+79261234567', 123_456_789_099)
  assert.equal(bank.bodyOf(mine), bank.bodyOf({ ...mine }))
  assert.match(bank.bodyOf(mine), /"value":"1234567890\.99"/)
  assert.match(bank.bodyOf({ ...mine, amountKop: 5 }), /"value":"0\.05"/)
})

test('the directory of the fast payment system is read', async () => {
  const members = await bank.sbpBanks!()
  assert.ok(members!.some((member) => member.bank_id === '100000000111' && member.name !== ''))
})
