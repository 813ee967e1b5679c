import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { accountProblem, corrAccountProblem, normalizeAccount } from './account.ts'
import { bikProblem } from './bik.ts'
import { cardBrand, cardProblem, maskCard, normalizeCard } from './card.ts'
import { luhnHolds } from './digits.ts'

const SENTENCE = /^[А-ЯЁ].{5,}/

test('БИК are judged by form', () => {
  for (const bik of [
    '044525225',
    '044525974',
    '040507717',
    '049805000',
    '1'.repeat(9),
    '044 525 225',
  ])
    assert.equal(bikProblem(bik), undefined, bik)
  for (const bik of ['44525225', '0445252255', '944525225', '', '04452522S'])
    assert.match(bikProblem(bik) ?? '', SENTENCE, bik)
})

const goodAccounts: [string, string][] = [
  ['40602810700000000025', '049805746'],
  ['40602Т10700000000025', '049805746'],
  ['40102810100000010001', '049805000'],
  ['40102810545370000003', '004525988'],
  ['40501810600000002901', '044583000'],
  ['40501810600000002901', '044583001'],
  ['40501810600000002901', '044583002'],
  ['40702810200000000001', '044525225'],
  ['40817810900000000017', '044525974'],
  ['40702810138250123017', '044525225'],
  ['40702А10000000000001', '044525225'],
  ['4070 2810 2000 0000 0001', '044 525 225'],
]

test('accounts whose key agrees with the БИК are taken', () => {
  for (const [account, bik] of goodAccounts)
    assert.equal(accountProblem(account, bik), undefined, account)
  assert.equal(normalizeAccount('4070 2810 2000 0000 0001'), '40702810200000000001')
})

test('accounts whose key does not agree with the БИК are refused', () => {
  const rows: [string, string][] = [
    ['40602810800000000025', '049805746'],
    ['40702810200000000001', '044525974'],
    ['40501810600000002901', '044583003'],
    ['40702810900000000001', '044525225'],
    ['40817810000000000019', '044525974'],
    ['40602T10700000000025', '049805746'],
    ['40602Б10700000000025', '049805746'],
    ['4060281070000000002', '049805746'],
    ['406028107000000000250', '049805746'],
    ['', '049805746'],
  ]
  for (const [account, bik] of rows)
    assert.match(accountProblem(account, bik) ?? '', SENTENCE, account)
})

test('each digit of an account raised by one is caught', () => {
  const account = '40602810700000000025'
  for (let place = 0; place < 20; place++) {
    const raised =
      account.slice(0, place) + ((Number(account[place]) + 1) % 10) + account.slice(place + 1)
    assert.notEqual(accountProblem(raised, '049805746'), undefined, raised)
  }
})

test('treasury accounts have no key but must have the form', () => {
  for (const last of '0123456789')
    assert.equal(accountProblem(`0310064300000001950${last}`, '004525988'), undefined)
  assert.notEqual(accountProblem('031006430000000195', '004525988'), undefined)
})

test('the key of an account is not checked with a wrong БИК', () => {
  assert.match(accountProblem('40602810700000000025', '44525225')!, /БИК/)
  assert.match(corrAccountProblem('30101810400000000225', '')!, /БИК/)
})

test('corr. accounts are judged by their head, their tail and the key', () => {
  const good: [string, string][] = [
    ['30101810400000000225', '044525225'],
    ['30101810145250000974', '044525974'],
    ['30101810800000000746', '049805746'],
  ]
  for (const [account, bik] of good)
    assert.equal(corrAccountProblem(account, bik), undefined, account)
  const bad: [string, string][] = [
    ['30101810500000000225', '044525225'],
    ['30101810400000000225', '044525974'],
    ['30101810000000000746', '049805746'],
    ['40702810200000000001', '044525225'],
    ['3010181040000000022', '044525225'],
  ]
  for (const [account, bik] of bad)
    assert.match(corrAccountProblem(account, bik) ?? '', SENTENCE, account)
})

test('each wrong digit of an account is caught where it does not change the rule itself', () => {
  const tail = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(
      tail,
      fc.integer({ min: 0, max: 19 }),
      fc.integer({ min: 1, max: 9 }),
      (rest, place, by) => {
        const bik = '044525225'
        const heads = [...'0123456789'].map((key) => `40817810${key}`)
        const account = heads
          .map((head) => head + rest.slice(0, 11).join(''))
          .find((candidate) => accountProblem(candidate, bik) === undefined)!
        const wrong =
          account.slice(0, place) + ((Number(account[place]) + by) % 10) + account.slice(place + 1)
        assert.notEqual(accountProblem(wrong, bik), undefined, `${account} ${wrong}`)
      },
    ),
  )
})

const cards = [
  '2200111753579001',
  '2200117996077364',
  '2200119066335755',
  '2200113704697015',
  '2200119753612540',
  '2200770239097761',
  '4111111111111111',
  '5555555555554444',
  '6250941006528599',
]

test('payable cards are taken', () => {
  for (const card of [...cards, '2200 1117 5357 9001'])
    assert.equal(cardProblem(card), undefined, card)
  assert.equal(normalizeCard('2200 1117-5357 9001'), '2200111753579001')
})

test('cards with a wrong digit, length or brand are refused', () => {
  const bad = [
    '2200111753579002',
    '4111111111111112',
    '2204310000000000',
    '2205000000000000',
    '220011175357900',
  ]
  for (const card of [
    ...bad,
    '2205000000000009',
    '',
    '220011175357905',
    '22001117535790013',
    '220011175357900X',
  ])
    assert.match(cardProblem(card) ?? '', SENTENCE, card)
  assert.match(cardProblem('2205000000000009')!, /системы/)
})

test('a brand is known by the first digits, including the edges of its range', () => {
  const rows: [string, string | undefined][] = [
    ['2199', undefined],
    ['2200', 'mir'],
    ['2204', 'mir'],
    ['2205', undefined],
    ['4000', 'visa'],
    ['5099', 'maestro'],
    ['5100', 'mastercard'],
    ['5599', 'mastercard'],
    ['5600', 'maestro'],
    ['5899', 'maestro'],
    ['5900', undefined],
    ['2220', undefined],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', undefined],
    ['6200', 'unionpay'],
    ['8100', 'unionpay'],
    ['3527', undefined],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', undefined],
    ['6300', 'maestro'],
    ['6700', 'maestro'],
    ['6800', undefined],
    ['220', undefined],
    ['', undefined],
  ]
  for (const [head, brand] of rows) assert.equal(cardBrand(head), brand, head)
})

test('a card is shown by its last four digits and brand', () => {
  assert.equal(maskCard('9001', 'mir'), '••••\u00a09001\u00a0МИР')
  assert.equal(maskCard('9001'), '••••\u00a09001')
  assert.equal(maskCard('9001', null), '••••\u00a09001')
})

test('each single wrong digit breaks the Luhn sum', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...cards),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 1, max: 9 }),
      (card, place, by) =>
        !luhnHolds(
          card.slice(0, place) + ((Number(card[place]) + by) % 10) + card.slice(place + 1),
        ),
    ),
  )
})

test('two neighbouring digits that change places break the Luhn sum, except 0 and 9', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cards), fc.integer({ min: 0, max: 14 }), (card, place) => {
      const pair = card.slice(place, place + 2)
      fc.pre(pair[0] !== pair[1] && pair !== '09' && pair !== '90')
      assert.ok(!luhnHolds(card.slice(0, place) + pair[1] + pair[0] + card.slice(place + 2)))
    }),
  )
})
