import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { badFrame, outOfRange, weightEvent } from '../../frames/displayed-weight.ts'
import type { ScaleEvent } from '../../frames/scale-driver.ts'
import { grossOf } from '../../gross-weight.ts'

/**
 * `PID`: state, channel, gross of ten characters with its unit, tare with its own, and the number under which the alibi memory keeps this
 * weight, or `NO` (3590EKR technical manual E-AF03_05.01_14.07, 5.8.1; user manual E-AF08_02_13.07, 16.2).
 */
const KEPT =
  /^PID(ST|US|OL|UL),[1-9],([ \d.-]{10})(.{2}),(?:PT|  )([ \d.-]{10})(.{2}),(NO|\d{5}-\d{6})$/su
/** Up to the CR. */
export const LONGEST_KEPT = 48

/** The answer to `PID`; undefined when the line is none. */
export function readKept(
  text: string,
  raw: Uint8Array,
  own: WeightUnit | undefined,
): ScaleEvent | undefined {
  const [, state, data, written, tare, tareUnit, number] = KEPT.exec(text) ?? []
  if (state === undefined) return undefined
  if (state === 'OL' || state === 'UL')
    return outOfRange(state === 'OL' ? 'overload' : 'underload', raw, false)
  if (!shownWeight(tare!) || tareUnit !== written) return badFrame('alphabet', raw)
  const flags = { net: false, stable: state === 'ST' }
  const event = weightEvent(shownWeight(data!), { named: namedUnit(written!), own }, flags, raw)
  // A number beside a weight that moves would be a number of another one.
  if (event.kind !== 'sample' || number === 'NO' || !event.stable) return event
  return { ...event, alibi: number! }
}

/** A weight stands so long before it is kept: the window in which it becomes one at the server's default. */
const STILL_MS = 2000
/** The memory is finite and in flash: between two records of it at least so long. */
const AGAIN_MS = 5000
/** An indicator without the memory answers each `PID` with an error: so many are enough to know. */
const MOST_ERRORS = 3

/** When a weight is put into the indicator's memory, and to which weights its number then belongs. */
export function alibiKeeper(from_g: number) {
  /** The gross weight that stands still, and since when by the clock of the questions. */
  let still: { grams: number; since: number | undefined } | undefined
  let stored: { grams: number; number: string } | undefined
  let asked = -Infinity
  let awaits = false
  let errors = 0
  return {
    /** Whether the next question is to keep what stands there. */
    isDue(at: number | undefined): boolean {
      awaits = false
      if (at === undefined || !still || errors >= MOST_ERRORS) return false
      still.since ??= at
      const isNew = stored?.grams !== still.grams
      if (!isNew || at - still.since < STILL_MS || at - asked < AGAIN_MS) return false
      asked = at
      awaits = true
      return true
    },
    /** The same events, with the number at each sample of the weight that is kept. */
    take(event: ScaleEvent): ScaleEvent {
      if (event.kind === 'bad' && event.reason === 'device-error' && awaits) {
        errors++
        return { kind: 'busy' }
      }
      if (event.kind !== 'sample') return event
      const grams = grossOf(event)
      if (typeof grams !== 'number' || !event.stable || grams < from_g) {
        still = undefined
        stored = undefined
        return event
      }
      if (still?.grams !== grams) still = { grams, since: undefined }
      if (event.alibi !== undefined) {
        errors = 0
        stored = { grams, number: event.alibi }
      } else if (stored?.grams !== grams) stored = undefined
      return stored ? { ...event, alibi: stored.number } : event
    },
  }
}
