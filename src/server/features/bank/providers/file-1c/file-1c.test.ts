import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order, payee, payer } from '#test/builders/bank-files/order.ts'
import type { OrderFile, OrderParty, PaymentOrder } from '../file-provider.ts'
import { file1c } from './file-1c.ts'

const file: OrderFile = {
  payer,
  madeOn: '2026-10-05',
  madeAt: '09:15:00',
  encoding: 'windows-1251',
  orders: [order],
  messageId: '0192f3a46c1e7b529d3f8a4e5c6b7d81',
  settings: {},
}

// The example of payments.md 4.4, word for word.
const EXAMPLE = `1CClientBankExchange
ВерсияФормата=1.03
Кодировка=Windows
Отправитель=Priyomka
Получатель=
ДатаСоздания=05.10.2026
ВремяСоздания=09:15:00
ДатаНачала=05.10.2026
ДатаКонца=05.10.2026
РасчСчет=40702810200000000001
Документ=Платежное поручение
СекцияДокумент=Платежное поручение
Номер=17
Дата=05.10.2026
Сумма=12345.67
ПлательщикСчет=40702810200000000001
Плательщик=ИНН 7707083893 ООО "Вторсырьё"
ПлательщикИНН=7707083893
ПлательщикКПП=773601001
Плательщик1=ООО "Вторсырьё"
ПлательщикРасчСчет=40702810200000000001
ПлательщикБанк1=ПАО СБЕРБАНК
ПлательщикБанк2=г. Москва
ПлательщикБИК=044525225
ПлательщикКорсчет=30101810400000000225
ПолучательСчет=40817810900000000017
Получатель=ИНН 500100732259 Иванов Иван Иванович
ПолучательИНН=500100732259
ПолучательКПП=
Получатель1=Иванов Иван Иванович
ПолучательРасчСчет=40817810900000000017
ПолучательБанк1=АО "ТБанк"
ПолучательБанк2=г. Москва
ПолучательБИК=044525974
ПолучательКорсчет=30101810145250000974
ВидПлатежа=Электронно
ВидОплаты=01
Очередность=5
НазначениеПлатежа=Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]
НазначениеПлатежа1=Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]
КонецДокумента
КонецФайла
`.replaceAll('\n', '\r\n')

const problemOf = (
  change: Partial<PaymentOrder> & { to?: Partial<OrderParty>; from?: Partial<OrderParty> },
  encoding: OrderFile['encoding'] = 'windows-1251',
) => {
  const { to, from, ...fields } = change
  const changed = { ...order, ...fields, payee: { ...payee, ...to } }
  return file1c.orderProblem({ ...payer, ...from }, changed, encoding)
}

test('the example of the rules comes out byte for byte in windows-1251', () => {
  const bytes = file1c.writeOrders(file)
  assert.equal(new TextDecoder('windows-1251', { fatal: true }).decode(bytes), EXAMPLE)
  // One byte a letter: Ё of «Вторсырьё» among them.
  assert.equal(bytes.length, EXAMPLE.length)
  assert.deepEqual(file1c.writeOrders(file), bytes)
})

test('the same orders in UTF-8 say so in their head', () => {
  const bytes = file1c.writeOrders({ ...file, encoding: 'utf-8' })
  assert.equal(bytes.toString(), EXAMPLE.replace('Кодировка=Windows', 'Кодировка=UTF-8'))
})

test('the period covers the days of all orders, and each order is a section', () => {
  const orders = [
    { ...order, number: 18, date: '2026-10-07' },
    { ...order, number: 19, date: '2026-10-04', amountKop: 5 },
  ]
  const text = file1c.writeOrders({ ...file, encoding: 'utf-8', orders }).toString()
  assert.match(text, /ДатаНачала=04\.10\.2026\r\nДатаКонца=07\.10\.2026\r\n/)
  assert.equal(text.match(/СекцияДокумент=/g)!.length, 2)
  assert.match(text, /Номер=19\r\nДата=04\.10\.2026\r\nСумма=0\.05\r\n/)
})

test('a person without ИНН has 0, and nothing before the name', () => {
  const stranger = { ...order, payee: { ...payee, inn: null } }
  const text = file1c.writeOrders({ ...file, encoding: 'utf-8', orders: [stranger] }).toString()
  assert.match(text, /\r\nПолучатель=Иванов Иван Иванович\r\nПолучательИНН=0\r\n/)
})

test('a line break in a name begins no key of its own', () => {
  const name = 'Иванов\r\nПолучательСчет=40817810000000000999\tИван'
  const text = file1c
    .writeOrders({ ...file, encoding: 'utf-8', orders: [{ ...order, payee: { ...payee, name } }] })
    .toString()
  assert.match(text, /\r\nПолучатель1=Иванов ПолучательСчет=40817810000000000999 Иван\r\n/)
  assert.equal(text.match(/^ПолучательСчет=/gm)!.length, 1)
})

test('what the bank’s form does not take is named before anything is written', () => {
  assert.equal(problemOf({}), undefined)
  assert.match(problemOf({ to: { name: 'Әлімов' } })!, /Название получателя: знак «Ә»/)
  assert.equal(problemOf({ to: { name: 'Әлімов' } }, 'utf-8'), undefined)
  assert.match(problemOf({ to: { name: 'Ив\u0007анов' } }, 'utf-8')!, /знак «U\+0007»/)
  assert.match(problemOf({ to: { name: 'И'.repeat(161) } })!, /длиннее 160 знаков/)
  assert.equal(problemOf({ to: { name: 'И'.repeat(160) } }), undefined)
  assert.match(problemOf({ purpose: 'О'.repeat(211) })!, /Назначение платежа: длиннее 210/)
  assert.match(problemOf({ purpose: ' \r\n ' })!, /Назначение платежа: пусто/)
  assert.match(problemOf({ to: { name: '' } })!, /Название получателя: пусто/)
  assert.match(problemOf({ to: { bankName: '' } })!, /Банк получателя: пусто/)
  assert.match(problemOf({ from: { account: '' } })!, /Счёт плательщика/)
  assert.match(problemOf({ to: { account: '4081781090000000001' } })!, /Счёт получателя/)
  assert.match(problemOf({ to: { bik: '04452597' } })!, /БИК банка получателя/)
  assert.match(problemOf({ to: { inn: '50010073225' } })!, /ИНН получателя/)
  assert.match(problemOf({ from: { kpp: '77' } })!, /КПП плательщика/)
  assert.match(problemOf({ number: 1_000_000 })!, /Номер поручения/)
  assert.match(problemOf({ amountKop: 0 })!, /Сумма/)
  assert.throws(() => file1c.writeOrders({ ...file, orders: [{ ...order, purpose: '' }] }), /пусто/)
})

test('signs that the form writes in another way are replaced', () => {
  const purpose = 'Лом\u00a0чёрный −\u202f5 ₽ «№ 1» — Ё'
  const text = new TextDecoder('windows-1251').decode(
    file1c.writeOrders({ ...file, orders: [{ ...order, purpose }] }),
  )
  // U+2212 becomes a hyphen.
  assert.match(text, /\r\nНазначениеПлатежа=Лом чёрный - 5 руб\. «№ 1» — Ё\r\n/)
})
