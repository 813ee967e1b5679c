import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insideOf, isSheet, perspectiveTo, sizeOf, type Point, type Quad } from './quad.ts'

/** A sheet photographed from below its lower edge: no two edges are parallel. */
const SHEET: Quad = [
  { x: 210, y: 80 },
  { x: 640, y: 120 },
  { x: 800, y: 900 },
  { x: 90, y: 840 },
]

const near = (a: Point, b: Point, what: string) =>
  assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1e-6, `${what}: ${JSON.stringify([a, b])}`)

test('the corners of the straight sheet lie at the corners of the photographed one', () => {
  const place = perspectiveTo(SHEET)
  for (const [i, [u, v]] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].entries())
    near(place(u!, v!), SHEET[i]!, `corner ${i}`)
})

test('the middle of the sheet lies where its diagonals cross, which perspective keeps', () => {
  const [a, b, c, d] = SHEET
  const cross = (p: Point, q: Point) => p.x * q.y - p.y * q.x
  const ac = { x: c.x - a.x, y: c.y - a.y }
  const bd = { x: d.x - b.x, y: d.y - b.y }
  const along = cross({ x: b.x - a.x, y: b.y - a.y }, bd) / cross(ac, bd)
  const middle = { x: a.x + ac.x * along, y: a.y + ac.y * along }
  near(perspectiveTo(SHEET)(0.5, 0.5), middle, 'middle')
})

test('a rectangle is moved and scaled without perspective', () => {
  const place = perspectiveTo(insideOf({ width: 1000, height: 500 }, 0.1))
  near(place(0.25, 0.5), { x: 300, y: 250 }, 'a quarter across, half down')
})

test('the size of the page follows the longer edges and is bounded', () => {
  assert.deepEqual(sizeOf(insideOf({ width: 1000, height: 500 }, 0), 2000), {
    width: 1000,
    height: 500,
  })
  assert.deepEqual(sizeOf(insideOf({ width: 4000, height: 1000 }, 0), 2000), {
    width: 2000,
    height: 500,
  })
})

test('corners whose edges cross, or that lie on one line, are no sheet', () => {
  const [a, b, c, d] = SHEET
  assert.ok(isSheet(SHEET))
  assert.ok(!isSheet([b, a, c, d]))
  assert.ok(!isSheet([a, c, b, d]))
  assert.ok(!isSheet([a, b, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, d]))
})
