import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grossOf } from '#agent/scales/gross-weight.ts'
import type { ScaleDriver, ScaleEvent } from '#agent/scales/frames/scale-driver.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import { stabilityDetector } from '#agent/scales/settling/stability.ts'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import { menuOf, openProtocol } from '#simulators/yard/scale/formats.ts'
import { driverOf, isSideAnswer, wireFormats, type WireFormat } from './scale-formats.ts'
import { choiceOf, noise, randomWords } from './scale-vectors.ts'
import { IS_LONG, sweepSize } from '../support/sweep-size.ts'

const WEIGHTS = [12_340_000, 7_420_000, 33_060_000]
/** What an inserted byte may be: in long sweeps any, beside the other tests those that the formats themselves use. */
const INSERTED = IS_LONG
  ? Array.from({ length: 256 }, (_, byte) => byte)
  : [0, 1, 2, 3, 10, 13, 32, 43, 44, 45, 46, 48, 49, 56, 57, 61, 71, 78, 83, 84, 107, 128, 255]
const FRAMES = sweepSize(3000, 12_000)

describe('one place of a frame is damaged', () => {
  for (const format of wireFormats)
    test(`${format.name}: with a byte inserted or a run left out only weights of whole frames are read`, () => {
      const line = openLine(format)
      const frames = WEIGHTS.map((grams) => line.frame(grams))
      const middle = frames[1]!
      for (let at = 0; at <= middle.length; at++) {
        for (const byte of INSERTED)
          line.reads([frames[0]!, splice(middle, at, 0, [byte]), frames[2]!], `${byte} at ${at}`)
        for (let run = 1; run <= middle.length - at; run++)
          line.reads([frames[0]!, splice(middle, at, run), frames[2]!], `${run} lost at ${at}`)
      }
    })
})

describe('repeated lines that are longer than the format', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['ascii', { format: 'cas10' }, 'NET   123.45\r\n'],
    ['ascii', { format: 'cas10' }, '-  123.45\r\n'],
    ['ascii', { format: 'cas10' }, 'ST,NT,  123.45\n'],
    ['ascii', { format: 'cas10' }, '00123.456\r\n'],
    ['ascii', { format: 'and18' }, 'ST,GS,+00012340kg\r\n'],
    ['ascii', { format: 'cas22' }, 'ST,GS,1\u00c4,000013.55 kg\r\n'],
    ['ascii', { format: 'ricelake' }, '\u0002   12340.0KG \r\n'],
    ['ascii', { format: 'ricelake' }, '\u0002-    -12KG \r\n'],
    ['yaohua', { format: 'tf1' }, '=00.10000-'],
    ['yaohua', { format: 'tf2' }, '=0003.0005'],
    ['yaohua', { format: 'tf2' }, '=0003.000kg\r\n'],
    ['yaohua', { format: 'tf2' }, '=-0123.455\r\n'],
    ['yaohua', { format: 'a12' }, 'WG004.1390kg3D\r\n'],
    ['mettler', { format: 'sics', no_tare: true }, 'S S     100.000 g\r\n'],
    ['mettler', { format: 'sics', no_tare: true }, 'S S     100.00 kg N\r\n'],
  ]
  for (const [driver, settings, line] of cases)
    test(`${String(settings['format'])}: ${JSON.stringify(line)} is no weight`, () => {
      const reader = openDriver(choiceOf(driver as 'ascii', settings))
      const text = Buffer.from(line.repeat(30), 'latin1')
      const read = reader.feed(text).filter(isSample)
      assert.deepEqual(read, [])
    })

  test('a line known only by its end is read from the first end on', () => {
    const reader = openDriver(choiceOf('ascii', { format: 'cas10' }))
    const read = reader.feed(Buffer.from('GROSS   10.00\r\n    20.0\r\n-   30.0\r\n   40.00\r'))
    assert.deepEqual(
      read.filter(isSample).map(({ grams }) => grams),
      [20_000, -30_000, 40_000],
    )
  })

  test('a piece that ends inside a too long line gives a weight at most once, followed by a bad frame', () => {
    for (const [format, line] of [
      ['tf1', '=00.10000-'],
      ['tf2', '=0003.0005'],
    ] as const) {
      const reader = openDriver(choiceOf('yaohua', { format }))
      const read = [...Buffer.from(line.repeat(20))].flatMap((byte) =>
        reader.feed(Uint8Array.of(byte)),
      )
      const kinds = read.map(({ kind }) => kind)
      for (const [i, kind] of kinds.entries())
        if (kind === 'sample') assert.equal(kinds[i + 1], 'bad')
    }
  })
})

describe(
  'a standing lorry on a line that loses, adds and joins bytes',
  { timeout: 120_000 },
  () => {
    // Modbus/TCP has no sum of its own, since TCP does none of this to it.
    for (const format of wireFormats.filter(({ name }) => name !== 'laumas-tcp'))
      test(`${format.name}: every stable weight is the true one`, () => {
        const next = randomWords(23)
        const line = openLine(format)
        const { isStable: judge, restart } = stabilityDetector({
          e_g: 20_000,
          stab_ms: 2000,
          stab_frames: 10,
        })
        let still = 0
        for (let n = 0; n < FRAMES; n++) {
          const grams = WEIGHTS[Math.floor(n / 400) % 3]!
          const whole = line.frame(grams)
          const sent = n % 60 < 30 || next() % 8 > 0 ? whole : damage(whole, next)
          for (const event of line.hear(sent)) {
            if (event.kind === 'bad') restart()
            if (event.kind !== 'sample') continue
            const gross = grossOf(event)
            if (typeof gross !== 'number') continue
            const stable = judge({ grams: gross, stable: event.stable, at: n * 100 })
            if (!stable) continue
            assert.equal(gross, grams, `frame ${n}`)
            still++
          }
        }
        assert.ok(still > FRAMES / 12, `${still} still weights`)
      })
  },
)

/** An indicator of the yard and a driver, with the questions in between where there are any. */
function openLine(format: WireFormat) {
  const driver = driverOf(format, 0)
  let grams = 0
  const display = (): Display => ({
    value_g: grams,
    stable: true,
    zero: false,
    overload: false,
    net: false,
    tare_g: 0,
  })
  const session = openProtocol(menuOf(format.name, 0), { display, zero: () => true })
  let at = 0
  const question = () => {
    driver.reset()
    return driver.poll!((at += 10))
  }
  const hear = (bytes: Uint8Array): ScaleEvent[] => driver.feed(bytes)
  return {
    hear,
    /** The answer with the weight; side questions are answered on the way. */
    frame(now: number): Uint8Array {
      grams = now
      if (session.stream) return session.stream()
      for (;;) {
        const [answer] = session.receive(question())
        if (!isSideAnswer(format, answer!)) return answer!
        driver.feed(answer!)
      }
    },
    reads(frames: Uint8Array[], what: string): void {
      const fresh = openFresh(format, driver)
      const events = frames.flatMap((frame) => fresh(frame))
      for (const event of events.filter(isSample))
        assert.ok(WEIGHTS.includes(event.grams!), `${what}: ${event.grams}`)
    },
  }
}

/** A driver that has heard nothing yet; one that is asked forgets what is left before each question. */
function openFresh(format: WireFormat, asked: ScaleDriver) {
  if (format.name === 'laumas-tcp') {
    // Its answers bear the number of the last question.
    return (bytes: Uint8Array) => {
      asked.reset()
      return asked.feed(bytes)
    }
  }
  const driver = driverOf(format, 0)
  return (bytes: Uint8Array) => {
    if (driver.mode === 'poll') driver.reset()
    return driver.feed(bytes)
  }
}

function damage(frame: Uint8Array, next: () => number): Uint8Array {
  const at = next() % (frame.length + 1)
  const run = 1 + (next() % 4)
  switch (next() % 4) {
    case 0:
      return splice(frame, at, 0, noise(run, next))
    case 1:
      return splice(frame, at, run)
    case 2:
      return Uint8Array.from([...frame.subarray(0, at), ...frame])
    default:
      return splice(splice(frame, at, run), next() % frame.length, 0, noise(run, next))
  }
}

function splice(bytes: Uint8Array, at: number, run: number, put: Iterable<number> = []) {
  return Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + run)])
}

function isSample(event: ScaleEvent): event is Extract<ScaleEvent, { kind: 'sample' }> {
  return event.kind === 'sample'
}
