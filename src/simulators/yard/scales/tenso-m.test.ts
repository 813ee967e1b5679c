import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Display } from '../scale/indicator.ts'
import { encodeFrame, encodeWeight, openTensoM, type TensoSettings } from './tenso-m.ts'

interface Vector {
  name: string
  hex: string
  expect: {
    request?: string
    grams?: number | null
    stable?: boolean
    overload?: boolean
    net?: boolean
  }
}

const fixtures = new URL('../../../agent/scales/drivers/tenso-m.json', import.meta.url)
// The yard weighs without a tare; a net answer of a real indicator bears a lamp that it has not.
const vectors = (JSON.parse(readFileSync(fixtures, 'utf8')) as Vector[]).filter(
  ({ expect }) => !expect.net,
)
const settings: TensoSettings = { address: 1, crc: true, unit: 'kg', decimals: 0 }
const still = (value_g: number): Display => ({
  value_g,
  stable: true,
  zero: value_g === 0,
  overload: false,
  net: false,
  tare_g: 0,
})
const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/..(?=.)/g, '$& ')
const bytes = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const open = (display: Display, zero = true) =>
  openTensoM(settings, { display: () => display, zero: () => zero })

test('every tenso-m vector of the fixtures is produced byte for byte', () => {
  assert.equal(vectors.length, 4)
  for (const { name, hex: expected, expect } of vectors) {
    const display = { ...still(expect.grams ?? 0), overload: expect.overload ?? false }
    const frame = expect.request
      ? encodeFrame([1, 0xc2], true)
      : encodeWeight(0xc3, display, settings)
    assert.equal(hex(frame), expected, name)
  }
})

test('a request for gross is answered with gross, however the bytes are cut', () => {
  const request = encodeFrame([1, 0xc3], true)
  for (let cut = 0; cut <= request.length; cut++) {
    const session = open(still(12_340_000))
    const answers = [
      ...session.receive(request.subarray(0, cut)),
      ...session.receive(request.subarray(cut)),
    ]
    assert.deepEqual(answers.map(hex), ['FF 01 C3 40 23 01 10 4C FF FF'])
  }
})

test('two requests in one piece, the second without its own start mark, get two answers', () => {
  const request = encodeFrame([1, 0xc3], true)
  const both = Buffer.concat([request, request.subarray(1)])
  assert.equal(open(still(0)).receive(both).length, 2)
})

test('another address, a wrong CRC and noise get no answer', () => {
  const session = open(still(0))
  assert.deepEqual(session.receive(encodeFrame([2, 0xc3], true)), [])
  assert.deepEqual(session.receive(bytes('FF 01 C3 00 FF FF')), [])
  assert.deepEqual(session.receive(encodeFrame([1, 0xc3], false)), [])
  assert.deepEqual(session.receive(new Uint8Array(10_000).fill(0x41)), [])
  assert.equal(session.receive(encodeFrame([1, 0xc3], true)).length, 1)
})

test('zero is confirmed when done, and an error when the indicator declines', () => {
  const request = encodeFrame([1, 0xc0], true)
  assert.deepEqual(open(still(0)).receive(request), [encodeFrame([1, 0xc0], true)])
  assert.deepEqual(open(still(0), false).receive(request), [encodeFrame([1, 0xee], true)])
  const status = encodeFrame([1, 0xbf], true)
  assert.deepEqual(open(still(0)).receive(status), [encodeFrame([1, 0xfd], true)])
})

test('minus, motion and decimals are in the byte CON', () => {
  const con = (display: Display, own: TensoSettings) => encodeWeight(0xc3, display, own)[6]
  assert.equal(con(still(-20_000), settings), 0x90)
  assert.equal(con({ ...still(20_000), stable: false }, settings), 0x00)
  assert.equal(con(still(12_350), { ...settings, decimals: 2 }), 0x12)
  assert.equal(con(still(12_340_000), { ...settings, unit: 't', decimals: 2 }), 0x12)
})

test('no start mark is inside a frame, and six digits are read back from packed BCD', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (kilograms) => {
      const frame = [...encodeWeight(0xc3, still(kilograms * 1000), settings)]
      const inner = frame.slice(1, -2)
      const marks = inner.flatMap((byte, i) => (byte === 0xff ? [inner[i + 1]] : []))
      assert.ok(marks.every((byte) => byte === 0xfe))
      const digits = [inner[4], inner[3], inner[2]].map((byte) =>
        byte!.toString(16).padStart(2, '0'),
      )
      assert.equal(Number(digits.join('')), kilograms)
    }),
  )
})

test("a weight that does not fit the indicator's menu is an error and is not rounded", () => {
  assert.throws(() => encodeWeight(0xc3, still(12_345), settings), /does not fit/)
  assert.throws(() => encodeWeight(0xc3, still(1_000_000_000), settings), /does not fit/)
})
