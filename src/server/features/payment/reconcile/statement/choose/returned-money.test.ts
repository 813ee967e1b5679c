import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findReturn,
  ordersNamed,
  speaksOfReturn,
  type Credit,
  type SentOrder,
} from './returned-money.ts'

const numbersOf = (text: string) => ordersNamed(text).map(({ number }) => number)

test('every way in which banks name an order gives its number', () => {
  for (const named of [
    '№4',
    '№ 4',
    '№0004',
    'N 4',
    'N4',
    'No 4',
    'No. 4',
    'No4',
    'Nо 4',
    'Но 4',
    'Н 4',
    '#4',
    'номер 4',
    'п/п 4',
    'п/п№4',
    'п/п N 4',
    'п/п: 4',
    'п.п. 4',
    'п. п. 4',
    'пп 4',
    'ПП4',
    'ПП № 000004',
    'pp 4',
    'p/p 4',
    'рр 4',
    'nn 4',
    'п/поруч. 4',
    'п/поруч. № 4',
    'поруч. 4',
    'поручению 4',
    'поручение N 4',
    'платежному поручению № 4',
    'платёжного поручения 4',
    'плат. поруч. 4',
    'плат.пор.№4',
    'пл.пор. 000004',
    'пл. пор. N 4',
    'пл/пор 4',
    'платёжка 4',
    'документу № 4',
    'док. 4',
    'ордеру 4',
  ])
    for (const [text, day] of [
      [`Возврат средств по ${named}`, null],
      [`Возврат по ${named} от 28.11.2026. Счет получателя закрыт`, '2026-11-28'],
      [`ВОЗВРАТ ПО ${named.toUpperCase()} ОТ 28.11.26, РЕКВИЗИТЫ`, '2026-11-28'],
    ] as const)
      assert.deepEqual(ordersNamed(text), [{ number: 4, day }], text)
})

test('days, sums, accounts and longer numbers are no numbers of orders', () => {
  for (const text of [
    'Возврат по п/п от 28.11.2026',
    'Возврат п/п 28.11.2026',
    'Возврат на счет 40702810200000000004',
    'Возврат по п/п № 4000000',
    'Возврат группа 4',
    'Возврат по договору № 4',
    'Возврат по дог. N 4',
    'Возврат по акту №4 и счёту № 5',
    'Возврат 4 руб.',
  ])
    assert.deepEqual(numbersOf(text), [], text)
})

test('words of a return are read in both alphabets, whatever the bank calls it', () => {
  for (const text of [
    'Возврат средств',
    'ВОЗВРАТ',
    'Boзвpaт cpeдcтв',
    'возвращены ошибочно перечисленные средства',
    'Счет получателя закрыт',
    'Счёт закрыт',
    'Карта не найдена',
    'Не зачислено: неверный счет получателя',
    'Некорректные реквизиты получателя',
    'Отказ банка получателя',
    'Отклонено банком',
    'Сторно операции',
    'Перечисление невыясненных сумм',
    'Payment returned',
    'VOZVRAT',
  ])
    assert.ok(speaksOfReturn(text), text)
  for (const text of ['Оплата по договору № 4', 'Выручка от продажи лома', 'Проценты на остаток'])
    assert.ok(!speaksOfReturn(text), text)
})

const order: SentOrder = {
  id: 'p',
  number: 4,
  date: '2026-11-28',
  amountKop: 23_456,
  account: '40817810900000000017',
  bik: '044525225',
  inn: '500100732259',
}
const credit: Credit = {
  bookedOn: '2026-11-30',
  amountKop: 23_456,
  payerAccount: '30232810000000000001',
  payerBik: null,
  payerInn: null,
  purpose: 'Возврат средств по п/п N 4 от 28.11.2026. Счет получателя закрыт',
}
const judged = (change: Partial<Credit>, sent: readonly SentOrder[] = [order]) =>
  findReturn({ ...credit, ...change }, sent)

test('the number, the sum and no other day of one order name it', () => {
  assert.equal(judged({}).named, 'p')
  for (const change of [
    { purpose: 'Возврат по п/п N 4 от 27.11.2026' },
    { purpose: 'Возврат по п/п N 5' },
    { purpose: 'Оплата по счету N 4' },
    { amountKop: 23_455 },
  ]) {
    const { named, isPossible, possible } = judged(change)
    assert.deepEqual([named, isPossible, possible.map(({ id }) => id)], [null, true, ['p']])
  }
  assert.equal(judged({ bookedOn: '2026-11-27' }).named, null)
  assert.equal(judged({ bookedOn: '2027-02-01' }).named, null)
  assert.equal(judged({}, [order, { ...order, id: 'q' }]).named, null)
})

test('payee, ИНН, sum of near days and words each make it possible, the likeliest order first', () => {
  const bare = { purpose: 'Перевод', amountKop: 1 }
  assert.deepEqual(judged(bare).isPossible, false)
  assert.deepEqual(judged({ ...bare, payerAccount: order.account }).possible[0]!.signs, ['account'])
  assert.deepEqual(judged({ ...bare, payerInn: order.inn }).possible[0]!.signs, ['inn'])
  assert.deepEqual(judged({ purpose: 'Перевод' }).possible[0]!.signs, ['sum'])
  assert.equal(judged({ purpose: 'Перевод', bookedOn: '2027-01-10' }).isPossible, false)
  const late = { purpose: 'Перевод', bookedOn: '2027-01-10', payerBik: order.bik }
  assert.deepEqual(judged(late).possible[0]!.signs, ['sum', 'bank'])
  assert.equal(judged({ ...bare, payerBik: order.bik }).isPossible, false)
  const words = judged({ ...bare, purpose: 'Возврат: счёт закрыт' })
  assert.deepEqual([words.isPossible, words.possible], [true, []])
  for (const purpose of [
    'Возврат депозита по договору № 9',
    'Возврат займа',
    'Возврат подотчётных',
  ])
    assert.equal(judged({ ...bare, purpose }).isPossible, false, purpose)
  const sent = [
    { ...order, id: 'sum', number: 9 },
    { ...order, id: 'number', amountKop: 1 },
    { ...order, id: 'both' },
  ]
  assert.deepEqual(
    judged({}, sent).possible.map(({ id }) => id),
    ['both', 'number', 'sum'],
  )
})

test('whatever a credit says, it never names an order of another sum, and one of the sum is never passed over', () => {
  const purpose = fc.oneof(
    fc.string(),
    fc.constantFrom('Возврат по п/п N 4', 'возврат № 5 от 28.11.2026', 'Оплата', 'Отказ ПП4 ПП5'),
  )
  const days = fc.integer({ min: -5, max: 70 })
  const orders = fc.array(
    fc.record({
      id: fc.uuid(),
      number: fc.integer({ min: 1, max: 6 }),
      amountKop: fc.integer({ min: 1, max: 3 }),
      account: fc.constantFrom('1', '2', null),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(purpose, days, fc.integer({ min: 1, max: 3 }), orders, (text, after, kop, some) => {
      const sent = some.map((one) => ({ ...order, ...one }))
      const bookedOn = new Date(Date.parse(order.date!) + after * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const verdict = judged({ purpose: text, bookedOn, amountKop: kop }, sent)
      const { named, isPossible, possible } = verdict
      if (named !== null) {
        const one = sent.find(({ id }) => id === named)!
        assert.ok(one.amountKop === kop && numbersOf(text).includes(one.number))
        assert.ok(speaksOfReturn(text) && after >= 0 && after <= 60)
      }
      if (possible.length > 0) assert.ok(isPossible)
      if (after >= 0 && after <= 30)
        assert.deepEqual(
          possible.filter(({ signs }) => signs.includes('sum')).length,
          sent.filter(({ amountKop }) => amountKop === kop).length,
        )
      // No order of ours changes what the words say.
      if (judged({ purpose: text, bookedOn, amountKop: kop }, []).isPossible) assert.ok(isPossible)
    }),
    { numRuns: 2000 },
  )
})
