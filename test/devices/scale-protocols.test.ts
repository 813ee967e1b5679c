import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { ScaleDriver, ScaleEvent } from '#agent/scales/frames/scale-driver.ts'
import { menuOf, openProtocol } from '#simulators/yard/scale/formats.ts'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import { driverOf, frameOf, weightFrame, wireFormats, type WireFormat } from './scale-formats.ts'
import { noise, randomWords } from './scale-vectors.ts'
import { sweepSize } from '../support/sweep-size.ts'

/** Questions before the one whose answer is looked at: SICS asks for the tare first. */
const questions = (driver: ScaleDriver) => (driver.mode === 'poll' ? driver.poll!() : undefined)

describe('the agent reads what the yard simulator writes', () => {
  for (const format of wireFormats)
    test(`${format.name}: random weights come back in exact grams`, () => {
      fc.assert(
        fc.property(anyDisplay(format), ({ display, decimals }) => {
          const driver = driverOf(format, decimals)
          const [sample] = read(driver, format, display, decimals)
          assert.ok(sample)
          const { flags, sendsGross } = format
          if (flags.overload && display.overload) {
            assert.deepEqual([sample.grams, sample.stable], [null, false])
            assert.equal(sample.overload || sample.underload, true)
            return
          }
          const shown = display.value_g + (sendsGross && display.net ? display.tare_g : 0)
          assert.equal(sample.grams, shown === 0 ? 0 : shown)
          assert.equal(sample.stable, flags.stable ? display.stable : null)
          if (flags.net) assert.equal(sample.net, display.net)
          if (flags.tare) assert.equal(sample.tare, display.tare_g)
        }),
        { numRuns: sweepSize(500, 10_000) },
      )
    })

  test('the tare sent by SICS is added to the following net weights', () => {
    const format = wireFormats.find(({ name }) => name === 'sics')!
    const display = { ...still(8_120_000), net: true, tare_g: 4_220_000 }
    const driver = driverOf(format, 0)
    const [sample] = read(driver, format, display, 0)
    assert.deepEqual([sample?.grams, sample?.net, sample?.tare], [8_120_000, true, 4_220_000])
  })
})

/** Good frames behind five hundred bytes of noise each; a megabyte in a long sweep. */
const NOISY = sweepSize(400, 2000)

describe('damaged bytes are no weight', () => {
  for (const format of wireFormats.filter(({ checksummed }) => checksummed))
    test(`${format.name}: no single flipped bit yields another value`, () => {
      let flips = 0
      for (const grams of [12_340_000, -20_000, 0, 7_420_000]) {
        const driver = driverOf(format, 0)
        const frame = weightFrame(format, driver, still(grams), 0)
        for (let bit = 0; bit < frame.length * 8; bit++) {
          const broken = Uint8Array.from(frame)
          broken[bit >> 3]! ^= 1 << (bit & 7)
          driver.reset()
          for (const event of driver.feed(broken))
            if (event.kind === 'sample') assert.equal(event.grams, grams, `bit ${bit}`)
          flips++
        }
      }
      assert.ok(flips >= 4 * 8 * 9)
    })

  for (const format of wireFormats.filter(({ driver }) => driver !== 'modbus'))
    test(`${format.name}: noise hides at most one good frame in a hundred and forges few`, () => {
      const driver = driverOf(format, 0)
      const next = randomWords(7)
      const started = workedMs()
      let found = 0
      let wrong = 0
      for (let n = 0; n < NOISY; n++) {
        const grams = (1 + (n % 900)) * 20_000
        const frame = weightFrame(format, driver, still(grams), 0)
        // Nothing but the end of the line before tells where a line without a header begins.
        const rubbish = format.headless ? [...noise(499, next), 0x0d] : noise(500, next)
        const events = [...driver.feed(Uint8Array.from(rubbish)), ...driver.feed(frame)]
        const samples = events.filter(isSample)
        if (samples.some((sample) => sample.grams === grams)) found++
        wrong += samples.filter((sample) => sample.grams !== grams).length
      }
      assert.ok(found >= NOISY * 0.99, `${found} of ${NOISY} read`)
      assert.ok(wrong <= (format.checksummed ? NOISY / 400 : NOISY / 100), `${wrong} false samples`)
      assert.ok(workedMs() - started < 4000, `${workedMs() - started} ms`)
    })

  test('an endless line is dropped beyond 4096 bytes', () => {
    for (const format of wireFormats)
      for (const byte of [0x02, 0xff, 0xf8, 0x3d, 0x53, 0x20, 0x30, 0x01]) {
        const driver = driverOf(format, 0)
        const started = workedMs()
        driver.feed(new Uint8Array(200_000).fill(byte))
        assert.ok(workedMs() - started < 1000, `${format.name} ${byte}`)
        const frame = frameOf(format, still(12_340_000), 0, questions(driver))
        driver.reset()
        assert.ok(driver.feed(frame).length > 0, `${format.name} ${byte}`)
      }
  })

  test('a late answer of Modbus/TCP belongs to an older question and is dropped', () => {
    const format = wireFormats.find(({ name }) => name === 'laumas-tcp')!
    const driver = driverOf(format, 0)
    const late = frameOf(format, still(12_340_000), 0, driver.poll!())
    const question = driver.poll!()
    driver.reset()
    assert.deepEqual(driver.feed(late), [])
    const [event] = driver.feed(frameOf(format, still(20_000), 0, question))
    assert.ok(event?.kind === 'sample' && event.grams === 20_000)
  })

  test('the echo of any request gives no event', () => {
    for (const format of wireFormats) {
      const driver = driverOf(format, 0)
      if (driver.mode === 'stream') continue
      for (let n = 0; n < 3; n++) assert.deepEqual(driver.feed(driver.poll!()), [], format.name)
    }
  })
})

test('the checksum of the continuous output is required after ten frames that have it', () => {
  const format = wireFormats.find(({ name }) => name === 'continuous')!
  const driver = driverOf({ ...format, settings: { format: 'continuous', checksum: 'auto' } }, 0)
  const frame = (grams: number) => frameOf(format, still(grams), 0)
  for (let n = 0; n < 12; n++) assert.equal(driver.feed(frame(20_000 * n)).length, 1)
  const broken = Uint8Array.from(frame(12_340_000))
  broken[8]! ^= 1
  assert.deepEqual(
    driver.feed(broken).map(({ kind }) => kind),
    ['bad'],
  )
})

test('the command to zero is understood by the yard simulator, where the protocol has one', () => {
  const zeroed = wireFormats.flatMap((format) => {
    const { zero } = driverOf(format, 0)
    return zero && understands(format, zero()) ? [format.name] : []
  })
  const expected = wireFormats.filter(({ zeroes }) => zeroes).map(({ name }) => name)
  assert.ok(expected.length >= 6)
  assert.deepEqual(zeroed, expected)
})

function understands(format: WireFormat, command: Uint8Array): boolean {
  let done = false
  const port = { display: () => still(0), zero: () => (done = true) }
  openProtocol(menuOf(format.name, 0), port).receive(command)
  return done
}

function isSample(event: ScaleEvent) {
  return event.kind === 'sample'
}

function read(driver: ScaleDriver, format: WireFormat, display: Display, decimals: number) {
  for (let n = 0; n < 2; n++) {
    const samples = driver
      .feed(frameOf(format, display, decimals, questions(driver)))
      .filter(isSample)
    if (samples.length > 0) return samples
  }
  return []
}

/** What this test took of a processor, whatever else the machine does meanwhile. */
function workedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function still(value_g: number): Display {
  return { value_g, stable: true, zero: value_g === 0, overload: false, net: false, tare_g: 0 }
}

function anyDisplay(format: WireFormat) {
  const decimals = fc.integer({ min: 0, max: 3 })
  return decimals.chain((decimals) => {
    const places = format.digits - (format.pointTakesPlace && decimals > 0 ? 1 : 0) - 1
    const most = 10 ** Math.min(places, format.name === 'float32' ? 6 : 8) - 1
    const step = 10 ** (3 - decimals)
    const weight = fc.integer({ min: -most, max: most }).map((digits) => digits * step)
    const tare = fc.integer({ min: 0, max: most }).map((digits) => digits * step)
    const flag = fc.boolean()
    return fc
      .record({ value_g: weight, tare_g: tare, stable: flag, net: flag, overload: flag })
      .map(({ value_g, tare_g, stable, net, overload }) => {
        const withNet = net && value_g + tare_g <= most * step
        const over = overload && format.flags.overload
        const display = {
          value_g: value_g === 0 ? 0 : value_g,
          tare_g,
          stable: stable && !over,
          zero: value_g === 0,
          net: withNet,
          overload: over,
        }
        return { decimals, display }
      })
  })
}
