import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBurst, type Press, openPassportLines } from './scanner-burst.ts'
import { scannedPath } from './scanned-path.ts'

const ID = '01a21cd5-c6be-7ee1-9cb1-b962fd81ebf4'
const SIGNS: Readonly<Record<string, string>> = { '-': 'Minus', '.': 'Period', '/': 'Slash' }
const ABOVE: Readonly<Record<string, string>> = { ':': 'Semicolon', '?': 'Slash' }

/** The keys by which a scanner sends a text, each so many milliseconds after the one before. */
function keysOf(text: string, gap: number): Press[] {
  let at = 1000
  const press = (code: string, shift = false) => ({ code, shift, at: (at += gap) })
  const keys = [...text].flatMap((sign) => {
    if (/\d/.test(sign)) return [press(`Digit${sign}`)]
    if (/[a-z]/.test(sign)) return [press(`Key${sign.toUpperCase()}`)]
    if (/[A-Z]/.test(sign)) return [press('ShiftLeft'), press(`Key${sign}`, true)]
    if (sign === '=') return [press('Equal')]
    const code = SIGNS[sign]
    return code ? [press(code)] : [press('ShiftLeft'), press(ABOVE[sign]!, true)]
  })
  return [...keys, press('Enter')]
}

const read = (keys: readonly Press[]) => {
  const burst = openBurst()
  return keys.map((key) => burst.take(key))
}
const scanned = (keys: readonly Press[]) =>
  read(keys).flatMap((verdict) => (verdict.kind === 'scanned' ? [verdict.text] : []))

test('a fast text that ends with Enter is a scan, read by the places of its keys', () => {
  for (const text of [
    '2026-000182',
    `https://x.example:8080/?path=/operator/act/${ID}`,
    'A123BC77',
  ])
    assert.deepEqual(scanned(keysOf(text, 8)), [text])
  const keys = keysOf('2026-000182', 8)
  assert.deepEqual(scanned([...keys.slice(0, -1), { ...keys.at(-1)!, code: 'Tab' }]), [
    '2026-000182',
  ])
})

test('three hundred signs a minute, a pause within, a short text and an Enter of its own are no scan', () => {
  assert.deepEqual(scanned(keysOf('2026-000182', 200)), [])
  const [first, ...rest] = keysOf('2026-000182', 8)
  const late = rest.map((key, i) => (i >= 6 ? { ...key, at: key.at + 100 } : key))
  assert.deepEqual(scanned([first!, ...late]), [])
  assert.deepEqual(scanned(keysOf('12345', 8)), [])
  assert.deepEqual(scanned([{ code: 'Enter', shift: false, at: 1 }]), [])
  const arrow = { code: 'ArrowDown', shift: false, at: rest[3]!.at + 1 }
  assert.deepEqual(scanned([first!, ...rest.slice(0, 4), arrow, ...rest.slice(4, 8)]), [])
})

test('its first signs may still be a shortcut of the screen, the others are held back', () => {
  const kinds = read(keysOf('https://x', 8)).map(({ kind }) => kind)
  assert.deepEqual(kinds.slice(0, 4), ['typed', 'typed', 'typed', 'typed'])
  // Shift alone is no sign.
  assert.deepEqual(kinds.slice(4), ['held', 'typed', 'held', 'held', 'held', 'held', 'scanned'])
  const slow = read(keysOf('https://x', 60)).map(({ kind }) => kind)
  assert.deepEqual(new Set(slow), new Set(['typed']))
})

const LINES = [
  'PNRUSBAQRAMOV<<AMIR<IL9GAM<<<<<<<<<<<<<<<<<<',
  '4601234561RUS9312074M<<<<<<<1111228770001<76',
] as const

test('lines of a passport are known from their first signs on, and read when the last has come', () => {
  const passport = openPassportLines(() => '2026-11-27')
  assert.ok(!passport.mayBegin('PNRU', 0))
  assert.ok(passport.mayBegin('PNRUS', 0))
  for (const other of ['2026-', 'A123B', 'ООО11', '46012']) assert.ok(!passport.mayBegin(other, 0))
  assert.equal(passport.take(LINES[0], 1000), 'more')
  // The second line begins like any number.
  assert.ok(!passport.mayBegin('4', 1100))
  assert.ok(passport.mayBegin('46', 1100))
  assert.ok(!passport.mayBegin('46', 5000))
  const read = passport.take(LINES[1], 1500)
  assert.ok(typeof read === 'object')
  assert.deepEqual([read.last_name, read.series, read.number], ['Байрамов', '4601', '123456'])
  assert.ok(!passport.mayBegin('46', 1600))
  assert.equal(passport.take('CARGO-182', 1700), undefined)
})

test('a printed code leads to its record, whatever the server was called; any other address leads nowhere', () => {
  const origin = 'https://now.example'
  const path = `/operator/act/${ID}`
  assert.equal(scannedPath(`https://then.example/?path=${path}`, origin), path)
  assert.equal(
    scannedPath(`http://127.0.0.1:8080/?path=/print/weight_act/${ID}`, origin),
    `/print/weight_act/${ID}`,
  )
  assert.equal(scannedPath(`${origin}${path}`, origin), path)
  for (const text of [
    '2026-000182',
    'https://evil.example/',
    'https://evil.example/?path=//evil.example',
    'https://evil.example/?path=/operator/../tmplink',
    'https://x.example/tmplink#secret',
    'https://x.example/phone#secret',
    `javascript:alert(1)//?path=${path}`,
  ])
    assert.equal(scannedPath(text, origin), undefined, text)
})
