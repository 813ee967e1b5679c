import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FileNames, safeFileName } from './act-files.ts'

test('a name keeps its letters and loses what Windows forbids', () => {
  assert.equal(safeFileName('Акт 2026-000001 от 2026-11-27'), 'Акт 2026-000001 от 2026-11-27')
  assert.equal(safeFileName('А/1\\2:3*?"<>|'), 'А_1_2_3______')
  assert.equal(safeFileName('../../etc/passwd'), '.._.._etc_passwd')
  assert.equal(safeFileName('Акт. '), 'Акт')
  assert.equal(safeFileName('aux.pdf'), '_aux.pdf')
  assert.equal(safeFileName('COM1'), '_COM1')
  assert.equal(safeFileName(' ... '), '_')
  assert.equal(safeFileName('а\u202eб'), 'а_б')
  assert.equal([...safeFileName('Щ'.repeat(300))].length, 100)
})

test('whatever a number is, its name can be unpacked everywhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), (text) => {
      const name = safeFileName(text)
      assert.ok(name.length > 0)
      assert.doesNotMatch(name, /[<>:"/\\|?*]|[. ]$|^\.+$/)
    }),
  )
})

test('equal names get numbers, also where only the case differs', () => {
  const names = new FileNames()
  const taken = ['Акт 1', 'АКТ 1', 'Акт 1'].map((name) => names.take('', name, 'pdf'))
  assert.deepEqual(taken, ['Акт 1.pdf', 'АКТ 1 (2).pdf', 'Акт 1 (3).pdf'])
  assert.equal(names.take('Сканы/', 'Акт 1', 'pdf'), 'Сканы/Акт 1.pdf')
})
