import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdsCardNumber } from './shapes.ts'

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
