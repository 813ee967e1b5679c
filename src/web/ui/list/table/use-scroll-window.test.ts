import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesInView } from './use-scroll-window.ts'

test('the drawn rows are those in view, with spare ones beyond them', () => {
  assert.deepEqual(placesInView(0, 280, 28, 0), { first: 0, last: 10 })
  assert.deepEqual(placesInView(30, 280, 28, 0), { first: 1, last: 12 })
  assert.deepEqual(placesInView(300, 280, 28, 4), { first: 6, last: 25 })
})

test('every row in view is drawn, and not more than fit with the spare ones', () => {
  const whole = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(whole(1e6), whole(4000), fc.integer({ min: 1, max: 200 }), whole(8), (...given) => {
      const [from, length, size, spare] = given
      const { first, last } = placesInView(from, length, size, spare)
      assert.ok(first >= 0 && first * size <= from)
      assert.ok(last * size >= from + length)
      assert.ok(last - first <= Math.ceil(length / size) + 1 + 2 * spare)
    }),
  )
})

test('a place too small for one row still draws one', () => {
  assert.deepEqual(placesInView(0, -200, 108, 2), { first: 0, last: 3 })
})
