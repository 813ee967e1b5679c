import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellFilter } from './cell-filter.ts'
import { readList } from '../address/list-address.ts'
import type { Column, ListFilter } from '../list-types.ts'

interface Row {
  status: string
  kind: string | null
  payment_state: string
  supplier: string
}

const spec = {
  statuses: ['draft', 'issued', 'void'],
  sortable: [],
  own: ['kind', 'payment_state'],
  sort: [],
  size: 50,
}
const state = readList(new URLSearchParams('kind=psa&q=иванов'), spec)
const filters: ListFilter[] = [
  { key: 'kind', label: 'Вид', options: [{ value: 'op5', label: 'ОП-5' }] },
  { key: 'payment_state', label: 'Оплата', options: [{ value: 'paid', label: 'Оплачен' }] },
]
const row: Row = { status: 'issued', kind: 'op5', payment_state: 'paid', supplier: ' Лом ' }
const column = (id: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  id,
  title: id,
  width: 100,
  cell: () => '',
  text: ({ supplier }) => supplier,
  ...more,
})
const of = (one: Column<Row>, from = row) =>
  cellFilter(one, from, state, { statuses: spec.statuses, filters })

test('a status filters by itself or by all others', () => {
  assert.deepEqual(of(column('status')), {
    only: { status: ['issued'] },
    except: { status: ['draft', 'void'] },
  })
  assert.deepEqual(of(column('status'), { ...row, status: 'unknown' }), {})
})

test("a value of the list's own filter is added to the others", () => {
  assert.deepEqual(of(column('kind')), { only: { own: { kind: 'op5' } } })
  assert.deepEqual(of(column('payment', { filter: 'payment_state' })), {
    only: { own: { kind: 'psa', payment_state: 'paid' } },
  })
  assert.deepEqual(of(column('kind'), { ...row, kind: null }), {})
})

test('a text filters only where the search covers that column', () => {
  assert.deepEqual(of(column('supplier', { found: true })), { only: { q: 'Лом' } })
  assert.deepEqual(of(column('supplier')), {})
  assert.deepEqual(of(column('supplier', { found: true }), { ...row, supplier: ' ' }), {})
})
