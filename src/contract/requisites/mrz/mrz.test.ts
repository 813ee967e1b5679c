import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMrzReading } from './mrz.ts'

const read = (...texts: string[]) => {
  const take = openMrzReading(() => '2026-11-27')
  const last = texts.map((text) => take(text)).at(-1)
  return typeof last === 'object' ? known(last) : last
}

const known = (document: object) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))

const RUSSIAN = [
  'PNRUSBAQRAMOV<<AMIR<IL9GAM<<<<<<<<<<<<<<<<<<',
  '4601234561RUS9312074M<<<<<<<1111228770001<76',
] as const
const [TD3, TD2, TD1] = [
  ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
  [
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ],
] as const

test('the internal passport is read with its letters, series and code', () => {
  assert.deepEqual(read(...RUSSIAN), {
    type: 'rf_passport',
    last_name: 'Байрамов',
    first_name: 'Амир',
    middle_name: 'Ильгам',
    citizenship: 'RU',
    birth_date: '1993-12-07',
    series: '4601',
    number: '123456',
    issued_at: '2011-12-28',
    dept_code: '770-001',
  })
})

test('the specimens of ICAO 9303 are read in their three forms', () => {
  const person = { last_name: 'Eriksson', first_name: 'Anna', birth_date: '1974-08-12' }
  const ends = { doc_expires_on: '2012-04-15' }
  assert.deepEqual(read(...TD3), {
    type: 'foreign_passport',
    number: 'L898902C3',
    ...person,
    ...ends,
  })
  for (const lines of [TD2, TD1])
    assert.deepEqual(read(...lines), { type: 'other', number: 'D23145890', ...person, ...ends })
  const uzbek = TD3[1].replace('UTO', 'UZB')
  assert.equal((read(TD3[0], uzbek) as Record<string, string>)['citizenship'], 'UZ')
  // A number of twelve signs goes on among the optional data.
  const long = 'I<UTOD23145890<7349<<<<<<<<<<<'
  assert.equal((read(long, TD1[1], TD1[2]) as Record<string, string>)['number'], 'D23145890734')
})

test('a damaged check digit hides its field and no other', () => {
  const [first, second] = RUSSIAN
  const damaged = (at: number) =>
    second.slice(0, at) + ((Number(second[at]) + 1) % 10) + second.slice(at + 1)
  const lost = (at: number) => {
    const whole = Object.keys(read(first, second)!)
    const left = Object.keys(read(first, damaged(at))!)
    return whole.filter((field) => !left.includes(field))
  }
  assert.deepEqual(lost(9), ['series', 'number'])
  assert.deepEqual(lost(19), ['birth_date'])
  assert.deepEqual(lost(42), ['series', 'number', 'issued_at', 'dept_code'])
  for (const at of [0, 5, 14, 30, 36]) assert.notDeepEqual(lost(at), [], `sign ${at}`)
})

test('lines may come together, in small letters and begun anew; other texts are no document', () => {
  const whole = read(...RUSSIAN)
  assert.deepEqual(read(RUSSIAN.join('')), whole)
  assert.deepEqual(read(RUSSIAN[0].toLowerCase(), RUSSIAN[1].toLowerCase()), whole)
  assert.deepEqual(read(RUSSIAN[0], ...RUSSIAN), whole)
  assert.deepEqual(read(TD1[0], ...RUSSIAN), whole)
  assert.equal(read(RUSSIAN[0]), 'more')
  for (const text of ['2026-000182', 'https://x.example/', RUSSIAN[1], 'P<<', ''])
    assert.equal(read(text), undefined, text)
  assert.equal(read(RUSSIAN[0], '2026-000182', RUSSIAN[1]), undefined)
})
