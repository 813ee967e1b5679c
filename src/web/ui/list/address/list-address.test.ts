import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readList, rowsFilter, sortedBy, totalsFilter, writeList, SIZES } from './list-address.ts'

const spec = {
  statuses: ['draft', 'issued'],
  sortable: ['date', 'number'],
  own: ['kind'],
  sort: [['date', 'desc']] as [string, 'asc' | 'desc'][],
  size: 50,
  tiles: true,
}
const read = (text: string) => readList(new URLSearchParams(text), spec)

test('an address becomes the filter of the contract', () => {
  const state = read('q=Ромашка&status=draft&from=2026-11-01&sort=-number&page=3&size=100&kind=psa')
  assert.deepEqual(rowsFilter(state, { kind: 'psa' }), {
    search: 'Ромашка',
    status: ['draft'],
    date_from: '2026-11-01',
    kind: 'psa',
    sort: [['number', 'desc']],
    limit: 100,
    offset: 200,
    with: ['rows'],
  })
  assert.deepEqual(totalsFilter(read(''), {}), { limit: 1, with: ['totals'] })
})

test('bad values fall back to the defaults', () => {
  assert.deepEqual(
    read('status=paid&from=2026-02-31&to=x&sort=password,-&page=-1&size=7&page=0.5'),
    read(''),
  )
  assert.equal(read('page=99999999').page, 1)
  assert.equal(read(`q=${'я'.repeat(300)}`).q.length, 100)
})

test('a filter of as many ids as a call takes is read whole, of more it is cut', () => {
  const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
  const most = ids.slice(1).join(',')
  assert.equal(read(`kind=${most}`).own['kind'], most)
  assert.notEqual(read(`kind=${ids.join(',')}`).own['kind'], ids.join(','))
})

test('defaults are not written to the address, and parameters of others stay', () => {
  const params = writeList(
    new URLSearchParams('mode=create'),
    read('sort=-date&size=50&page=1'),
    spec,
  )
  assert.equal(params.toString(), 'mode=create')
})

test('only a list that has tiles reads and writes that they are shown', () => {
  assert.equal(read('show=tiles').tiles, true)
  assert.equal(read('show=cards').tiles, false)
  const rows = { ...spec, tiles: false }
  const address = new URLSearchParams('show=tiles')
  assert.equal(readList(address, rows).tiles, false)
  assert.equal(writeList(address, readList(address, rows), rows).toString(), 'show=tiles')
})

test('a written address is read back', () => {
  const state = fc.record(
    {
      q: fc.string({ maxLength: 100 }),
      status: fc.subarray(spec.statuses),
      from: fc.constantFrom('', '2026-01-31'),
      to: fc.constantFrom('', '2026-12-01'),
      sort: fc.constantFrom(
        spec.sort,
        sortedBy(spec.sort, 'number', true),
        sortedBy([], 'number', false),
      ),
      page: fc.integer({ min: 1, max: 500 }),
      size: fc.constantFrom(...SIZES),
      own: fc.constantFrom<Record<string, string>>({}, { kind: 'psa' }),
      preview: fc.constantFrom('', 'id'),
      tiles: fc.boolean(),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(state, (state) => {
      assert.deepEqual(readList(writeList(new URLSearchParams(), state, spec), spec), state)
    }),
  )
})

test('a header sorts by itself, with Shift it is added, and a second press reverses it', () => {
  assert.deepEqual(sortedBy([['date', 'desc']], 'number', false), [['number', 'asc']])
  assert.deepEqual(sortedBy([['number', 'asc']], 'number', false), [['number', 'desc']])
  assert.deepEqual(sortedBy([['date', 'desc']], 'number', true), [
    ['date', 'desc'],
    ['number', 'asc'],
  ])
  assert.deepEqual(
    sortedBy(
      [
        ['date', 'asc'],
        ['number', 'asc'],
      ],
      'date',
      true,
    ),
    [
      ['date', 'desc'],
      ['number', 'asc'],
    ],
  )
})

test('a card that a link names as id is shown and can be closed', () => {
  const state = read('id=17')
  assert.equal(state.preview, '17')
  const closed = writeList(new URLSearchParams('id=17'), { ...state, preview: '' }, spec)
  assert.equal(closed.toString(), '')
})
