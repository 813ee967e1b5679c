import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isOneCharacterAway, normalizePlate } from './plate.ts'

test('Russian plates of every form are stored in Cyrillic', () => {
  const rows: [string, string][] = [
    ['а123вс77', 'А123ВС77'],
    ['A123BC 777', 'А123ВС777'],
    ['ао1234 77', 'АО123477'],
    ['x777xx199', 'Х777ХХ199'],
    ['A 123 BC | 77 RUS', 'А123ВС77'],
    ['A123BC77RUS', 'А123ВС77'],
    ['a.123-bc_77', 'А123ВС77'],
    ['AO12377', 'АО12377'],
    ['1234AB77', '1234АВ77'],
    ['A1234177', 'А1234177'],
    ['123A77', '123А77'],
    ['AB123C77', 'АВ123С77'],
  ]
  for (const [raw, plate] of rows)
    assert.deepEqual(
      [normalizePlate(raw).plate, normalizePlate(raw).countries[0]],
      [plate, 'RU'],
      raw,
    )
})

test('a plate of another form is kept as written and marked', () => {
  const rows: [string, string][] = [
    ['AB-123-CD', 'AB123CD'],
    ['А123ВГ77', 'А123ВГ77'],
    ['A123BC7', 'A123BC7'],
    ['A123BC7777', 'A123BC7777'],
    ['trust 1', 'TRUST1'],
    ['', ''],
  ]
  for (const [raw, plate] of rows)
    assert.deepEqual(normalizePlate(raw), { plate, countries: [] }, raw)
})

test('letters that look alike are one plate, whatever alphabet they are of', () => {
  const rows: [string, string][] = [
    ['Α123ΒΕ77', 'А123ВЕ77'],
    ['α123βε77', 'А123ВЕ77'],
    ['Ａ１２３ＢＥ７７', 'А123ВЕ77'],
    ['𝗔123𝗕𝗘77', 'А123ВЕ77'],
    ['Ꮋ001ᎢϹ 99', 'Н001ТС99'],
    ['Ⲕ123ҮⲬ77', 'К123УХ77'],
    ['Ү777ХХ199', 'У777ХХ199'],
    ['ΑΑ1234ΒΒ', 'AA1234BB'],
    ['ΒΖ-123-CD', 'BZ123CD'],
    ['АВ-123-CD', 'AB123CD'],
    ['A123BГ77', 'А123ВГ77'],
  ]
  for (const [raw, plate] of rows) assert.equal(normalizePlate(raw).plate, plate, raw)
})

test('a plate normalised once stays as it is', () => {
  const typed = fc.stringMatching(/^[ABEKMHOPCTYXАВЕКМНОРСТУХабвгΑΒΖα０Ａ0-9 .|_-]{0,12}$/)
  fc.assert(
    fc.property(typed, (raw) => {
      const once = normalizePlate(raw)
      assert.deepEqual(normalizePlate(once.plate), once)
    }),
  )
})

test('plates one character away are those with one changed, added or missing', () => {
  const near: [string, string][] = [
    ['А123ВС77', 'А128ВС77'],
    ['А123ВС77', 'А123ВС777'],
    ['А123ВС77', '123ВС77'],
    ['А123ВС77', 'А123ВС7'],
    ['А', ''],
  ]
  for (const [a, b] of near) {
    assert.ok(isOneCharacterAway(a, b), `${a} ${b}`)
    assert.ok(isOneCharacterAway(b, a), `${b} ${a}`)
  }
  const far: [string, string][] = [
    ['А123ВС77', 'А123ВС77'],
    ['А123ВС77', 'А132ВС77'],
    ['А123ВС77', 'А123ВС7777'],
    ['А123ВС77', 'В123ВС777'],
    ['', ''],
  ]
  for (const [a, b] of far)
    assert.ok(!isOneCharacterAway(a, b) && !isOneCharacterAway(b, a), `${a} ${b}`)
})

test('any one change of a plate is found near', () => {
  const plate = fc.stringMatching(/^[АВЕК][0-9]{3}[АВЕК]{2}[0-9]{2,3}$/)
  fc.assert(
    fc.property(plate, fc.nat(), fc.constantFrom('Х', 'Т', ''), (text, at, other) => {
      const place = at % text.length
      assert.ok(isOneCharacterAway(text, text.slice(0, place) + other + text.slice(place + 1)))
    }),
  )
})
