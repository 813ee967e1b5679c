import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { innProblem, normalizeInn } from './inn.ts'
import { kppProblem } from './kpp.ts'
import { ogrnProblem, ogrnipProblem } from './ogrn.ts'
import { okpoProblem } from './okpo.ts'
import { normalizeSnils, snilsProblem } from './snils.ts'

type Problem = (value: string) => string | undefined

function takes(problem: Problem, values: string[]): void {
  for (const value of values) assert.equal(problem(value), undefined, value)
}

function refuses(problem: Problem, values: string[]): void {
  for (const value of values) assert.match(problem(value) ?? '', /^[А-ЯЁ].{5,}/, value)
}

/** Every number that differs from the given one in exactly one digit. */
function oneDigitChanged(number: string): string[] {
  return [...number].flatMap((digit, place) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => number.slice(0, place) + other + number.slice(place + 1)),
  )
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

/** The completion of a number by control digits that the checker itself takes. */
function completed(head: string, tail: number, problem: Problem): string {
  for (let control = 0; control < 10 ** tail; control++) {
    const number = head + String(control).padStart(tail, '0')
    if (problem(number) === undefined) return number
  }
  throw new Error(`No control digits complete ${head}`)
}

test('valid ИНН of firms and people are taken', () => {
  takes(innProblem, [
    '7707083893',
    '7710140679',
    '7736207543',
    '7713076301',
    '7740000076',
    '7812014560',
  ])
  takes(innProblem, ['7702070139', '500100732259', ' 77 0708-3893 '])
  assert.equal(normalizeInn(' 77 0708-3893 '), '7707083893')
})

test('wrong ИНН are refused', () => {
  refuses(innProblem, ['7707083894', '0000000000', '770708389', '77070838933', ''])
  refuses(innProblem, ['500100732258', '500100732269', '000000000000', '77070838AB'])
})

test('an ИНН of the other kind is refused where one kind is due', () => {
  assert.equal(innProblem('7707083893', 10), undefined)
  assert.equal(innProblem('500100732259', 12), undefined)
  assert.match(innProblem('7707083893', 12)!, /12 цифр/)
  assert.match(innProblem('500100732259', 10)!, /10 цифр/)
})

test('each wrong digit of a ten-digit ИНН is caught unless its control digit is 0', () => {
  fc.assert(
    fc.property(digits(9), (head) => {
      fc.pre(!head.startsWith('00'))
      const inn = completed(head, 1, innProblem)
      const missed = oneDigitChanged(inn).filter((other) => innProblem(other) === undefined)
      // With control 0 the remainders 0 and 10 look alike: one digit a place can hide, never the
      // control digit.
      assert.ok(missed.length <= (inn.endsWith('0') ? 9 : 0), `${inn}: ${missed.join()}`)
    }),
  )
})

test('each wrong digit of a twelve-digit ИНН is caught unless both control digits are 0', () => {
  fc.assert(
    fc.property(digits(10), (head) => {
      fc.pre(!head.startsWith('00'))
      const inn = completed(head, 2, innProblem)
      fc.pre(!inn.endsWith('00'))
      for (const other of oneDigitChanged(inn))
        assert.notEqual(innProblem(other), undefined, `${inn} ${other}`)
    }),
    { numRuns: 40 },
  )
})

test('КПП are judged by form', () => {
  takes(kppProblem, ['773601001', '7736AB001', '775001001'])
  refuses(kppProblem, ['7736ab001', '000001001', '77360100', '00', '', '7736АБ001', '77A601001'])
})

test('ОГРН and ОГРНИП are judged by their keys', () => {
  takes(ogrnProblem, ['1027700132195', '1027739642281', '1027700229193'])
  refuses(ogrnProblem, [
    '1027700132196',
    '2027700132195',
    '102770013219',
    '',
    '10277001321AB',
    '304500116000157',
  ])
  // The second is made by the formula: 31577460012345 mod 13 = 0, mod 11 = 5.
  takes(ogrnipProblem, ['304500116000157', '315774600123450'])
  refuses(ogrnipProblem, [
    '304500116000158',
    '104500116000157',
    '30450011600015',
    '',
    '1027700132195',
  ])
})

test('each wrong digit of an ОГРН is caught unless its control digit is 0', () => {
  fc.assert(
    fc.property(fc.constantFrom('1', '5'), digits(11), (first, rest) => {
      const ogrn = completed(first + rest, 1, ogrnProblem)
      fc.pre(!ogrn.endsWith('0'))
      for (const other of oneDigitChanged(ogrn))
        assert.notEqual(ogrnProblem(other), undefined, `${ogrn} ${other}`)
    }),
  )
})

test('each wrong digit of an ОГРНИП is caught when its control digit is 3 or more', () => {
  fc.assert(
    fc.property(digits(13), (rest) => {
      const ogrnip = completed(`3${rest}`, 1, ogrnipProblem)
      // Remainders 10, 11, 12 look like 0, 1, 2.
      fc.pre(Number(ogrnip.at(-1)) >= 3)
      for (const other of oneDigitChanged(ogrnip))
        assert.notEqual(ogrnipProblem(other), undefined, `${ogrnip} ${other}`)
    }),
  )
})

test('ОКПО have eight or ten digits', () => {
  takes(okpoProblem, ['00032537', '0123456789'])
  refuses(okpoProblem, ['0003253', '0003 2537', '000325371', '0003253A', ''])
})

test('СНИЛС are judged by the control number, the oldest ones by form alone', () => {
  takes(snilsProblem, [
    '112-233-445 95',
    '11223344595',
    '087-654-303 00',
    '001-001-998 99',
    '001-001-998 00',
  ])
  refuses(snilsProblem, [
    '112-233-445 96',
    '087-654-303 01',
    '1122334459',
    '',
    '112-233-44S 95',
    '001-001-999 99',
  ])
  assert.equal(normalizeSnils('112-233-445 95'), '11223344595')
})

test('each wrong digit of a СНИЛС is caught unless its control number is 00', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200_000_000, max: 999_999_999 }), (number) => {
      const snils = completed(String(number), 2, snilsProblem)
      fc.pre(!snils.endsWith('00'))
      // A first digit of 0 could lead below 001-001-998, where nothing is checked.
      for (const other of oneDigitChanged(snils).filter((value) => !value.startsWith('0')))
        assert.notEqual(snilsProblem(other), undefined, `${snils} ${other}`)
    }),
    { numRuns: 40 },
  )
})
