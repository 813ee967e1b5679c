import { stabilityDetector } from '#agent/scales/settling/stability.ts'
import { driverOf, weightFrame, type WireFormat } from './scale-formats.ts'
import { noise, randomWords } from './scale-vectors.ts'

/** The results of damaged frames: a sample is one number of the driver, a weight is what the stability detector accepts. */
export interface NoiseResult {
  frames: number
  falseSamples: number
  falseWeights: number
}

/** Ten frames a second, as an indicator sends them. */
const PERIOD_MS = 100
const DIVISION_G = 20_000
const VARIETY = 997
/** Every other stretch of so many frames is of one weight, as under a standing lorry. */
const STRETCH = 50

/**
 * Feeds a driver and its stability detector with nothing but damage: random bytes, and frames that lost their beginning, their
 * end or their middle. No whole frame is ever sent, so a weight that was not sent may never appear.
 */
export function hammer(format: WireFormat, frames: number, seed: number): NoiseResult {
  const next = randomWords(seed)
  const driver = driverOf(format, 0)
  const judge = stabilityDetector({ e_g: DIVISION_G, stab_ms: 2000, stab_frames: 10 })
  const polled = driver.mode === 'poll'
  const whole = Array.from({ length: VARIETY }, (_, n) => {
    const grams = (1 + ((n * 7919) % 2999)) * DIVISION_G
    const display = { value_g: grams, stable: true, zero: false }
    const rest = { overload: false, net: false, tare_g: 0 }
    return { grams, bytes: weightFrame(format, driver, { ...display, ...rest }, 0) }
  })
  const result = { frames, falseSamples: 0, falseWeights: 0 }
  let before = 0
  for (let n = 0; n < frames; n++) {
    const stretch = Math.floor(n / STRETCH)
    const { grams, bytes } = whole[(stretch % 2 ? stretch : next()) % VARIETY]!
    const sent = next() % 3 === 0 ? noise(1 + (next() % 32), next) : cut(bytes, next)
    // As the line does before each question.
    if (polled) driver.reset()
    for (const event of driver.feed(sent)) {
      if (event.kind === 'bad') judge.restart()
      if (event.kind !== 'sample' || event.grams === null) continue
      const at = n * PERIOD_MS
      const wrong = event.grams !== grams && event.grams !== before
      if (wrong) result.falseSamples++
      const stable = judge.isStable({ grams: event.grams, stable: event.stable, at })
      if (stable && wrong) result.falseWeights++
    }
    before = grams
  }
  return result
}

/** Loses at least one byte that matters: the line feed behind a carriage return does not. */
function cut(frame: Uint8Array, next: () => number): Uint8Array {
  const length = frame.at(-1) === 0x0a ? frame.length - 1 : frame.length
  const from = next() % length
  const to = from + 1 + (next() % (length - from))
  const way = next() % 3
  if (way === 0) return frame.subarray(to)
  if (way === 1) return frame.subarray(0, from)
  return Uint8Array.from([...frame.subarray(0, from), ...frame.subarray(to)])
}
