import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mergeRecord } from './merge-record.ts'

const was = { name: 'Иванов', phone: '', doc: { number: '1', place: 'УВД' }, tags: ['a'] }

test('a field changed by one side is taken, one changed by both needs a choice', () => {
  const mine = { ...was, name: 'Иванова', doc: { number: '2', place: 'УВД' } }
  const now = { ...was, phone: '+79', doc: { number: '3', place: 'МВД' }, tags: ['b'] }
  const { values, conflicts, adoptedPaths } = mergeRecord(was, mine, now)
  assert.deepEqual(values, {
    name: 'Иванова',
    phone: '+79',
    doc: { number: '2', place: 'МВД' },
    tags: ['b'],
  })
  assert.deepEqual(conflicts, [{ path: 'doc.number', was: '1', mine: '2', now: '3' }])
  assert.deepEqual(adoptedPaths.toSorted(), ['doc.place', 'phone', 'tags'])
})

test('the same change on both sides is no conflict, and a chosen record counts as one value', () => {
  const chosen = (id: string) => ({ supplier: { id, label: id } })
  assert.deepEqual(mergeRecord(chosen('1'), chosen('2'), chosen('2')).conflicts, [])
  assert.equal(mergeRecord(chosen('1'), chosen('2'), chosen('3')).conflicts.length, 1)
})

test('lists of the same rows are merged cell by cell, others are one value', () => {
  const row = (key: string, price_kop: number, zasor_bp: number) => ({ key, price_kop, zasor_bp })
  const of = (...rows: object[]) => ({ rows })
  const before = of(row('a', 100, 3), row('b', 200, 0))
  const mine = of(row('a', 100, 9), row('b', 250, 0))
  const now = of(row('a', 110, 5), row('b', 200, 0))
  const { values, conflicts, adoptedPaths } = mergeRecord(before, mine, now)
  assert.deepEqual(values, of(row('a', 110, 9), row('b', 250, 0)))
  assert.deepEqual(conflicts, [{ path: 'rows.0.zasor_bp', was: 3, mine: 9, now: 5 }])
  assert.deepEqual(adoptedPaths, ['rows.0.price_kop'])
  const swapped = of(row('b', 200, 0), row('a', 110, 5))
  assert.deepEqual(
    mergeRecord(before, mine, swapped).conflicts.map(({ path }) => path),
    ['rows'],
  )
})

test('rows that nothing names are one value: another one may have come to the place', () => {
  const row = (full_name: string, number: string) => ({ full_name, number })
  const was = { people: [row('Белов', '1'), row('Седов', '2')] }
  const mine = { people: [row('Белов', '1'), row('Седов', '22')] }
  const now = { people: [row('Седов', '2'), row('Чернов', '3')] }
  const { values, conflicts } = mergeRecord(was, mine, now)
  assert.deepEqual(values, mine)
  assert.deepEqual(
    conflicts.map(({ path }) => path),
    ['people'],
  )
})

test('no typed value is lost and no value of the other side is overwritten without a choice', () => {
  const field = fc.constantFrom('', 'x', 'y', 'z')
  const record = fc.record({ a: field, b: field, c: fc.record({ d: field }) })
  fc.assert(
    fc.property(record, record, record, (was, mine, now) => {
      const { values, conflicts } = mergeRecord(was, mine, now)
      const flat = (v: Record<string, unknown>) => ({
        ...v,
        'c.d': (v['c'] as { d: string }).d,
      })
      const [w, m, n, out] = [was, mine, now, values].map(
        (one) => flat(one) as Record<string, string>,
      )
      for (const path of ['a', 'b', 'c.d']) {
        const asked = conflicts.some((one) => one.path === path)
        if (m![path] !== w![path]) assert.equal(out![path], m![path])
        else assert.equal(out![path], n![path])
        assert.equal(asked, m![path] !== w![path] && n![path] !== w![path] && m![path] !== n![path])
      }
    }),
  )
})
