import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  formatKg,
  formatMoney,
  formatPercent,
  formatTonnes,
  moneyProblem,
  parseMoney,
  parsePercent,
  parseWeight,
  pasteMoney,
  pastePercent,
  pasteWeight,
  percentProblem,
  weightProblem,
} from './input-text.ts'

const NBSP = '\u00a0'

test('typed money becomes kopecks with either separator', () => {
  const rows: [string, number][] = [
    ['144466,50', 14446650],
    ['144466.50', 14446650],
    ['5', 500],
    ['5.5', 550],
    ['5,50', 550],
    ['0', 0],
    ['0,01', 1],
    ['0007', 700],
    ['777,55', 77755],
    ['1234567890123.99', 123456789012399],
    ['9999999999999,99', 999999999999999],
  ]
  for (const [text, kop] of rows) assert.equal(parseMoney(text), kop, text)
})

test('text that is not money is refused', () => {
  const rows = [
    '−1',
    '-1',
    '1,234',
    '1.234',
    '12.345',
    '1e5',
    '1e3',
    '1 000',
    '12345678901234',
    '',
    '5.',
    '.5',
  ]
  for (const text of [
    ...rows,
    ' 5',
    '5 ',
    '+5',
    '1,2,3',
    '1.2,3',
    '٣',
    '0x10',
    'NaN',
    'Infinity',
    '5\n',
  ])
    assert.equal(parseMoney(text), undefined, JSON.stringify(text))
})

test('pasted money may be grouped and carry its sign', () => {
  const rows: [string, number][] = [
    ['144 466,50 ₽', 14446650],
    [`144${NBSP}466,50${NBSP}₽`, 14446650],
    ['144\u202f466.5', 14446650],
    ['1 004,5', 100450],
    [' 5 ', 500],
    ['1 234 567 руб.', 123456700],
    ['12р', 1200],
    ['1234 ₽', 123400],
  ]
  for (const [text, kop] of rows) assert.equal(pasteMoney(text), kop, text)
})

test('pasted money with wrong groups, a sign or another unit is refused', () => {
  const rows = [
    '14 44',
    '1 0000',
    '1234 567',
    '−144 466,50 ₽',
    '5 $',
    '₽',
    '1 000,500',
    '1,004.50',
    '1 e3',
  ]
  for (const text of rows) assert.equal(pasteMoney(text), undefined, text)
})

test('typed weight becomes grams', () => {
  const rows: [string, number][] = [
    ['12480', 12480000],
    ['0,01', 10],
    ['12.35', 12350],
    ['0,001', 1],
    ['999999,999', 999999999],
  ]
  for (const [text, grams] of rows) assert.equal(parseWeight(text), grams, text)
  for (const text of ['−5', '-5', '1,2345', '1234567', '', 'кг', '1 000'])
    assert.equal(parseWeight(text), undefined, text)
})

test('pasted weight may be grouped in kilograms but not be in tonnes', () => {
  assert.equal(pasteWeight('12 480 кг'), 12480000)
  assert.equal(pasteWeight('12 480,5кг'), 12480500)
  assert.equal(pasteWeight('7,809 т'), undefined)
})

test('typed percent becomes basis points up to a hundred', () => {
  const rows: [string, number][] = [
    ['3,33', 333],
    ['100', 10000],
    ['100,00', 10000],
    ['0', 0],
    ['7.25', 725],
  ]
  for (const [text, bp] of rows) assert.equal(parsePercent(text), bp, text)
  for (const text of ['100,01', '3,333', '101', '-1', '', '5%'])
    assert.equal(parsePercent(text), undefined, text)
  assert.equal(pastePercent('3,33 %'), 333)
})

test('numbers are shown with a comma, groups that do not break and a true minus', () => {
  assert.equal(formatMoney(14446650), `144${NBSP}466,50`)
  assert.equal(formatMoney(14446650, ''), '144466,50')
  assert.equal(formatMoney(0), '0,00')
  assert.equal(formatMoney(5), '0,05')
  assert.equal(formatMoney(-150), '−1,50')
  assert.equal(formatMoney(99999), '999,99')
  assert.equal(formatMoney(100000), `1${NBSP}000,00`)
  assert.equal(formatKg(12480000), `12${NBSP}480`)
  assert.equal(formatKg(12350), '12,35')
  assert.equal(formatKg(-20000), '−20')
  assert.equal(formatPercent(333), '3,33')
  assert.equal(formatPercent(500), '5')
  assert.equal(formatPercent(150), '1,5')
})

test('C20: tonnes have three decimals, more only when needed', () => {
  assert.equal(formatTonnes(7809000), '7,809')
  assert.equal(formatTonnes(10980), '0,01098')
  assert.equal(formatTonnes(20000000), '20,000')
  assert.equal(formatTonnes(1), '0,000001')
  assert.equal(formatTonnes(1234500000000), `1${NBSP}234${NBSP}500,000`)
})

test('a number that is not a safe integer is not formatted', () => {
  for (const value of [1.5, Number.NaN, 2 ** 53])
    for (const format of [formatMoney, formatKg, formatTonnes, formatPercent])
      assert.throws(() => format(value), RangeError)
})

test('a formatted number is read back as the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999999999999999 }), (kop) => {
      assert.equal(parseMoney(formatMoney(kop, '')), kop)
      assert.equal(pasteMoney(`${formatMoney(kop)} ₽`), kop)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999999999 }), (grams) => {
      assert.equal(parseWeight(formatKg(grams, '')), grams)
      assert.equal(pasteWeight(formatKg(grams)), grams)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10000 }), (bp) => parsePercent(formatPercent(bp)) === bp),
  )
})

test('any text is either read as a whole number from zero or refused', () => {
  const whole = (value: number | undefined) =>
    value === undefined || (Number.isSafeInteger(value) && value >= 0)
  const typed = fc.stringMatching(/^[0-9., ₽%e−-]{0,18}$/)
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (text) => {
      for (const read of [pasteMoney, pasteWeight, pastePercent]) assert.ok(whole(read(text)))
    }),
  )
})

test('an empty or unreadable field has a message with what to type', () => {
  for (const problem of [moneyProblem, weightProblem, percentProblem]) {
    assert.match(problem('')!, /^Укажите/)
    assert.match(problem('abc')!, /например/)
    assert.equal(problem('5'), undefined)
  }
})
