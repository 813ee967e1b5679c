import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { numberInWords } from './number-in-words.ts'
import { sumInWords } from './sum-in-words.ts'
import { weightInWords } from './weight-in-words.ts'

test('C19: sums are written in words, kopecks in figures', () => {
  const rows: [number, string][] = [
    [14446650, 'Сто сорок четыре тысячи четыреста шестьдесят шесть рублей 50 копеек'],
    [200202, 'Две тысячи два рубля 02 копейки'],
    [0, 'Ноль рублей 00 копеек'],
    [1, 'Ноль рублей 01 копейка'],
    [100, 'Один рубль 00 копеек'],
    [2121, 'Двадцать один рубль 21 копейка'],
    [1111, 'Одиннадцать рублей 11 копеек'],
    [1412, 'Четырнадцать рублей 12 копеек'],
    [100000, 'Одна тысяча рублей 00 копеек'],
    [1100000, 'Одиннадцать тысяч рублей 00 копеек'],
    [2200000, 'Двадцать две тысячи рублей 00 копеек'],
    [100000000, 'Один миллион рублей 00 копеек'],
    [200100103, 'Два миллиона одна тысяча один рубль 03 копейки'],
    [100000000000, 'Один миллиард рублей 00 копеек'],
    [500000000001999, 'Пять триллионов девятнадцать рублей 99 копеек'],
    [
      999999999999999,
      'Девять триллионов девятьсот девяносто девять миллиардов ' +
        'девятьсот девяносто девять миллионов ' +
        'девятьсот девяносто девять тысяч девятьсот девяносто девять рублей 99 копеек',
    ],
  ]
  for (const [kop, words] of rows) assert.equal(sumInWords(kop), words)
})

test('weights are written in words in kilograms and grams', () => {
  const rows: [number, string][] = [
    [7809000, 'Семь тысяч восемьсот девять килограммов'],
    [10980, 'Десять килограммов девятьсот восемьдесят граммов'],
    [1001, 'Один килограмм один грамм'],
    [2000, 'Два килограмма'],
    [502, 'Пятьсот два грамма'],
    [0, 'Ноль килограммов'],
  ]
  for (const [grams, words] of rows) assert.equal(weightInWords(grams), words)
})

test('different numbers have different words, without repeated or outer spaces', () => {
  const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(number, number, (a, b) => {
      assert.match(numberInWords(a), /^[а-яё]+( [а-яё]+)*$/)
      assert.equal(a === b, numberInWords(a) === numberInWords(b))
    }),
  )
  const all = new Set(Array.from({ length: 20_000 }, (_, n) => numberInWords(n)))
  assert.equal(all.size, 20_000)
})

test('a negative or fractional number has no words', () => {
  for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) {
    assert.throws(() => numberInWords(value), RangeError)
    assert.throws(() => sumInWords(value), RangeError)
    assert.throws(() => weightInWords(value), RangeError)
  }
})
