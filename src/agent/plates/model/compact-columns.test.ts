import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWhole } from '../vote/plate-forms.ts'
import { compactClasses } from './plate-models.ts'

const DICTIONARY = ['专', ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '厅']

test('without the classes that no plate uses the same plate is read, and other signs keep their scores', () => {
  const { all, alphabet, compact } = compactClasses(DICTIONARY)
  assert.equal(all, DICTIONARY.length + 2)
  const read = (text: string) => {
    const { data, steps } = rowsOf(text, all)
    const columns = compact(data, steps)
    assert.ok(columns.classes < all + 1 && columns.data.length === steps * columns.classes)
    return readWhole({ columns, ground: 'light' }, alphabet)
  }
  const plate = read('A123BC77')
  assert.deepEqual([plate?.text, plate?.others], ['А123ВС77', 0])
  assert.ok(plate!.confidence > 0.97)
  const strange = read('A123BC77专厅')
  assert.ok(strange!.confidence < 0.05, `${strange!.confidence}`)
  // Spaces are gaps.
  assert.ok(read('A123BC 77')!.confidence > 0.97)
})

/** The recogniser's own answer that shows a text beyond doubt, with a blank after each sign. */
function rowsOf(text: string, all: number) {
  const steps = text.length * 2
  const data = new Float32Array(steps * all)
  for (const [i, sign] of [...text].entries()) {
    data[i * 2 * all + (sign === ' ' ? all - 1 : DICTIONARY.indexOf(sign) + 1)] = 0.98
    data[(i * 2 + 1) * all] = 0.98
  }
  return { data, steps }
}
