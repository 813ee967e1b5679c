import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdsCardNumber, lines, text } from './shapes.ts'

test('a run of digits that a card could have is a card number, alone or among letters', () => {
  for (const text of [
    '4111111111111111',
    'карта 2200111753579001, Мир',
    'x5555555555554444y',
    // Maestro of 18 and UnionPay of 19 digits.
    '676770000000000005',
    '6212345678900000003',
  ])
    assert.equal(holdsCardNumber(text), true, text)
})

test('no account of 20 digits is taken for a card by its first nineteen', () => {
  const account = fc
    .tuple(fc.constantFrom('40702810', '40817810', '42301810', '30101810'), fc.nat(1e12 - 1))
    .map(([head, tail]) => head + String(tail).padStart(12, '0'))
  fc.assert(fc.property(account, (text) => !holdsCardNumber(`счёт ${text} в банке`)))
})

test('a text that shows nothing is an empty one, and one that shows anything is kept', () => {
  for (const unseen of ['\u200b\u200b', ' \u2060 \u00ad', '\ufeff', '\u200e', '   '])
    for (const shape of [text(100), lines(100, 1)])
      assert.equal(shape.safeParse(unseen).success, false, JSON.stringify(unseen))
  for (const shown of ['Ли', 'на\u00adзвание', '👨\u200d👩\u200d👧', ''])
    assert.equal(text(100, 0).safeParse(shown).success, true, JSON.stringify(shown))
})
