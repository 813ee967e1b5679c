import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scales } from '#contract/device/scale-connection.ts'
import {
  bytesOf,
  choiceOf,
  noise,
  randomWords,
  scaleVectors,
  type ScaleVector,
} from '#test/devices/scale-vectors.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { openDriver } from '../frames/open-driver.ts'

const answers = scaleVectors.filter(({ expect }) => expect.request === undefined && !expect.none)
const open = ({ driver, settings }: ScaleVector) => {
  const line = openDriver(choiceOf(driver, 'profile' in settings ? settings : settings))
  // A Modbus/TCP answer carries the number of the question before it.
  if (settings['framing'] === 'tcp') line.poll!()
  return line
}

describe('vectors of every driver', () => {
  for (const { code, by, formats } of scales)
    test(`${code}: a whole frame of each format`, () => {
      const own = answers.filter(({ driver }) => driver === code)
      for (const name of Object.keys(formats))
        assert.ok(
          own.some(
            ({ settings, expect }) =>
              expect.grams !== undefined && (!by || settings[by.key] === name),
          ),
          name,
        )
    })

  for (const vector of answers) {
    const frame = bytesOf(vector.hex)
    test(`${vector.driver}, ${vector.name}: whole, byte by byte, split anywhere, doubled`, () => {
      const feed = (...chunks: Uint8Array[]) => feedAll(open(vector), chunks)
      fits(feed(frame), vector)
      // A socket gives a Buffer, whose slices are views into a common pool.
      fits(feed(Buffer.from(frame)), vector)
      fits(feed(...[...frame].map((byte) => Uint8Array.of(byte))), vector)
      for (let cut = 1; cut < frame.length; cut++)
        fits(feed(frame.subarray(0, cut), frame.subarray(cut)), vector)
      fits(feed(frame, frame), vector, 2)
    })

    test(`${vector.driver}, ${vector.name}: after fifty bytes of garbage`, () => {
      for (let seed = 1; seed <= 200; seed++) {
        const garbage = noise(50, randomWords(seed))
        const read = feedAll(open(vector), [garbage, frame, frame]).filter(
          (event) => event.kind !== 'bad' || event.reason === vector.expect.bad,
        )
        assert.ok(read.length > 0, `seed ${seed}`)
        fits(read.slice(-1), vector)
      }
    })
  }

  for (const vector of scaleVectors.filter(({ expect }) => expect.none))
    test(`${vector.driver}, ${vector.name}: gives no weight however often it is repeated`, () => {
      const line = bytesOf(vector.hex)
      const driver = open(vector)
      const events = Array.from({ length: 30 }, () => driver.feed(line)).flat()
      assert.deepEqual(
        events.filter(({ kind }) => kind === 'sample'),
        [],
      )
    })

  for (const vector of scaleVectors.filter(({ expect }) => expect.request !== undefined)) {
    const read = ['read_gross', 'read_weight', 'read_holding'].includes(vector.expect.request!)
    if (!read) continue
    test(`${vector.driver}, ${vector.name}: the request has exactly these bytes, and its echo gives no event`, () => {
      const driver = open(vector)
      const question = driver.poll!()
      assert.deepEqual(
        Buffer.from(question).toString('hex'),
        Buffer.from(bytesOf(vector.hex)).toString('hex'),
      )
      assert.deepEqual(driver.feed(question), [])
    })
  }
})

function feedAll(driver: ScaleDriver, chunks: Uint8Array[]): ScaleEvent[] {
  return chunks.flatMap((chunk) => driver.feed(chunk))
}

function fits(events: ScaleEvent[], { expect }: ScaleVector, times = 1): void {
  assert.deepEqual(
    events.map(({ kind }) => kind),
    Array.from({ length: times }, () => (expect.bad ? 'bad' : expect.busy ? 'busy' : 'sample')),
  )
  for (const event of events) {
    if (event.kind === 'bad') assert.equal(event.reason, expect.bad)
    if (event.kind !== 'sample') continue
    const { grams, stable, overload, underload, net, tare } = event
    assert.equal(grams, expect.grams)
    assert.equal(stable, expect.stable)
    assert.equal(overload, expect.overload)
    assert.equal(underload, expect.underload ?? false)
    if (expect.net !== undefined) assert.equal(net, expect.net)
    if (expect.tare !== undefined) assert.equal(tare, expect.tare)
    if (expect.negative !== undefined && grams !== null) assert.equal(grams < 0, expect.negative)
    if (expect.gross !== undefined) assert.equal(grams! + tare!, expect.gross)
  }
}
