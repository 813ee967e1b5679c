import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstUnseen, noteViewing, seenOf, type Viewing, type FileViews } from './file-views.ts'

const after = (...views: Viewing[]) => views.reduce<FileViews>(noteViewing, new Map())

test('a file is seen when each of its pages was shown, in any order', () => {
  assert.equal(firstUnseen(seenOf(after(), 'a')), 1)
  const first = after({ file: 'a', page: 1, pages: 3 })
  assert.equal(firstUnseen(seenOf(first, 'a')), 2)
  assert.equal(firstUnseen(seenOf(first, 'b')), 1)
  const skipped = noteViewing(first, { file: 'a', page: 3, pages: 3 })
  assert.equal(firstUnseen(seenOf(skipped, 'a')), 2)
  const all = noteViewing(skipped, { file: 'a', page: 2, pages: 3 })
  assert.equal(firstUnseen(seenOf(all, 'a')), undefined)
})

test('a file that is broken or was opened apart keeps both, and counts no page as shown', () => {
  const files = after({ file: 'a', isApart: true }, { file: 'a', isBroken: true })
  const { isApart, isBroken } = seenOf(files, 'a')
  assert.deepEqual([isApart, isBroken, firstUnseen(seenOf(files, 'a'))], [true, true, 1])
})

test('a viewing that adds nothing leaves the map as it is', () => {
  const files = after({ file: 'a', page: 1, pages: 1 }, { file: 'b', isApart: true })
  assert.equal(noteViewing(files, { file: 'a', page: 1, pages: 1 }), files)
  assert.equal(noteViewing(files, { file: 'b', isApart: true }), files)
})
