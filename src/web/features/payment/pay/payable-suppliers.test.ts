import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Act } from '#contract/act/act-entities.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'
import { payableSuppliers } from './payable-suppliers.ts'

const act = (supplier: string, payable_kop: number) =>
  ({
    id: `${supplier}-${payable_kop}`,
    supplier_id: supplier,
    supplier_name: supplier,
    payable_kop,
  }) as Act
const unclear = (supplier: string) => ({ id: 'p', supplier_id: supplier }) as Payment

test('acts are grouped by supplier with the sum of their rests', () => {
  const groups = payableSuppliers([act('Волков', 100), act('Абрамов', 7), act('Волков', 50)], [])
  assert.deepEqual(
    groups.map(({ name, payable_kop, acts }) => [name, payable_kop, acts.length]),
    [
      ['Абрамов', 7, 1],
      ['Волков', 150, 2],
    ],
  )
})

test('a supplier with an unknown payment is first', () => {
  const groups = payableSuppliers([act('Абрамов', 1), act('Яковлев', 1)], [unclear('Яковлев')])
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Яковлев', 'Абрамов'],
  )
})

test('an act whose rest is already reserved is not offered', () => {
  assert.deepEqual(payableSuppliers([act('Абрамов', 0)], []), [])
})
