import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { layoutReader } from './text-frames.ts'
import { textLayout } from './text-layout.ts'

const plain = { start: '', end: '0D', length: 8, number_from: 1, number_length: 8 }

/** The field and the sentence of the first refusal; undefined when the layout is accepted. */
function refusal(change: object) {
  const read = textLayout.safeParse({ ...plain, ...change })
  const issue = read.error?.issues[0]
  return issue && [issue.path.join('.'), issue.message]
}

describe('a layout that could be read in two ways is refused', () => {
  test('a simple layout and one with every part are accepted', () => {
    assert.equal(refusal({}), undefined)
    const marks = { stable_at: 1, stable_is: 'S', gross_at: 2, gross_is: 'G' }
    const over = { overload_at: 1, overload_is: 'O' }
    const rest = { sign_at: 3, unit_from: 11, unit_length: 2 }
    const layout = { length: 12, number_from: 4, number_length: 7, ...marks, ...over, ...rest }
    assert.equal(refusal(layout), undefined)
  })

  const cases: [string, object, string, RegExp][] = [
    ['neither start nor end', { end: '' }, 'start', /начало или конец/],
    ['a start that a number may have inside', { start: '30' }, 'start', /в самом числе/],
    ['a start of a space', { start: '20 02' }, 'start', /в самом числе/],
    ['an end that a number may have inside', { end: '2E' }, 'end', /в самом числе/],
    ['a digit with bit 7 as the end', { end: 'B0' }, 'end', /в самом числе/],
    ['one byte as start and end', { start: '0D' }, 'end', /одинаково/],
    ['a start that is no bytes', { start: '0' }, 'start', /парами/],
    ['a start that is too long', { start: '0203040506' }, 'start', /Не больше байт: 4/],
    ['a number beyond the frame', { number_from: 2 }, 'length', /за пределами/],
    ['a mark beyond the frame', { stable_at: 9, stable_is: 'S' }, 'length', /за пределами/],
    ['a sign inside the number', { sign_at: 4 }, 'number_from', /занято дважды/],
    ['a unit over the number', { unit_from: 8, unit_length: 1 }, 'number_from', /занято дважды/],
    ['a mark inside the number', { gross_at: 8, gross_is: 'G' }, 'number_from', /занято дважды/],
    [
      'a unit without its length',
      { length: 9, unit_from: 9 },
      'unit_length',
      /и место единицы, и сколько/,
    ],
    ['a mark without its character', { length: 9, gross_at: 9 }, 'gross_is', /и место, и знак/],
    ['a character without its place', { stable_is: 'S' }, 'stable_is', /и место, и знак/],
    [
      'standing still and overload by one character',
      { length: 9, stable_at: 9, stable_is: 'S', overload_at: 9, overload_is: 'S' },
      'overload_is',
      /одним знаком/,
    ],
  ]
  for (const [name, change, field, sentence] of cases)
    test(name, () => {
      const [path, message] = refusal(change) ?? []
      assert.equal(path, field)
      assert.match(message!, sentence)
    })
})

describe('captured bytes on the screen', () => {
  const read = (layout: object, text: string) =>
    layoutReader(textLayout.parse({ ...plain, ...layout })).feed(Buffer.from(text, 'latin1'))

  test('the incomplete first line of a capture is marked, the others are weights', () => {
    const kinds = read({}, '34.5\r\n   123.4\r\n   123.5\r\n   12').map(({ kind }) => kind)
    assert.deepEqual(kinds, ['bad', 'weight', 'weight'])
  })

  test('a line that is longer than the layout is never cut to its length', () => {
    const frames = read({}, '   123.45\r'.repeat(10))
    assert.equal(frames.length, 10)
    assert.ok(frames.every(({ kind }) => kind === 'bad'))
  })

  test('what stands unmarked beside the number makes the frame bad: a digit, a sign, a point, a letter, a comma before a digit', () => {
    const kind = (text: string, layout: object) => read(layout, `${text}\r`)[0]!.kind
    const last = { length: 8, number_from: 5, number_length: 4 }
    for (const line of ['ST, 1234', 'ST,,1234', 'S  #1234'])
      assert.equal(kind(line, last), 'weight')
    for (const line of ['   01234', '  + 1234', '   -1234', '   .1234', '  OL1234', '   1,234'])
      assert.equal(kind(line, last), 'bad', line)
    const first = { length: 8, number_from: 1, number_length: 4 }
    for (const line of ['1234    ', '1234,kg ']) assert.equal(kind(line, first), 'weight', line)
    for (const line of ['12345   ', '1234 lb ', '1234.5  ', '1234,5  ', '1234-   '])
      assert.equal(kind(line, first), 'bad', line)
  })

  test('every mark other than that of gross means net', () => {
    const marked = { length: 9, gross_at: 9, gross_is: 'G' }
    const nets = read(marked, '   123.4G\r   123.4N\r   123.4 \r').map(
      (frame) => frame.kind === 'weight' && frame.net,
    )
    assert.deepEqual(nets, [false, true, true])
  })
})
