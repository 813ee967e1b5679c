import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { weightAmount } from './amounts.ts'
import {
  computeLine,
  unloadRemainder,
  dropsOf,
  lineProblem,
  printedContaminationBp,
  splitDrop,
  unloadsOf,
  type LineInput,
} from './weights.ts'

// domain.md 5: contamination in basis points or in grams; «bp» is what the line keeps, «print»
// what a document shows.
const VECTORS = `
name gross tare pack deductions zasor step price phys base zasor_g net bp print amount
C1 12480000 4260000 0 - 500bp 1000 1850000 8220000 8220000 411000 7809000 500 500 14446650
C2 12490000 4260000 0 - 500bp 1000 1850000 8230000 8230000 412000 7818000 500 501 14463300
C3 12480000 4260000 0 - 333bp 1000 1850000 8220000 8220000 274000 7946000 333 333 14700100
C4 12350 0 1200 - 150bp 10 72000000 11150 11150 170 10980 150 152 790560
C5 5000 0 0 - 0bp 1 1000100 5000 5000 0 5000 0 0 5001
C6 4999 0 0 - 0bp 1 1000100 4999 4999 0 4999 0 0 4999
C7 7300000 4300000 0 40000,20000 725bp 1000 1720000 3000000 2940000 213000 2727000 725 910 4690440
C8 12480000 4260000 0 - 400000g 1000 1850000 8220000 8220000 400000 7820000 487 487 14467000
C9 600 0 0 - 9000bp 1000 1850000 600 600 600 0 9000 10000 0
C10 300 0 0 - 1600bp 100 72000000 300 300 0 300 1600 0 21600
C11 59992569 0 0 - 0bp 1 200000471 59992569 59992569 0 59992569 0 0 11998542056`

for (const vector of VECTORS.trim().split('\n').slice(1))
  test(`${vector.split(' ')[0]}: the line is computed to the gram and the kopeck`, () => {
    const columns = vector.split(/ +/)
    const [, gross_g, tare_g, pack_g, , , step, price] = columns.map(Number) as [
      number,
      ...number[],
    ]
    const grams = columns[4] === '-' ? [] : columns[4]!.split(',').map(Number)
    const typed = Number.parseInt(columns[5]!, 10)
    const zasor = columns[5]!.endsWith('bp') ? { bp: typed } : { g: typed }
    const line = lineOf({
      gross_g: gross_g!,
      tare_g: tare_g!,
      pack_g: pack_g!,
      grams,
      step: step!,
      zasor,
    })
    assert.equal(lineProblem(line), undefined)
    const found = computeLine(line)
    const printed = printedContaminationBp(found.phys_g, found.net_g)
    const amount = weightAmount(found.net_g, price!)
    const { phys_g, base_g, zasor_g, net_g, zasor_bp } = found
    assert.deepEqual(
      [phys_g, base_g, zasor_g, net_g, zasor_bp, printed, amount],
      columns.slice(8).map(Number),
    )
  })

function lineOf(given: {
  gross_g: number
  tare_g?: number
  pack_g?: number
  grams?: readonly number[]
  step?: number
  zasor?: { bp: number } | { g: number }
}): LineInput {
  const { gross_g, tare_g = 0, pack_g = 0, grams = [], step = 1, zasor = { bp: 0 } } = given
  const common = {
    gross_g,
    tare_g,
    pack_g,
    deductions: grams.map((g) => ({ grams: g })),
    zasor_step_g: step,
  }
  return 'bp' in zasor
    ? { ...common, zasor_mode: 'percent', zasor_bp: zasor.bp }
    : { ...common, zasor_mode: 'weight', zasor_g: zasor.g }
}

test('C12: a visit with several unloadings gives a drop for each', () => {
  const visit = dropsOf([18400000, 12100000, 6260000])
  assert.deepEqual(visit, { direction: 'purchase', drops_g: [6300000, 5840000] })
  const first = computeLine(
    lineOf({ gross_g: 18400000, tare_g: 12100000, zasor: { bp: 300 }, step: 1000 }),
  )
  const second = computeLine(
    lineOf({ gross_g: 12100000, tare_g: 6260000, zasor: { bp: 700 }, step: 1000 }),
  )
  assert.deepEqual([first.zasor_g, second.zasor_g], [189000, 409000])
  assert.deepEqual([first.net_g, second.net_g], [6111000, 5431000])
  assert.deepEqual(
    [weightAmount(first.net_g, 1850000), weightAmount(second.net_g, 1720000)],
    [11305350, 9341320],
  )
})

test('rising weights are a shipment; weights that turn, repeat or are alone are not', () => {
  assert.deepEqual(dropsOf([6260000, 12100000]), { direction: 'shipment', drops_g: [5840000] })
  for (const weights of [[18, 12, 13], [12, 18, 13], [12, 12], [18, 12, 12], [18], []])
    assert.equal(dropsOf(weights), undefined, weights.join())
})

test('a line that holds more than was weighed is refused at the field', () => {
  const refused: [LineInput, string][] = [
    [lineOf({ gross_g: 5, tare_g: 6 }), 'gross_g'],
    [lineOf({ gross_g: 100, pack_g: 101 }), 'pack_g'],
    [lineOf({ gross_g: 100, pack_g: 50, grams: [30, 21] }), 'deductions'],
    [lineOf({ gross_g: 100, zasor: { bp: 10001 } }), 'zasor_bp'],
    [lineOf({ gross_g: 100, zasor: { g: 101 } }), 'zasor_g'],
    [lineOf({ gross_g: 5000, zasor: { g: 1500 }, step: 1000 }), 'zasor_g'],
  ]
  for (const [line, field] of refused) {
    const problem = lineProblem(line)
    assert.equal(problem?.field, field)
    assert.match(problem!.message, /^[А-Я].{5,}/)
    assert.throws(() => computeLine(line), RangeError)
  }
})

test('an empty base has no contamination in either mode', () => {
  const nothing = { phys_g: 100, base_g: 0, zasor_g: 0, zasor_bp: 0, net_g: 0 }
  assert.deepEqual(computeLine(lineOf({ gross_g: 100, grams: [100], zasor: { bp: 500 } })), nothing)
  assert.deepEqual(computeLine(lineOf({ gross_g: 100, grams: [100], zasor: { g: 0 } })), nothing)
  assert.equal(printedContaminationBp(0, 0), 0)
})

test('fractions, negative and too large numbers throw', () => {
  for (const gross_g of [1.5, -1, 2 ** 53, Number.NaN])
    assert.throws(() => computeLine(lineOf({ gross_g })), RangeError)
  assert.throws(() => computeLine(lineOf({ gross_g: 1, step: 0 })), RangeError)
  assert.throws(() => lineProblem(lineOf({ gross_g: 10, grams: [-1] })), RangeError)
})

const shares = fc.array(fc.integer({ min: 1, max: 50_000_000 }), { minLength: 1, maxLength: 10 })

test('the lines of a split drop add up to it exactly', () => {
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 20_000_000 }), (parts, tare_g) => {
      const drop_g = parts.reduce((sum, part) => sum + part, 0)
      const lines = splitDrop({ gross_g: tare_g + drop_g, tare_g }, parts)!
      assert.equal(lines.at(-1)!.tare_g, tare_g)
      const computed = lines.map((line) => ({
        ...computeLine(lineOf({ ...line, pack_g: 1 })),
        pack_g: 1,
      }))
      assert.equal(unloadRemainder(drop_g, computed), 0)
      assert.equal(unloadRemainder(drop_g + 7, computed), 7)
      assert.equal(splitDrop({ gross_g: tare_g + drop_g + 1, tare_g }, parts), undefined)
    }),
  )
  assert.equal(splitDrop({ gross_g: 0, tare_g: 0 }, []), undefined)
})

test('every line keeps its balance and its contamination keeps the step', () => {
  const loads = fc.record({
    gross_g: fc.integer({ min: 0, max: 100_000_000 }),
    pack_g: fc.integer({ min: 0, max: 5_000 }),
    grams: fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 3 }),
    step: fc.constantFrom(1, 10, 100, 1000),
    bp: fc.integer({ min: 0, max: 10_000 }),
  })
  fc.assert(
    fc.property(loads, ({ bp, ...load }) => {
      const line = lineOf({ ...load, zasor: { bp } })
      fc.pre(lineProblem(line) === undefined)
      const result = computeLine(line)
      const deducted = load.grams.reduce((sum, g) => sum + g, 0)
      assert.equal(result.phys_g, load.gross_g - load.pack_g)
      assert.equal(result.base_g, result.phys_g - deducted)
      assert.equal(result.net_g + result.zasor_g, result.base_g)
      assert.ok(result.net_g >= 0)
      if (result.zasor_g < result.base_g) {
        assert.equal(result.zasor_g % load.step, 0)
        const off = 2n * (BigInt(result.zasor_g) * 10_000n - BigInt(result.base_g) * BigInt(bp))
        assert.ok(off <= BigInt(load.step) * 10_000n && off >= -BigInt(load.step) * 10_000n)
      }
    }),
  )
})

test('contamination given in grams is kept and its percent follows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90_000 }),
      fc.integer({ min: 0, max: 90_000 }),
      (kg, zasor_kg) => {
        fc.pre(zasor_kg <= kg)
        const result = computeLine(
          lineOf({ gross_g: kg * 1000, zasor: { g: zasor_kg * 1000 }, step: 1000 }),
        )
        assert.equal(result.zasor_g, zasor_kg * 1000)
        assert.ok(Math.abs(result.zasor_bp * kg - zasor_kg * 10_000) * 2 <= kg)
      },
    ),
  )
})

test('a purchase is unloaded from its gross, a shipment loaded from its tare', () => {
  const visit = {
    id: 'v',
    gross_g: 12_000,
    tare_g: 4_000,
    drops: [
      { drop_no: 1, weight_g: 5_000 },
      { drop_no: 2, weight_g: 3_000 },
    ],
  }
  const of = (direction: string | null) =>
    unloadsOf({ ...visit, direction }).map(({ drop_no, gross_g, tare_g }) => [
      drop_no,
      gross_g,
      tare_g,
    ])
  for (const direction of ['purchase', null])
    assert.deepEqual(of(direction), [
      [1, 12_000, 7_000],
      [2, 7_000, 4_000],
    ])
  assert.deepEqual(of('shipment'), [
    [1, 9_000, 4_000],
    [2, 12_000, 9_000],
  ])
  const unweighed = { ...visit, gross_g: null, direction: 'purchase' }
  assert.deepEqual(
    unloadsOf(unweighed).map(({ gross_g }) => gross_g),
    [0, -5_000],
  )
})

test('one gram is a step between two weighings', () => {
  assert.deepEqual(dropsOf([2, 1]), { direction: 'purchase', drops_g: [1] })
  assert.deepEqual(dropsOf([1, 2]), { direction: 'shipment', drops_g: [1] })
  assert.equal(dropsOf([1, 1]), undefined)
})

test('nothing on the scale, a package of the whole load and dirt alone are no mistakes of a line', () => {
  const line = {
    gross_g: 1000,
    tare_g: 400,
    pack_g: 0,
    deductions: [],
    zasor_mode: 'percent' as const,
    zasor_bp: 0,
    zasor_step_g: 1,
  }
  assert.equal(lineProblem({ ...line, tare_g: 1000 }), undefined)
  assert.equal(lineProblem({ ...line, tare_g: 1001 })?.field, 'gross_g')
  assert.equal(lineProblem({ ...line, pack_g: 600 }), undefined)
  assert.equal(lineProblem({ ...line, pack_g: 601 })?.field, 'pack_g')
  assert.equal(lineProblem({ ...line, zasor_bp: 10_000 }), undefined)
  assert.equal(lineProblem({ ...line, zasor_bp: 10_001 })?.field, 'zasor_bp')
  assert.throws(() => computeLine({ ...line, zasor_step_g: 0 }), /at least one gram/)
})
