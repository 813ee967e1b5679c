import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  applyChanges,
  dropEdits,
  isConflict,
  listEdits,
  NOTHING_PENDING,
  rebaseEdits,
  redoGesture,
  settleEdits,
  undoGesture,
  type Change,
  type Pending,
  type Stand,
} from './pending-prices.ts'

const EMPTY: Stand = { kop: null, version: undefined }
const stands = (facts: Record<string, Stand> = {}) => {
  return ({ product, column }: { product: string; column: string }) =>
    facts[`${product}${column}`] ?? EMPTY
}
const at = (product: string, column: string, value: Change['value']): Change => ({
  product,
  column,
  value,
})
const values = (pending: Pending) =>
  listEdits(pending.edits).map(({ product, column, edit }) => [product + column, edit.value])

test('an edit of several cells is undone and redone as a whole', () => {
  const nothing = stands()
  const typed = applyChanges(NOTHING_PENDING, [at('a', '1', 5)], nothing)
  const pasted = applyChanges(typed, [at('a', '1', 7), at('b', '2', 8)], nothing)
  const before = undoGesture(pasted, nothing)
  assert.deepEqual(values(before), [['a1', 5]])
  assert.deepEqual(values(redoGesture(before, nothing)), values(pasted))
  assert.deepEqual(values(undoGesture(before, nothing)), [])
})

test('typing the stored price again is no change', () => {
  const facts = stands({ a1: { kop: 100, version: 3 } })
  const there = applyChanges(NOTHING_PENDING, [at('a', '1', 200)], facts)
  assert.deepEqual(values(applyChanges(there, [at('a', '1', 100)], facts)), [])
  assert.equal(applyChanges(NOTHING_PENDING, [at('a', '1', 100)], facts), NOTHING_PENDING)
})

test('undoing a saved edit becomes a change to the former price', () => {
  const first = applyChanges(
    NOTHING_PENDING,
    [at('a', '1', 200)],
    stands({ a1: { kop: 100, version: 1 } }),
  )
  const saved = settleEdits(first, [{ product: 'a', column: '1' }], [])
  assert.deepEqual(values(saved), [])
  const back = undoGesture(saved, stands({ a1: { kop: 200, version: 2 } }))
  const [edit] = listEdits(back.edits)
  assert.deepEqual([edit?.edit.value, edit?.edit.base.version], [100, 2])
})

test('an edit keeps its base value until the user has decided', () => {
  const key = { product: 'a', column: '1' }
  const edited = applyChanges(
    NOTHING_PENDING,
    [at('a', '1', 150)],
    stands({ a1: { kop: 100, version: 1 } }),
  )
  const now = { a1: { kop: 170, version: 2 } }
  const again = applyChanges(edited, [at('a', '1', 160)], stands(now))
  const [edit] = listEdits(again.edits)
  assert.ok(isConflict(edit!.edit, now.a1))
  const mine = rebaseEdits(again, [key], stands(now))
  assert.ok(!isConflict(listEdits(mine.edits)[0]!.edit, now.a1))
  assert.deepEqual(values(dropEdits(again, [key])), [])
})

test('a refused cell keeps its reason until it is typed again', () => {
  const two = applyChanges(NOTHING_PENDING, [at('a', '1', 1), at('a', '2', 2)], stands())
  const kept = settleEdits(
    two,
    [{ product: 'a', column: '1' }],
    [{ product: 'a', column: '2', problem: 'Колонка удалена' }],
  )
  assert.equal(listEdits(kept.edits)[0]?.edit.problem, 'Колонка удалена')
  const typed = applyChanges(kept, [at('a', '2', 3)], stands())
  assert.equal(listEdits(typed.edits)[0]?.edit.problem, undefined)
})

test('a row whose edits did not change stays the same object', () => {
  const one = applyChanges(NOTHING_PENDING, [at('a', '1', 1), at('b', '1', 1)], stands())
  const two = applyChanges(one, [at('b', '1', 2)], stands())
  assert.equal(one.edits.get('a'), two.edits.get('a'))
  assert.notEqual(one.edits.get('b'), two.edits.get('b'))
  assert.equal(one.edits.get('b')?.get('1')?.value, 1)
})

test('a hundred edits can be undone', () => {
  let pending = NOTHING_PENDING
  for (let i = 1; i <= 105; i++) pending = applyChanges(pending, [at('a', '1', i)], stands())
  assert.equal(pending.undoStack.length, 100)
  for (let i = 0; i < 200; i++) pending = undoGesture(pending, stands())
  assert.deepEqual(values(pending), [['a1', 5]])
})

test('after any edits, undoing all leaves no change, and redoing all gives the same prices', () => {
  const value = fc.oneof(fc.nat(3), fc.constant(null), fc.constant('x'))
  const change = fc.record({
    product: fc.constantFrom('a', 'b'),
    column: fc.constantFrom('1', '2'),
    value,
  })
  const facts = stands({ a1: { kop: 2, version: 1 } })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 }), (gestures) => {
      let pending = NOTHING_PENDING
      for (const gesture of gestures) pending = applyChanges(pending, gesture, facts)
      const end = values(pending).toSorted()
      const steps = pending.undoStack.length
      for (let i = 0; i < steps; i++) pending = undoGesture(pending, facts)
      assert.deepEqual(values(pending), [])
      for (let i = 0; i < steps; i++) pending = redoGesture(pending, facts)
      assert.deepEqual(values(pending).toSorted(), end)
    }),
  )
})
