import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { moveColumn, orderColumns } from './column-order.ts'

const columns = ['number', 'date', 'sum', 'status'].map((id) => ({ id }))
const ids = (order: string[]) => orderColumns(columns, order).map(({ id }) => id)

test('a stored order is kept when columns are added and removed', () => {
  assert.deepEqual(ids([]), ['number', 'date', 'sum', 'status'])
  assert.deepEqual(ids(['number', 'status', 'gone', 'sum']), ['number', 'date', 'status', 'sum'])
})

test('every column is present once whatever order was stored', () => {
  const name = fc.constantFrom('number', 'date', 'sum', 'status', 'gone')
  fc.assert(
    fc.property(fc.array(name), (order) => {
      assert.deepEqual(ids(order).toSorted(), columns.map(({ id }) => id).toSorted())
    }),
  )
})

test("a column moves by places, never before the one with the record's name", () => {
  assert.deepEqual(moveColumn(columns, 'sum', -1), ['number', 'sum', 'date', 'status'])
  assert.deepEqual(moveColumn(columns, 'date', -5), ['number', 'date', 'sum', 'status'])
  assert.deepEqual(moveColumn(columns, 'date', 9), ['number', 'sum', 'status', 'date'])
  assert.deepEqual(moveColumn(columns, 'number', 1), ['number', 'date', 'sum', 'status'])
})
