import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { grossOf } from '#agent/scales/gross-weight.ts'
import type { ScaleDriver, ScaleEvent } from '#agent/scales/frames/scale-driver.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import { encodeMassa } from '#simulators/yard/scales/massa-k.ts'
import { menuOf, openProtocol } from '#simulators/yard/scale/formats.ts'
import { driverOf, wireFormats, type WireFormat } from './scale-formats.ts'
import { bytesOf, choiceOf } from './scale-vectors.ts'

type Sample = Extract<ScaleEvent, { kind: 'sample' }>

describe('a tare key was pressed on the indicator', () => {
  for (const format of wireFormats)
    test(`${format.name}: ${format.tareKey}`, () => {
      fc.assert(
        fc.property(anyNet(format), ({ gross, tare, decimals, unit }) => {
          const sample = netSample(format, { gross, tare, decimals, unit })
          if (format.tareKey === 'nothing') {
            // The frame of 8 000 kg net equals that of 8 000 kg gross: they cannot be distinguished, so the installer is
            // warned.
            assert.equal(sample.net, format.sendsGross ? false : undefined)
            return
          }
          const read = grossOf(sample)
          assert.equal(read, format.tareKey === 'net' ? 'untold' : gross)
        }),
        { numRuns: 300 },
      )
    })

  test('Toledo continuous, the truck of 12 340 kg: net beside a blank tare field is no weight', () => {
    const driver = openDriver(choiceOf('mettler', { format: 'continuous', checksum: 'off' }))
    const frame = bytesOf('02 32 31 20 30 31 31 38 34 30 20 20 20 20 20 20 0D 21')
    const [event] = driver.feed(frame)
    assert.ok(event?.kind === 'sample')
    assert.deepEqual([event.grams, event.net], [11_840_000, true])
    assert.equal(grossOf(event), 'untold')
  })

  test('net with a tare of zero or below is refused in every protocol that sends a tare', () => {
    const continuous = openDriver(choiceOf('mettler', { format: 'continuous', checksum: 'off' }))
    for (const tare of ['000000', '     0', '      ']) {
      const frame = Buffer.from(`\u00022\u0031\u0020011840${tare}\r`, 'latin1')
      assert.equal(grossOf(sampleOf(continuous.feed(frame))), 'untold', tare)
    }
    for (const tare of [0, -500]) {
      const driver = openDriver(choiceOf('massa-k', {}))
      const body = [0x24, ...int32(11_840), 4, 1, 1, 0, ...int32(tare)]
      assert.equal(grossOf(sampleOf(driver.feed(encodeMassa(body)))), 'untold', `${tare}`)
    }
  })

  test('SICS: a refused or unknown tare, in parts of a gram or in pounds, is never taken for zero', () => {
    for (const answer of ['TA I', 'TA L', 'ES', 'ET', 'TA A       0.00 lb', 'TA A     0.0001 g']) {
      const driver = openDriver(choiceOf('mettler', { format: 'sics' }))
      driver.poll!(0)
      driver.feed(Buffer.from(`${answer}\r\n`))
      driver.poll!(20)
      const sample = sampleOf(driver.feed(Buffer.from('S S      11840 kg\r\n')))
      assert.equal(grossOf(sample), 'untold', answer)
      assert.match(sample.hint ?? '', /не сообщает тару/)
    }
  })

  test('gross with a stored tare is taken as shown', () => {
    assert.equal(grossOf({ grams: 5000, net: false, tare: 700 }), 5000)
    assert.equal(grossOf({ grams: 5000, tare: 700 }), 5000)
    assert.equal(grossOf({ grams: null, net: true, tare: 700 }), null)
  })
})

interface Net {
  gross: number
  tare: number
  decimals: number
  unit: 'kg' | 'g' | 't'
}

function netSample(format: WireFormat, { gross, tare, decimals, unit }: Net): Sample {
  const driver =
    unit === 'kg'
      ? driverOf(format, decimals)
      : openDriver(choiceOf(format.driver, { ...format.settings }))
  const menu = menuOf(format.name, decimals)
  const choice = { ...menu, settings: { ...menu.settings, unit } }
  const value_g = gross - tare
  const display = { value_g, stable: true, zero: false, overload: false, net: true, tare_g: tare }
  const session = openProtocol(choice, { display: () => display, zero: () => true })
  for (let n = 0; n < 4; n++) {
    const frames = session.stream ? [session.stream()] : session.receive(ask(driver, n * 100))
    const samples = frames.flatMap((frame) => driver.feed(frame)).filter(isSample)
    if (samples.length > 0) return samples[0]!
  }
  return assert.fail('no sample')
}

/** Weights with a tare that the format's field can hold; grams and tonnes where the frame itself names them. */
function anyNet(format: WireFormat) {
  const units = format.units ?? ['kg']
  return fc
    .record({ decimals: fc.integer({ min: 0, max: 3 }), unit: fc.constantFrom(...units) })
    .chain(({ decimals, unit }) => {
      const whole = unit === 'g' ? 0 : decimals
      const places = format.digits - (format.pointTakesPlace && whole > 0 ? 1 : 0) - 1
      const most = 10 ** Math.min(places, 5) - 1
      const step = { g: 1, kg: 1000, t: 1_000_000 }[unit] / 10 ** whole
      return fc
        .record({
          gross: fc.integer({ min: -most, max: most }),
          tare: fc.integer({ min: 1, max: most }),
        })
        .filter(({ gross, tare }) => Math.abs(gross - tare) <= most)
        .map(({ gross, tare }) => ({
          gross: gross === 0 ? 0 : gross * step,
          tare: tare * step,
          decimals: whole,
          unit,
        }))
    })
}

function ask(driver: ScaleDriver, at: number): Uint8Array {
  return driver.poll!(at)
}

function sampleOf(events: ScaleEvent[]): Sample {
  const [event] = events
  assert.ok(event?.kind === 'sample', JSON.stringify(events))
  return event
}

function isSample(event: ScaleEvent): event is Sample {
  return event.kind === 'sample'
}

function int32(value: number): number[] {
  return [value, value >> 8, value >> 16, value >> 24].map((part) => part & 255)
}
