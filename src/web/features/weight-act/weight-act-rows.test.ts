import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRest } from './unload-remainder.ts'
import {
  canLeave,
  lineOf,
  rowsOf,
  twoRests,
  unready,
  without,
  withSplit,
} from './weight-act-rows.ts'
import type { Row } from './weight-act-rows.ts'

const row: Row = {
  transaction_id: 'visit',
  drop_no: 1,
  title: '261121-001',
  drop_g: 8_000_000,
  phys_g: null,
  pack_g: 0,
  deductions: [],
  product_id: 'steel',
  zasor_mode: 'percent',
  zasor_bp: 300,
  zasor_g: null,
}

test('a split drop needs the weight of one of its lines', () => {
  const rows = withSplit([row], 0)
  assert.equal(rows.length, 2)
  assert.ok(twoRests(rows))
  assert.deepEqual(unready([rows[0]!, { ...rows[1]!, product_id: 'copper' }]), {
    'lines.1.phys_g': 'Впишите вес',
  })
  assert.deepEqual(unready(rows), { 'rows.1.product_id': 'Выберите товар' })
  assert.equal(twoRests([rows[0]!, { ...rows[1]!, phys_g: 500_000 }]), false)
})

test('the line that no longer has the rest keeps its weight', () => {
  const rows = [row, { ...row, product_id: 'copper', phys_g: 500_000 }]
  const moved = withRest(rows, 1, () => 7_500_000)
  assert.deepEqual(
    moved.map(({ phys_g }) => phys_g),
    [7_500_000, null],
  )
})

test('the only line of a drop stays', () => {
  assert.equal(canLeave([row], 0), false)
  assert.deepEqual(without([row], 0), [row])
  assert.equal(without(withSplit([row], 0), 1).length, 1)
})

test('the only remaining line has the whole drop', () => {
  const typed = { ...row, phys_g: 4_300_000 }
  const rest = { ...row, product_id: 'copper' }
  assert.deepEqual(without([typed, rest], 1), [row])
  assert.deepEqual(without([rest, typed], 0), [row])
  const three = without([typed, { ...typed, phys_g: 500_000 }, rest], 2)
  assert.deepEqual(
    three.map(({ phys_g }) => phys_g),
    [null, 500_000],
  )
})

test('kilograms of contamination belong to the line that they were typed in', () => {
  const [, second] = withSplit([{ ...row, zasor_mode: 'weight', zasor_g: 150_000 }], 0)
  assert.deepEqual([second!.zasor_mode, second!.zasor_g], ['percent', null])
})

test('contamination is sent the way it was typed', () => {
  assert.deepEqual(lineOf(row), [
    {
      transaction_id: 'visit',
      drop_no: 1,
      product_id: 'steel',
      zasor_mode: 'percent',
      zasor_bp: 300,
      pack_g: 0,
    },
  ])
  const byWeight = { ...row, zasor_mode: 'weight' as const, zasor_g: 120_000, phys_g: 1_000_000 }
  assert.deepEqual(lineOf(byWeight), [
    {
      transaction_id: 'visit',
      drop_no: 1,
      product_id: 'steel',
      zasor_mode: 'weight',
      zasor_g: 120_000,
      pack_g: 0,
      phys_g: 1_000_000,
    },
  ])
  assert.deepEqual(lineOf({ ...row, product_id: null }), [])
})

test('goods named at the scale come with their usual contamination, and the pack is sent once', () => {
  const visit = {
    id: 'visit',
    number: '261121-002',
    carnumber: null,
    product_id: 'steel',
    pack_g: 6000,
    drops: [{ drop_no: 1, weight_g: 86_000, product_id: null }],
  }
  const [only] = rowsOf([visit], (id) => (id === 'steel' ? 700 : 0))
  assert.deepEqual(lineOf(only!), [
    {
      transaction_id: 'visit',
      drop_no: 1,
      product_id: 'steel',
      zasor_mode: 'percent',
      zasor_bp: 700,
      pack_g: 6000,
    },
  ])
  const halves = withSplit([only!], 0)
  assert.deepEqual(
    halves.map(({ pack_g }) => pack_g),
    [6000, 0],
  )
  assert.equal(without(halves, 0)[0]!.pack_g, 6000)
})

test('lines given for a drop are kept, and a drop without any gets its usual line', () => {
  const visit = {
    id: 'visit',
    number: '261121-003',
    carnumber: null,
    product_id: null,
    pack_g: 0,
    drops: [
      { drop_no: 1, weight_g: 86_000, product_id: null },
      { drop_no: 2, weight_g: 14_000, product_id: 'steel' },
    ],
  }
  const named = { ...row, transaction_id: 'visit', drop_no: 1, product_id: 'copper', pack_g: 2000 }
  const [first, second, ...rest] = rowsOf([visit], () => 0, [named])
  assert.deepEqual(rest, [])
  assert.equal(first!.product_id, 'copper')
  assert.equal(first!.pack_g, 2000)
  assert.equal(first!.drop_g, 86_000)
  assert.equal(second!.product_id, 'steel')
})
