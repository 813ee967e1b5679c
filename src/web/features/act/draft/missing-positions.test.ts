import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_ROW, readyRows, type ActRow } from './act-values.ts'
import { missingPositions } from './missing-positions.ts'

const ID = '01a1fcaa-2d5a-7d60-8bfc-10e3c6320fe4'
const OTHER = '01a1fcaa-2d5c-7c2e-b09a-4e84932dd444'

const bought: ActRow = {
  ...EMPTY_ROW,
  key: 'a',
  source: 'line',
  title: 'Весовой акт В-1',
  weight_act_id: ID,
  line_id: ID,
  product_id: ID,
}
const line = {
  line_id: OTHER,
  weight_act_id: ID,
  weight_act_number: 'В-1',
  transaction_id: ID,
  transaction_number: '7',
  drop_no: 1,
  product_id: OTHER,
  product_name: 'Лом чугунный',
  phys_g: 6_400_000,
  zasor_g: 80_000,
  net_g: 6_320_000,
}
const rest = {
  transaction_id: ID,
  transaction_number: '7',
  drop_no: 2,
  weight_g: 9000,
  rest_g: 4000,
}

test('a line without a position becomes the removed row again', () => {
  const [missing, ...others] = missingPositions([bought], {
    lines_without_position: [line],
    rests: [],
  })
  assert.equal(others.length, 0)
  assert.match(missing!.words, /^Лом чугунный, 6\s320 кг: взвешено/)
  const row = missing!.makeRow()
  assert.deepEqual([row.line_id, row.product_id, row.phys_g], [OTHER, OTHER, 6_400_000])
  assert.deepEqual(readyRows([row]), [row])
  const answer = { lines_without_position: [line], rests: [] }
  assert.deepEqual(missingPositions([bought, row], answer), [])
})

test('lines of an unselected weight act are not missing', () => {
  assert.deepEqual(missingPositions([], { lines_without_position: [line], rests: [] }), [])
})

test('the rest of a drop becomes one more half, or the whole drop', () => {
  const answer = { lines_without_position: [], rests: [rest] }
  const [whole] = missingPositions([bought], answer)
  assert.match(whole!.words, /^Заезд 7, выгрузка 2: не распределено 4 кг$/)
  const row = whole!.makeRow()
  assert.deepEqual([row.source, row.drop_no, row.phys_g], ['visit', 2, null])
  // The row has no product yet but is already in the grid.
  assert.deepEqual(missingPositions([bought, row], answer), [])
  const half = { ...row, product_id: ID, phys_g: 5000 }
  const [second] = missingPositions([half], answer)
  assert.equal(second!.makeRow().title, half.title)
})

test('a drop that is divided completely lacks no position', () => {
  for (const rest_g of [0, -5])
    assert.deepEqual(
      missingPositions([bought], { lines_without_position: [], rests: [{ ...rest, rest_g }] }),
      [],
    )
})
