import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBeyond } from '../company/prices/price-share.ts'
import { stepsOver, type StepFacts, type TimedChange } from './steps-over.ts'

const DAY = 86_400_000_000
const NOW = 100 * DAY
const LIST = 'list'
const OTHER = 'other'

type Facts = Partial<StepFacts> & { readonly share_bp?: number }

const factsOf = ({ share_bp = 1500, ...more }: Facts = {}): StepFacts => ({
  products: [
    { id: 'steel', name: 'Лом стали', measure: 'weight', share_bp },
    { id: 'brass', name: 'Лом чугуна', measure: 'weight', share_bp },
  ],
  columns: [
    { id: LIST, title: 'Основная', is_default: true },
    { id: OTHER, title: 'Особая', is_default: false },
  ],
  cells: [],
  waiting: [],
  past: [],
  has_bought: true,
  now_us: NOW,
  ...more,
})
const change = (
  column_id: string,
  old_kop: number | null,
  new_kop: number | null,
  at_us?: number,
): TimedChange => ({
  product_id: 'steel',
  column_id,
  old_kop,
  new_kop,
  ...(at_us !== undefined && { at_us }),
})
const past = (column_id: string, old_kop: number | null, days: number, is_confirmed = false) => ({
  product_id: 'steel',
  column_id,
  old_kop,
  at_us: NOW - days * DAY,
  is_confirmed,
})
const plan = (column_id: string, price_kop: number | null, days: number) => ({
  product_id: 'steel',
  column_id,
  price_kop,
  at_us: NOW + days * DAY,
})
const listPays = (price_kop: number | null) => [
  { product_id: 'steel', column_id: LIST, price_kop },
  { product_id: 'brass', column_id: LIST, price_kop: 77_777 },
]
/** The previous prices that one change is told with. */
const previous = (one: TimedChange, facts?: Facts) =>
  stepsOver([one], factsOf(facts)).map(({ old_kop }) => old_kop)

test('the share is the bound, both ways, and is still free itself', () => {
  const rule = { share_bp: 1500, has_bought: true }
  assert.deepEqual(
    [11_500, 11_501, 8_500, 8_499].map((kop) => isBeyond(10_000, kop, rule)),
    [false, true, false, true],
  )
  assert.deepEqual([isBeyond(0, 1, rule), isBeyond(0, 0, rule)], [true, false])
})

test('a first price is a step once anything was bought, unless the company watches none', () => {
  const of = (share_bp: number, has_bought: boolean) =>
    isBeyond(null, 10_000, { share_bp, has_bought })
  assert.deepEqual(
    [of(1500, true), of(1500, false), of(999_999, true), of(1_000_000, true)],
    [true, false, true, false],
  )
  assert.deepEqual(previous(change(LIST, null, 10_000)), [null])
  assert.deepEqual(previous(change(LIST, null, 10_000), { has_bought: false }), [])
})

test('a step has its words; what is taken away, unchanged or unknown is none', () => {
  assert.deepEqual(stepsOver([change(LIST, 10_000, 20_000)], factsOf()), [
    {
      product_id: 'steel',
      column_id: LIST,
      name: 'Лом стали',
      column_title: 'Основная',
      measure: 'weight',
      old_kop: 10_000,
      new_kop: 20_000,
    },
  ])
  assert.equal(stepsOver([change(LIST, 10_000, 20_000, NOW + DAY)], factsOf())[0]!.at_us, NOW + DAY)
  assert.deepEqual(previous(change(LIST, 10_000, null)), [])
  assert.deepEqual(previous(change(LIST, 0, 0)), [])
  assert.deepEqual(previous(change(LIST, 10_000, 20_000), { products: [] }), [])
  assert.deepEqual(previous(change(LIST, 10_000, 20_000), { columns: [] }), [])
})

test('many small changes of a day are one, the furthest price of now and a day ago counts', () => {
  const gone = { past: [past(LIST, 9_000, 2), past(LIST, 10_000, 0.9), past(LIST, 11_000, 0.1)] }
  assert.deepEqual(previous(change(LIST, 11_000, 11_600), gone), [10_000])
  assert.deepEqual(previous(change(LIST, 11_000, 11_400), gone), [])
  assert.deepEqual(previous(change(LIST, 11_000, 9_300), gone), [11_000])
  // A price that came within the day from none is measured from the first that there was.
  const made = { past: [past(LIST, null, 0.5), past(LIST, 10_000, 0.4)] }
  assert.deepEqual(previous(change(LIST, 11_400, 11_600), made), [10_000])
  // Exactly a day ago is before it.
  assert.deepEqual(previous(change(LIST, 11_000, 11_600), { past: [past(LIST, 10_000, 1)] }), [])
})

test('a price that was taken away counts until it is forgotten', () => {
  const gone = { past: [past(LIST, 9_000, 9), past(LIST, 10_000, 5), past(LIST, null, 3)] }
  assert.deepEqual(previous(change(LIST, null, 12_000), gone), [10_000])
  assert.deepEqual(previous(change(LIST, null, 11_000), gone), [])
  assert.deepEqual(previous(change(LIST, 11_000, 12_000), gone), [])
})

test('another column is measured from what it would pay had it moved with the list', () => {
  const cells = listPays(10_000)
  assert.deepEqual(previous(change(OTHER, 11_000, 11_501), { cells }), [])
  // The list stood at 8 000 when the column paid 8 800: beside 10 000 that is 11 000.
  const both = [past(LIST, 8_000, 20), past(OTHER, 8_800, 20), past(OTHER, 9_900, 10)]
  assert.deepEqual(previous(change(OTHER, 11_500, 12_700), { cells, past: both }), [11_000])
  assert.deepEqual(previous(change(OTHER, 11_500, 12_600), { cells, past: both }), [])
  // Seen by a second person ten days ago, when it paid 11 500 beside 10 000.
  const seen = [past(LIST, 8_000, 20), past(OTHER, 8_800, 10, true), past(LIST, 12_000, 10, true)]
  assert.deepEqual(previous(change(OTHER, 11_500, 12_700), { cells, past: seen }), [])
  // Halves go up.
  const odd = { cells: listPays(10_001), past: [past(LIST, 20_000, 20)] }
  assert.deepEqual(previous(change(OTHER, 10_001, 11_001), odd), [5_001])
})

test('a column without a price of its own then begins at the list, a list without one at the column', () => {
  assert.deepEqual(previous(change(OTHER, null, 12_000), { cells: listPays(10_000) }), [10_000])
  assert.deepEqual(previous(change(OTHER, null, 12_000), { cells: listPays(null) }), [null])
  const added = { cells: listPays(10_000), past: [past(OTHER, null, 5)] }
  assert.deepEqual(previous(change(OTHER, 11_400, 11_600), added), [10_000])
  const listAdded = { cells: listPays(10_000), past: [past(LIST, null, 5)] }
  assert.deepEqual(previous(change(OTHER, 11_400, 11_600), listAdded), [10_000])
  const listFree = { cells: listPays(10_000), past: [past(LIST, 0, 5)] }
  assert.deepEqual(previous(change(OTHER, 11_400, 11_600), listFree), [10_000])
  const listGone = { cells: listPays(null), past: [past(OTHER, 10_000, 5)] }
  assert.deepEqual(previous(change(OTHER, 11_400, 11_600), listGone), [10_000])
})

test('the list that changes together with a column is the list it is measured by', () => {
  const facts = factsOf({ cells: listPays(10_000), share_bp: 2_000 })
  const together = [change(LIST, 10_000, 11_900), change(OTHER, 10_000, 11_900)]
  assert.deepEqual(stepsOver(together, facts), [])
  const apart = [change(LIST, 10_000, 8_500), change(OTHER, 10_000, 11_900)]
  assert.deepEqual(
    stepsOver(apart, facts).map(({ column_id, old_kop }) => [column_id, old_kop]),
    [[OTHER, 8_500]],
  )
  // A list that is taken away, or only planned, is measured by what it pays now.
  const away = [change(LIST, 10_000, null), change(OTHER, 10_000, 11_900)]
  assert.deepEqual(stepsOver(away, facts), [])
  const later = [change(LIST, 10_000, 8_500, NOW + DAY), change(OTHER, 10_000, 11_900)]
  assert.deepEqual(stepsOver(later, facts), [])
})

test('a plan is measured from the plan before it, and from that of a day before', () => {
  const waiting = [plan(LIST, 11_400, 5), plan(LIST, 12_900, 5.5), plan(LIST, 14_000, 9)]
  const at = (kop: number, days: number) => change(LIST, 10_000, kop, NOW + days * DAY)
  assert.deepEqual(previous(at(12_900, 5.5), { waiting }), [10_000])
  assert.deepEqual(previous(at(13_200, 6.4), { waiting }), [11_400])
  assert.deepEqual(previous(at(13_200, 6.5), { waiting }), [])
  assert.deepEqual(previous(at(14_000, 9), { waiting }), [])
  assert.deepEqual(previous(at(15_000, 9), { waiting }), [12_900])
  // Within a day from now the prices of today count as well.
  assert.deepEqual(previous(at(11_600, 0.5), { past: [past(LIST, 9_000, 0.4)] }), [9_000])
  assert.deepEqual(previous(at(11_000, 0.5), { past: [past(LIST, 9_000, 0.6)] }), [])
  // A planned end of a price leaves the last one that there was.
  const ended = { waiting: [plan(LIST, null, 5)], past: [past(LIST, 9_000, 9)] }
  assert.deepEqual(previous(at(10_900, 8), ended), [9_000])
})

test('a planned column is measured by the least of the list while it is in force', () => {
  const column = plan(OTHER, 12_600, 5)
  const at = change(OTHER, 11_200, 12_600, NOW + 5 * DAY)
  const lists = (...prices: [kop: number | null, days: number][]) => ({
    cells: listPays(11_000),
    past: [past(LIST, 11_200, 20)],
    waiting: [
      ...prices.map(([kop, days]) => plan(LIST, kop, days)),
      column,
      plan(OTHER, 11_000, 8),
    ],
  })
  assert.deepEqual(previous(at, lists()), [])
  assert.deepEqual(previous(at, lists([10_900, 5])), [10_900])
  assert.deepEqual(previous(at, lists([10_900, 4], [11_000, 5])), [])
  assert.deepEqual(previous(at, lists([10_900, 6], [10_800, 7.9])), [10_800])
  assert.deepEqual(previous(at, lists([10_900, 8])), [])
  assert.deepEqual(previous(at, lists([null, 6])), [])
  assert.deepEqual(previous(at, { ...lists(), cells: listPays(null) }), [])
  // Nothing follows: it is in force for good.
  const alone = { ...lists(), waiting: [column, plan(LIST, 10_900, 99)] }
  assert.deepEqual(previous(at, alone), [10_900])
})

test('the greatest distance comes first, then names and columns decide', () => {
  const brass = (old_kop: number | null, new_kop: number) => ({
    ...change(LIST, old_kop, new_kop),
    product_id: 'brass',
  })
  const order = (...changes: TimedChange[]) =>
    stepsOver(changes, factsOf()).map(({ name, new_kop }) => [name, new_kop])
  assert.deepEqual(order(change(LIST, 50_000, 60_000), brass(10_000, 25_000)), [
    ['Лом чугуна', 25_000],
    ['Лом стали', 60_000],
  ])
  assert.deepEqual(order(brass(10_000, 20_000), change(LIST, null, 10_000)), [
    ['Лом стали', 10_000],
    ['Лом чугуна', 20_000],
  ])
  assert.deepEqual(order(change(OTHER, 20_000, 30_000), change(LIST, 10_000, 20_000)), [
    ['Лом стали', 20_000],
    ['Лом стали', 30_000],
  ])
})

test('a price from nothing is further than any other', () => {
  assert.deepEqual(previous(change(LIST, 10_000, 1), { past: [past(LIST, 0, 0.5)] }), [0])
})

test('a plan of the very moment before counts, and a company without a default column has no list', () => {
  const at_us = NOW + 7.5 * DAY
  const before = { ...plan(LIST, 10_000, 0), at_us: at_us - 1 }
  const waiting = [plan(LIST, 13_000, 5), before, { ...before, price_kop: 11_600, at_us }]
  assert.deepEqual(previous(change(LIST, 13_000, 11_600, at_us), { waiting }), [10_000])
  const columns = [{ id: OTHER, title: 'Особая', is_default: false }]
  const gone = { columns, past: [past(OTHER, 10_000, 5)] }
  assert.deepEqual(previous(change(OTHER, 11_400, 11_600), gone), [])
})
