import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, useDialogs } from './ask.ts'

const stack = () => useDialogs.getState().stack
const sure = () => ask.confirm({ title: 'Удалить черновик?', text: 'Насовсем.', main: 'Удалить' })

test('a window opened twice at once opens once, and the second caller gets nothing', async () => {
  const first = sure()
  assert.equal(await sure(), undefined)
  assert.equal(stack().length, 1)
  stack()[0]!.close(true)
  assert.equal(await first, true)
})

test('the same window opens again when it was closed, over another one, and over itself some time later', (t) => {
  void sure()
  stack()[0]!.close()
  void sure()
  void ask.textarea({ title: 'Аннулировать акт?', label: 'Причина' })
  void sure()
  assert.equal(stack().length, 3)
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + 501)
  void sure()
  assert.equal(stack().length, 4)
})
