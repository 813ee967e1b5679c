import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conflictText, labelOfPath } from './merge-record.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

test('a cell is named by its own input, else after that of another row', () => {
  const labels = { name: 'Имя', 'lines.0.zasor_bp': 'Засор позиции 1' }
  assert.equal(labelOfPath(labels, 'name'), 'Имя')
  assert.equal(labelOfPath(labels, 'rows.1.zasor_bp'), 'Засор позиции 2')
  assert.equal(labelOfPath(labels, 'rows.1.drop_g'), undefined)
  const people = { people: 'Представители', 'people.0.number': 'Номер' }
  assert.equal(labelOfPath(people, 'people.1.number'), 'Представители, 2: Номер')
})

test('values are told in the units of their fields, and lists by what stands in them', () => {
  const told = (path: string, value: unknown) => plain(conflictText(path, value))
  assert.equal(told('rows.0.price_kop', 123_456), '1 234,56 ₽')
  assert.equal(told('zasor_bp', 300), '3 %')
  assert.equal(told('methods', ['card', 'sbp']), 'card; sbp')
  assert.equal(told('rows', []), 'пусто')
  assert.equal(
    told('rows', [{ product_name: 'Медь', phys_g: 5_000, price_kop: 100 }, { name: 'Лом' }]),
    'Медь, 5 кг, 1,00 ₽; Лом',
  )
  assert.equal(told('supplier', { id: '1', label: 'Волков' }), 'Волков')
})
