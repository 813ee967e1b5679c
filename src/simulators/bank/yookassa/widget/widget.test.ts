import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openBankPeer } from '#test/failures/bank-peer.ts'

const peer = await openBankPeer({ pending_polls: 0 })
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))

const NUMBER = '2200117996077364'
const order = (payout_token: string) => ({
  amount: { value: '500.00', currency: 'RUB' },
  payout_token,
  metadata: { payment_id: 'p1' },
})

test('a number becomes a token of the ledger, and only such a token is paid', async () => {
  const told = await peer.typeCard(NUMBER)
  assert.deepEqual(
    { ...told.card, payout_token: '' },
    {
      payout_token: '',
      first6: '220011',
      last4: '7364',
      card_type: 'Mir',
      issuer_country: 'RU',
      issuer_name: 'Alfa-Bank',
    },
  )
  const paid = await peer.create(order(told.card!.payout_token))
  assert.equal(paid.body.status, 'succeeded')
  assert.equal(peer.bank.ledger()[0]!.destination, 'bank_card:*7364')
  const unknown = await peer.call<{ parameter: string }>('POST', '/payouts', {
    key: 'k',
    body: order('pt-invented'),
  })
  assert.deepEqual([unknown.status, unknown.body.parameter], [400, 'payout_token'])
})

test('a token that the bank has forgotten is refused, and the same key may be used again', async () => {
  const { card } = await peer.typeCard(NUMBER)
  await peer.faults({ fault: 'token_forgotten', times: 1 })
  assert.equal((await peer.create(order(card!.payout_token), 'k')).status, 400)
  assert.equal((await peer.create(order(card!.payout_token), 'k')).status, 200)
})

test('the form says what is wrong with a number, and tells the codes of the provider', async () => {
  assert.match((await peer.typeCard('2200117996077365')).text, /Проверьте номер карты/)
  assert.equal((await peer.typeCard('4000000000000507')).error, 'card_country_code_error')
  assert.equal((await peer.typeCard(NUMBER, '1')).error, 'internal_service_error')
  const requests = JSON.stringify(await peer.requests())
  assert.ok(!requests.includes(NUMBER))
})

test('the script is for pages of other sites, the form for a frame of them', async () => {
  const { origin } = new URL(peer.bank.api)
  const script = await fetch(`${origin}/payouts-data/3.1.0/widget.js`)
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(await script.text(), /window\.PayoutsData = class/)
  assert.equal((await fetch(`${origin}/payouts-data/3.1.0/other`)).status, 404)
})
