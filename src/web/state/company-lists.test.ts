import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addItem, removeItem, replaceItem, type CompanyArea } from './company-lists.ts'

const area = (): CompanyArea => ({
  settings: { modules: ['act'], modules_cfg: {} },
  sites: [
    { name: 'Север', posts: [{ no: 1 }] },
    { name: 'Юг', posts: [] },
  ],
})

test('an item is appended at a dotted path and other branches keep their identity', () => {
  const before = area()
  const after = addItem(before, 'sites.0.posts', { no: 2 })
  assert.deepEqual((after['sites'] as { posts: unknown[] }[])[0]!.posts, [{ no: 1 }, { no: 2 }])
  assert.equal(after.settings, before.settings)
  assert.equal((after['sites'] as unknown[])[1], (before['sites'] as unknown[])[1])
  assert.deepEqual(before, area())
})

test('a missing list is created when its parent exists', () => {
  assert.deepEqual(addItem(area(), 'devices', 'весы')['devices'], ['весы'])
  assert.throws(() => addItem(area(), 'nowhere.list', 1), RangeError)
  assert.throws(() => addItem(area(), 'sites.7.posts', 1), RangeError)
})

test('a value other than a list at the path is a RangeError', () => {
  assert.throws(() => addItem(area(), 'sites.0.name', 1), RangeError)
  assert.throws(() => addItem(area(), 'settings.modules_cfg', 1), RangeError)
})

test('items are replaced and removed by index', () => {
  const replaced = replaceItem(area(), 'settings.modules', 0, 'price')
  assert.deepEqual(replaced.settings.modules, ['price'])
  assert.deepEqual(removeItem(area(), 'sites', 0)['sites'], [{ name: 'Юг', posts: [] }])
})

test('an index outside the list gives back the same object', () => {
  const before = area()
  for (const index of [-1, 2, 0.5, Number.NaN, Infinity]) {
    assert.equal(replaceItem(before, 'sites', index, 1), before)
    assert.equal(removeItem(before, 'sites', index), before)
  }
  assert.equal(removeItem(before, 'absent', 0), before)
})

test('paths that could reach a prototype or are too deep are refused', () => {
  for (const path of [
    '',
    'sites.',
    '__proto__.x',
    'sites.constructor',
    'a.b.c.d.e.f.g.h.i',
    'prototype',
  ])
    assert.throws(() => addItem(area(), path, 1), RangeError, path)
  assert.throws(() => addItem(area(), 'sites.push', 1), RangeError)
  assert.throws(() => addItem(area(), 'toString.x', 1), RangeError)
})

test('adding and then removing the last item restores the list', () => {
  fc.assert(
    fc.property(fc.array(fc.anything(), { maxLength: 20 }), fc.anything(), (list, item) => {
      const start: CompanyArea = { ...area(), list }
      const after = removeItem(addItem(start, 'list', item), 'list', list.length)
      assert.deepEqual(after['list'], list)
    }),
  )
})
