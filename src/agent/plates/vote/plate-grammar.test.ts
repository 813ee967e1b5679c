import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, type Random } from '#simulators/yard/random.ts'
import { plateAlphabet } from '../model/plate-alphabet.ts'
import { readWhole } from './plate-forms.ts'
import { columnsOf, DICTIONARY } from '#test/support/plate-columns.ts'
import { countDigits, joinColumns, type Columns } from './columns.ts'
import { boundOf, spell } from './plate-grammar.ts'

const alphabet = plateAlphabet(DICTIONARY)

test('a form that fits the signs as read wins over one that replaces some of them', () => {
  const rows: [seen: string, text: string, form: string][] = [
    ['A123BC77', 'А123ВС77', 'ru-car'],
    ['AB123477', 'АВ123477', 'ru-trailer'],
    ['857IMB02', '857IMB02', 'kz-car'],
    ['341CM02', '341CM02', 'kz-company'],
    ['KZ022DFZ06', '022DFZ06', 'kz-car'],
    ['1234AB7', '1234AB7', 'by-car'],
    ['AA1234BI', 'AA1234BI', 'ua-car'],
    ['01A123BD', '01A123BD', 'uz-car'],
    ['02123ABD', '02123ABD', 'kg-car'],
  ]
  for (const [seen, text, form] of rows) {
    const best = readWhole({ columns: columnsOf(seen), ground: 'light' }, alphabet)
    assert.deepEqual([best?.text, best?.form.code], [text, form], seen)
  }
})

test('signs that fit plates of two countries are marked as ambiguous', () => {
  for (const seen of ['O01OOO06', '8571MB02', '88888802'])
    assert.equal(
      readWhole({ columns: columnsOf(seen), ground: 'light' }, alphabet)?.rival,
      'foreign',
      seen,
    )
  const clear = readWhole({ columns: columnsOf('M571MB02'), ground: 'light' }, alphabet)
  assert.equal(clear?.rival, 'none')
})

test('replaced signs are counted, О and 0 separately', () => {
  const takenOf = (seen: string) => {
    const best = readWhole({ columns: columnsOf(seen), ground: 'light' }, alphabet)
    return [best?.text, best?.taken]
  }
  // A phone on the roof of a taxi behind a round mark.
  assert.deepEqual(takenOf('O2888888'), ['О288ВВ88', 2])
  assert.deepEqual(takenOf('O288BB88'), ['О288ВВ88', 0])
})

test("white signs on black are read as a military plate, not as a car's plate that begins with О", () => {
  const seen = columnsOf('O123AB77')
  assert.equal(readWhole({ columns: seen, ground: 'light' }, alphabet)?.form.code, 'ru-car')
  const dark = readWhole({ columns: seen, ground: 'dark' }, alphabet)
  assert.deepEqual([dark?.text, dark?.form.code], ['0123АВ77', 'ru-military'])
})

test('two lines make one plate only where the form is split at that place', () => {
  const read = (above: string, below: string) => {
    const [upper, lower] = [columnsOf(above), columnsOf(below)]
    const writing = {
      columns: joinColumns(upper, lower),
      ground: 'light',
      upper: upper.steps,
    } as const
    return readWhole(writing, alphabet)
  }
  assert.equal(read('A123', 'BC77')?.text, 'А123ВС77')
  assert.equal(read('1234', 'AB77')?.form.code, 'ru-tractor')
  assert.equal(read('123', 'ABD02')?.form.code, 'kz-car')
  assert.notEqual(read('A1', '23BC77')?.text, 'А123ВС77')
})

test('a sign has the same relative place in a strip of any width', () => {
  const narrow = readWhole({ columns: columnsOf('A123BC77'), ground: 'light' }, alphabet)
  const wide = readWhole({ columns: columnsOf('A123BC77', 3), ground: 'light' }, alphabet)
  assert.equal(wide?.text, narrow?.text)
  for (const [i, at] of narrow!.at.entries())
    assert.ok(Math.abs(at - wide!.at[i]!) < 1 / 16, `${at} ${wide!.at[i]}`)
})

test('signs that do not fit the form are counted', () => {
  const othersOf = (seen: string) =>
    readWhole({ columns: columnsOf(seen), ground: 'light' }, alphabet)?.others
  assert.equal(othersOf('A123BC77'), 0)
  assert.equal(othersOf('A123BC77WFW'), 3)
})

test('digits and separators are counted, so that a date is recognised', () => {
  const seen = (text: string) => countDigits(columnsOf(text), alphabet)
  assert.deepEqual(seen('A123BC77'), { count: 5, divided: 0 })
  assert.deepEqual(seen('1234AB-7'), { count: 5, divided: 0 })
  assert.deepEqual(seen('.A123BC77.'), { count: 5, divided: 0 })
  assert.deepEqual(seen('03-08-0019:13'), { count: 10, divided: 3 })
  assert.deepEqual(seen('GOODENOUGH'), { count: 0, divided: 0 })
})

test('no spelling has a score above the bound of its grammar', () => {
  const random = seededRandom('bounds')
  const bodies = ['L999LL99', 'LL999L999', '999AAAZZ', 'BB9999BB', '9999BB9']
  for (let i = 0; i < 60; i++) {
    const columns = noiseColumns(random, 12 + i)
    const body = bodies[i % bodies.length]!
    const grammar = {
      positions: [...body].map((sign) => alphabet.signs.get(sign)!),
      mark: i % 2 ? alphabet.marks.get('KZ')! : [],
      gaps: alphabet.gaps,
      tail: i % 3 ? alphabet.tail : null,
    }
    const { score } = spell(columns, grammar)!
    const bound = boundOf(columns, grammar)
    assert.ok(score <= bound, `${body} ${score} ${bound}`)
  }
  // A bound that is far away would spare nothing.
  const positions = [...bodies[0]!].map((sign) => alphabet.signs.get(sign)!)
  const grammar = { positions, mark: [], gaps: alphabet.gaps, tail: alphabet.tail }
  const clear = columnsOf('A123BC77')
  assert.ok(boundOf(clear, grammar) - spell(clear, grammar)!.score < 0.01)
})

test('a strip with fewer columns than signs has no spelling and no bound', () => {
  const grammar = { positions: [...'999'].map((sign) => alphabet.signs.get(sign)!), mark: [] }
  const whole = { ...grammar, gaps: alphabet.gaps, tail: null }
  const columns = noiseColumns(seededRandom('few'), 2)
  assert.deepEqual([spell(columns, whole), boundOf(columns, whole)], [undefined, -Infinity])
})

/** Columns in which several signs are likely at once. */
function noiseColumns(random: Random, steps: number): Columns {
  const classes = DICTIONARY.length + 2
  const data = Float32Array.from({ length: steps * classes }, () => random.next() ** 8)
  for (let t = 0; t < steps; t++) {
    const row = data.subarray(t * classes, (t + 1) * classes)
    const sum = row.reduce((total, value) => total + value)
    row.set(row.map((value) => value / sum))
  }
  return { data, steps, classes }
}
