import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { ScaleEvent } from '../frames/scale-driver.ts'
import { createDriver } from './tenso-m.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

interface Vector {
  name: string
  settings: { address: number; crc: boolean; unit: 'kg' | 't' }
  hex: string
  expect: {
    grams?: number | null
    stable?: boolean
    overload?: boolean
    net?: boolean
    request?: string
  }
}

const file = new URL('tenso-m.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[]
const answers = vectors.filter((v) => v.expect.request === undefined)
const settings = { address: 1, crc: true, unit: 'kg' } as const

describe('vectors of tenso-m', () => {
  test('the file of vectors is not empty', () => assert.ok(answers.length >= 3))

  for (const vector of answers) {
    const frame = bytes(vector.hex)
    const feed = (...chunks: Uint8Array[]) => {
      const driver = createDriver(vector.settings)
      return chunks.flatMap((chunk) => driver.feed(chunk))
    }
    const fits = (events: ScaleEvent[], times = 1) => {
      const samples = events.filter((e) => e.kind === 'sample')
      assert.equal(samples.length, times)
      for (const { grams, stable, overload, net } of samples)
        assert.deepEqual({ grams, stable, overload, net }, known(vector.expect))
    }

    test(`${vector.name}: whole, byte by byte, split anywhere, doubled`, () => {
      fits(feed(frame))
      fits(feed(...[...frame].map((b) => Uint8Array.of(b))))
      for (let cut = 1; cut < frame.length; cut++)
        fits(feed(frame.subarray(0, cut), frame.subarray(cut)))
      fits(feed(Buffer.concat([frame, frame])), 2)
    })

    test(`${vector.name}: after fifty bytes of garbage`, () => {
      for (let seed = 1; seed <= 200; seed++) {
        const garbage = noise(50, seed)
        const samples = feed(garbage, frame).filter((e) => e.kind === 'sample')
        const last = samples.at(-1)
        assert.ok(last, `seed ${seed}`)
        assert.equal(last.grams, vector.expect.grams, `seed ${seed}`)
      }
    })
  }

  test('the request of the gross weight carries its checksum', () => {
    const request = Buffer.from(createDriver(settings).poll!())
    assert.equal(request.subarray(0, 3).toString('hex'), 'ff01c3')
    const plain = Buffer.from(createDriver({ ...settings, crc: false }).poll!())
    assert.equal(plain.toString('hex'), 'ff01c3ffff')
  })
})

describe('frames that give no weight', () => {
  test('no single flipped bit of a frame yields another value', () => {
    let flips = 0
    for (const vector of answers) {
      const frame = bytes(vector.hex)
      for (let bit = 0; bit < frame.length * 8; bit++) {
        const broken = Uint8Array.from(frame)
        broken[bit >> 3]! ^= 1 << (bit & 7)
        for (const event of createDriver(vector.settings).feed(broken))
          if (event.kind === 'sample') assert.equal(event.grams, vector.expect.grams)
        flips++
      }
    }
    assert.ok(flips > 200)
  })

  test('a megabyte of noise hides less than one good frame in a hundred and forges at most five', () => {
    const good = bytes('FF 01 C3 40 23 01 10 4C FF FF')
    const driver = createDriver(settings)
    let read = 0
    let wrong = 0
    let sent = 0
    const started = performance.now()
    for (let seed = 0; sent < 2000; seed++) {
      const events = [...driver.feed(noise(500, seed)), ...driver.feed(good)]
      sent++
      const samples = events.filter((e) => e.kind === 'sample')
      const right = samples.filter((e) => e.grams === 12_340_000).length
      read += Math.min(1, right)
      wrong += samples.length - right
    }
    assert.ok(read >= 1980, `${read} of 2000 read`)
    assert.ok(wrong <= 5, `${wrong} false samples`)
    assertWithin(performance.now() - started, 2000, 'a megabyte of noise')
  })

  test('every weight that a second encoder writes comes back in exact grams', () => {
    const weight = fc.record({
      digits: fc.integer({ min: 0, max: 999_999 }),
      decimals: fc.integer({ min: 0, max: 3 }),
      minus: fc.boolean(),
      stable: fc.boolean(),
      address: fc.integer({ min: 1, max: 159 }),
      crc: fc.boolean(),
      net: fc.boolean(),
    })
    fc.assert(
      fc.property(weight, (w) => {
        const { address, crc } = w
        const [event] = createDriver({ address, crc, unit: 'kg' }).feed(encode(w))
        assert.ok(event?.kind === 'sample')
        const grams = (w.digits * 1000) / 10 ** w.decimals
        assert.equal(event.grams, w.minus && grams !== 0 ? -grams : grams)
        assert.equal(event.stable, w.stable)
        assert.equal(event.net, w.net)
      }),
      { numRuns: sweepSize(1000, 10_000) },
    )
  })

  test('an indicator without its checksum is named as such', () => {
    const frame = encode({ ...plain, crc: false })
    const [event] = createDriver(settings).feed(frame)
    assert.ok(event?.kind === 'bad')
    assert.equal(event.reason, 'length')
    assert.equal(event.hint, 'CRC выключен в индикаторе')
  })

  test('parts of a gram are refused as a step', () => {
    const [event] = createDriver(settings).feed(encode({ ...plain, digits: 12_345, decimals: 4 }))
    assert.ok(event?.kind === 'bad' && event.reason === 'step')
  })

  test('the echo of the own request and a frame of another address give no event', () => {
    const driver = createDriver(settings)
    assert.deepEqual(driver.feed(driver.poll!()), [])
    assert.deepEqual(driver.feed(encode({ ...plain, address: 2 })), [])
  })

  test('an error answer of the indicator is bad and a zero answer is busy', () => {
    const [error] = createDriver(settings).feed(frameOf([1, 0xee], true))
    assert.ok(error?.kind === 'bad' && error.reason === 'device-error')
    assert.deepEqual(createDriver(settings).feed(frameOf([1, 0xc0], true)), [{ kind: 'busy' }])
  })

  test('a frame without an end is dropped beyond 4096 bytes', () => {
    const driver = createDriver(settings)
    driver.feed(new Uint8Array(100_000).fill(0x11))
    assert.equal(driver.feed(encode(plain)).length, 1)
  })
})

const plain = {
  digits: 12_340,
  decimals: 0,
  minus: false,
  stable: true,
  address: 1,
  crc: true,
  net: false,
}

function encode(w: typeof plain): Uint8Array {
  const d = String(w.digits).padStart(6, '0')
  const packed = [d.slice(4, 6), d.slice(2, 4), d.slice(0, 2)].map((pair) =>
    Number.parseInt(pair, 16),
  )
  const condition = (w.minus ? 0x80 : 0) | (w.stable ? 0x10 : 0) | w.decimals
  return frameOf([w.address, w.net ? 0xc2 : 0xc3, ...packed, condition], w.crc)
}

/** Written a second time, bit by bit, from devices.md 3.3. */
function frameOf(body: number[], crc: boolean): Uint8Array {
  let register = 0
  for (const byte of body)
    for (let bit = 7; bit >= 0; bit--) {
      const top = ((register >> 7) & 1) ^ ((byte >> bit) & 1)
      register = ((register << 1) & 0xff) ^ (top ? 0x69 : 0)
    }
  const all = crc ? [...body, register] : body
  return Uint8Array.from([0xff, ...all.flatMap((b) => (b === 0xff ? [b, 0xfe] : [b])), 0xff, 0xff])
}

function known(expect: Vector['expect']) {
  const { grams, stable, overload, net } = expect
  return { grams, stable, overload, net }
}

function bytes(hex: string): Uint8Array {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex')
}

function noise(length: number, seed: number): Uint8Array {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return (state >>> 11) & 0xff
  })
}
