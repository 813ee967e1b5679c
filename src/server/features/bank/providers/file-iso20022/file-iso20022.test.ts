import assert from 'node:assert/strict'
import { test } from 'node:test'
import { painVersions } from '#contract/bank/bank-providers.ts'
import { schemaFaults } from '#test/builders/bank-files/camt-statement.ts'
import { order, payee, payer } from '#test/builders/bank-files/order.ts'
import type { OrderFile, PaymentOrder } from '../file-provider.ts'
import { fileIso20022 } from './file-iso20022.ts'

const file: OrderFile = {
  payer,
  madeOn: '2026-10-05',
  madeAt: '12:15:00',
  encoding: 'utf-8',
  orders: [order],
  messageId: '0192f3a46c1e7b529d3f8a4e5c6b7d81',
  settings: {},
}
const written = (change: Partial<OrderFile> = {}) =>
  fileIso20022.writeOrders({ ...file, ...change }).toString()
const textOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
    ([, text]) => text,
  )

for (const version of painVersions)
  test(`orders in ${version} are valid by the schema of ISO 20022`, async () => {
    const orders = [
      order,
      { ...order, number: 18, amountKop: 5, payee: { ...payee, inn: null, name: 'Ёж & <сын>' } },
      { ...order, number: 19, payee: { ...payee, inn: '7712000017', name: 'ООО «Лом»' } },
      { ...order, number: 20, purpose: `Оплата ${'за лом чёрных металлов '.repeat(8)}[П:01J9Z3]` },
    ]
    const xml = written({ orders, settings: { pain_version: version } })
    assert.deepEqual(await schemaFaults(xml, version), [])
    assert.match(xml, new RegExp(`xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"`))
    assert.equal(xml, written({ orders, settings: { pain_version: version } }))
  })

test('an order says who pays whom, its sum as text and the payment as its reference', () => {
  const xml = written()
  assert.deepEqual(textOf(xml, 'EndToEndId'), [order.id.replaceAll('-', '')])
  assert.deepEqual(textOf(xml, 'InstdAmt'), ['12345.67'])
  assert.match(xml, /<InstdAmt Ccy="RUB">/)
  assert.deepEqual(textOf(xml, 'CtrlSum'), ['12345.67', '12345.67'])
  assert.deepEqual(textOf(xml, 'MmbId'), [payer.bik, payee.bik])
  assert.deepEqual(textOf(xml, 'Ustrd'), [order.purpose])
  assert.match(xml, /<PrvtId><Othr><Id>500100732259<\/Id>/)
  assert.match(xml, /<OrgId><Othr><Id>7707083893<\/Id>/)
  assert.deepEqual(textOf(written({ orders: [{ ...order, amountKop: 5 }] }), 'InstdAmt'), ['0.05'])
})

test('a long purpose is cut between words and keeps its marker whole', () => {
  const purpose = `Оплата ${'за лом чёрных металлов '.repeat(8)}[П:01J9Z3]`
  const parts = textOf(written({ orders: [{ ...order, purpose }] }), 'Ustrd')
  assert.equal(parts.length, 2)
  for (const part of parts) assert.ok(part!.length <= 140)
  assert.equal(parts.join(' '), purpose)
})

test('an element in a name is text', () => {
  const name = 'Иванов</Nm><Nm>Петров'
  const xml = written({ orders: [{ ...order, payee: { ...payee, name } }] })
  assert.match(xml, /<Nm>Иванов&lt;\/Nm&gt;&lt;Nm&gt;Петров<\/Nm>/)
})

test('what the schema has no place for is named before anything is written', () => {
  const problem = (change: Partial<PaymentOrder>) =>
    fileIso20022.orderProblem(payer, { ...order, ...change }, 'utf-8')
  assert.equal(problem({}), undefined)
  assert.equal(problem({ payee: { ...payee, name: 'Әлімов' } }), undefined)
  assert.match(problem({ payee: { ...payee, name: 'И'.repeat(141) } })!, /длиннее 140 знаков/)
  assert.match(
    problem({ payee: { ...payee, name: 'Ив\uffffанов' } })!,
    /знак «U\+FFFF|знак «\uffff/,
  )
  assert.match(problem({ incomeCode: '1' })!, /Код вида дохода/)
  assert.match(problem({ purpose: 'О'.repeat(211) })!, /Назначение платежа: длиннее 210/)
  assert.throws(() => written({ orders: [{ ...order, purpose: '' }] }), /пусто/)
})
