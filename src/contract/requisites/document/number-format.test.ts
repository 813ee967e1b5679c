import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatNumber, numberFormatProblem } from './number-format.ts'
import { makePurpose, purposeProblem } from './purpose.ts'
import { purposeTemplateProblem } from './purpose-template.ts'

const GOOD = [
  '{YYYY}-{NNNNNN}',
  'В-{YYYY}-{NNNNNN}',
  '{N}/{YYYY}',
  'Акт №{YYYY}.{NNN}',
  '{NNN}{YYYY}',
]
const BAD: readonly (readonly [format: string, word: RegExp])[] = [
  ['АКТ', /порядкового номера/],
  ['', /порядкового номера/],
  ['{YYYY}', /порядкового номера/],
  ['{NNNN', /порядкового номера/],
  ['{nnnn}-{YYYY}', /порядкового номера/],
  ['А-{NNNN}', /нет года/],
  ['{YYYY}-{NNN}-{NNN}', /бывает один/],
  ['{YYYY}-{MM}-{NNNN}', /\{MM\}/],
  ['{YYYY}-{NNNNNNNNNN}', /не шире/],
  ['{YYYY}-{NNNN}}', /только буквы/],
  ['{YYYY}-{NNNN}₽', /только буквы/],
  [`${'А'.repeat(32)}{YYYY}{N}`, /длиннее 40/],
]

test('a format gives numbers, or its fault has a message', () => {
  for (const format of GOOD) assert.equal(numberFormatProblem(format), undefined, format)
  for (const [format, word] of BAD)
    assert.match(numberFormatProblem(format) ?? 'taken', word, format)
})

const pieces = fc.constantFrom('{YYYY}', '{N}', '{NNN}', '{MM}', '{', '}', 'А', '7', '-', '₽', ' ')
const formats = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
const counted = fc.record({
  year: fc.integer({ min: 2020, max: 2030 }),
  seq: fc.integer({ min: 1, max: 9_999_999 }),
})

test('no two documents get the same number by an accepted format', () => {
  fc.assert(
    fc.property(fc.oneof(formats, fc.constantFrom(...GOOD)), counted, counted, (format, a, b) => {
      fc.pre(numberFormatProblem(format) === undefined && (a.year !== b.year || a.seq !== b.seq))
      const [one, other] = [a, b].map(({ year, seq }) => formatNumber(format, year, seq))
      assert.notEqual(one, other)
      assert.ok(one!.length <= 40)
    }),
  )
})

const FORMAT = '{YYYY}-{NNNNNN}'
const BAD_PURPOSES: readonly (readonly [template: string, word: RegExp])[] = [
  ['Оплата по акту №{number}. {vat}.', /метки \{метка\}/],
  ['Оплата по акту №{number}. {mark}', /\{НДС\}/],
  ['Оплата. {vat}. {mark}', /\{номер\}/],
  ['Акт {number} {sum}. {vat}. {mark}', /\{sum\}/],
  ['Акт {number}. {vat}. {mark} {mark}', /дважды/],
  ['Акт {number}. {vat}. {mark} [П:7QK4WM]', /пишет программа/],
  ['Акт {number} }. {vat}. {mark}', /Скобки/],
  ['Акт {number} на 5 ₽. {vat}. {mark}', /«₽»/],
  ['Акт {number}.\n{vat}. {mark}', /одной строкой/],
  [`Акт {number}${'а'.repeat(120)}. {vat}. {mark}`, /не поместится/],
]

test('a template gives a complete purpose of every payment, or its fault has a message', () => {
  const template = 'Оплата по акту №{number} от {date} за лом: {goods}. {vat}. {mark}'
  assert.equal(purposeTemplateProblem(template, FORMAT), undefined)
  for (const [wrong, word] of BAD_PURPOSES)
    assert.match(purposeTemplateProblem(wrong, FORMAT) ?? 'taken', word, wrong)
  assert.match(purposeTemplateProblem(template, `${'А'.repeat(29)}{YYYY}{N}`)!, /не поместится/)
})

test('every purpose by an accepted template fits a bank’s file and has its mark', () => {
  const needed = ['{number}', '{vat}', '{mark}']
  const others = ['{date}', '{goods}', ' от ', 'Оплата', '. ', 'ё'.repeat(20)]
  const words = fc
    .subarray(others)
    .chain((some) => fc.shuffledSubarray([...needed, ...some], { minLength: 3 + some.length }))
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.string()),
      (parts, acts, products) => {
        const template = parts.join('')
        fc.pre(purposeTemplateProblem(template, FORMAT) === undefined)
        const purpose = makePurpose(template, {
          acts: Array.from({ length: acts }, () => ({ number: '2026-999999', date: '31.12.2026' })),
          products,
          vat: 'НДС исчисляется налоговым агентом',
          mark: '[П:7QK4WM]',
        })
        assert.equal(purposeProblem(purpose), undefined, purpose)
        assert.ok(purpose.includes('[П:7QK4WM]') && purpose.includes('2026-999999'))
      },
    ),
  )
})
