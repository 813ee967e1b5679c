import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdsCardNumber, instant, lines, text } from './shapes.ts'
import { carnumber } from '../visit/visit-record.ts'

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

test('a text without visible characters is empty, any other is kept', () => {
  for (const unseen of ['\u200b\u200b', ' \u2060 \u00ad', '\ufeff', '\u200e', '   '])
    for (const shape of [text(100), lines(100, 1)])
      assert.equal(shape.safeParse(unseen).success, false, JSON.stringify(unseen))
  for (const shown of ['Ли', 'на\u00adзвание', '👨\u200d👩\u200d👧', ''])
    assert.equal(text(100, 0).safeParse(shown).success, true, JSON.stringify(shown))
})

test('an instant lies in the years of a calendar day', () => {
  for (const good of ['1900-01-01T00:00:00Z', '2026-11-21T04:00:00.123Z', '2200-12-31T23:59:59Z'])
    assert.equal(instant.safeParse(good).success, true, good)
  for (const bad of ['0001-01-01T00:00:00Z', '1899-12-31T23:59:59Z', '2201-01-01T00:00:00Z'])
    assert.equal(instant.safeParse(bad).success, false, bad)
})

test('a plate has a letter or a digit, of whatever country', () => {
  for (const good of ['А123ВС77', 'б/н', '7', 'ΑΒΓ-1234', '京A'])
    assert.equal(carnumber.safeParse(good).success, true, good)
  for (const bad of ['---', '. .', '😀😀'])
    assert.equal(carnumber.safeParse(bad).success, false, bad)
})
