import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cardOrder, sbpOrder } from '#test/failures/bank-peer.ts'
import { type BankMemory, readOrder, tailOf } from './order.ts'

const savedCard = {
  first6: '220011',
  last4: '1234',
  card_type: 'Mir',
  issuer_country: 'RU',
  issuer_name: 'VTB',
}
const nobody: BankMemory = {
  isKnownPayee: () => false,
  cardOfToken: (token) => (token === 'pt-known' ? savedCard : null),
}

test('a good order by phone, card, wallet and token is read with its kopecks and its last digits', () => {
  const sbp = readOrder(sbpOrder('p1'), nobody)
  assert.ok('amount_kop' in sbp)
  assert.equal(sbp.amount_kop, 1_234_567)
  assert.equal(sbp.tail, '4567')
  const card = readOrder(cardOrder('p1', '2200117996077364'), nobody)
  assert.ok('amount_kop' in card)
  assert.deepEqual(card.destination, {
    type: 'bank_card',
    card: {
      first6: '220011',
      last4: '7364',
      card_type: 'Mir',
      issuer_country: 'RU',
      issuer_name: 'Alfa-Bank',
    },
  })
  const wallet = { type: 'yoo_money', account_number: '41001614575714' }
  const { payout_destination_data: _, ...rest } = sbpOrder('p1')
  assert.ok('amount_kop' in readOrder({ ...rest, payout_destination_data: wallet }, nobody))
  assert.equal(tailOf({ ...rest, payout_token: 'pt-known' }, nobody.cardOfToken), '1234')
  assert.ok('amount_kop' in readOrder({ ...rest, payout_token: 'pt-known' }, nobody))
})

const phone = (value: unknown) => ({ type: 'sbp', phone: value, bank_id: '100000000111' })
const card = (number: unknown) => ({ type: 'bank_card', card: { number } })
const refused: [string, object, string][] = [
  ['a sum as a number', { amount: { value: 12345.67, currency: 'RUB' } }, 'amount.value'],
  ['a sum with one decimal', { amount: { value: '5.0', currency: 'RUB' } }, 'amount.value'],
  ['a sum with a sign', { amount: { value: '-5.00', currency: 'RUB' } }, 'amount.value'],
  ['a foreign currency', { amount: { value: '5.00', currency: 'USD' } }, 'amount.currency'],
  ['no sum', { amount: undefined }, 'amount'],
  ['less than a rouble', { amount: { value: '0.99', currency: 'RUB' } }, 'amount.value'],
  [
    'more than 500 000 roubles',
    { amount: { value: '500000.01', currency: 'RUB' } },
    'amount.value',
  ],
  [
    'a phone with a plus',
    { payout_destination_data: phone('+79261234567') },
    'payout_destination_data.phone',
  ],
  [
    'a phone as a number',
    { payout_destination_data: phone(79_261_234_567) },
    'payout_destination_data.phone',
  ],
  [
    'an unknown bank',
    { payout_destination_data: { ...phone('79261234567'), bank_id: '1' } },
    'payout_destination_data.bank_id',
  ],
  [
    'a card without its check digit',
    { payout_destination_data: card('2200111753579002') },
    'payout_destination_data.card.number',
  ],
  [
    'a short card',
    { payout_destination_data: card('220011175357900') },
    'payout_destination_data.card.number',
  ],
  [
    'less than five roubles to a card',
    {
      amount: { value: '4.99', currency: 'RUB' },
      payout_destination_data: card('2200117996077364'),
    },
    'amount.value',
  ],
  [
    'an unknown kind of payee',
    { payout_destination_data: { type: 'cash' } },
    'payout_destination_data.type',
  ],
  ['two payees', { payout_token: 'pt-abcd' }, 'payout_destination_data'],
  ['no payee', { payout_destination_data: undefined }, 'payout_destination_data'],
  ['a long description', { description: 'а'.repeat(129) }, 'description'],
  ['metadata that are no texts', { metadata: { payment_id: 1 } }, 'metadata'],
  ['unknown personal data', { personal_data: [{ id: 'x' }] }, 'personal_data'],
  ['an unknown member', { metdata: {} }, 'metdata'],
]

for (const [what, change, parameter] of refused) {
  test(`an order with ${what} is refused by the name of its parameter`, () => {
    const result = readOrder({ ...sbpOrder('p1'), ...change }, nobody)
    assert.ok('parameter' in result, JSON.stringify(result))
    assert.equal(result.parameter, parameter)
  })
}

test('any JSON at all is either refused or read, and its last digits are four or none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const result = readOrder(body, nobody)
      assert.ok('parameter' in result)
      assert.match(tailOf(body, nobody.cardOfToken) ?? '0000', /^\d{1,4}$/)
    }),
  )
})

test('every sum in kopecks from one rouble to 500 000 is read exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 50_000_000 }), (kop) => {
      const value = `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`
      const order = readOrder(sbpOrder('p', value), nobody)
      assert.ok('amount_kop' in order)
      assert.equal(order.amount_kop, kop)
    }),
  )
})
