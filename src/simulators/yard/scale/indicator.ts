/** One reading as the indicator shows it and sends it, whatever the protocol. */
export interface Display {
  /** Rounded to the division, with its sign. */
  value_g: number
  stable: boolean
  zero: boolean
  overload: boolean
  net: boolean
  tare_g: number
}

/** Plate on the indicator's back: capacity and division in grams. */
export interface ScaleRating {
  max_g: number
  d_g: number
}

/** The weighing part of an indicator: 10 samples a second in, a display out. */
export interface Indicator {
  sample(mass_g: number): void
  display(): Display
  /** Its own zero key: only at rest and within 2 % of the capacity, else false. */
  zero(): boolean
  reset(): void
}

/** Samples a second of the yard's time; the filter and the motion rule count in them. */
export const SAMPLE_HERTZ = 10

const FILTER = 5
const MOTION_SAMPLES = SAMPLE_HERTZ
const ZERO_RANGE = 0.02

/**
 * A trailing value is kept until the filtered weight leaves it by more than 0.7 d: without this a
 * load on the border of two divisions would flicker between them for ever.
 */
const HOLD = 0.7

/**
 * Filter of five samples, rounding to d, motion when the span passes d in a second (devices.md 9).
 */
export function createIndicator({ max_g, d_g }: ScaleRating): Indicator {
  let samples: number[] = []
  let filtered: number[] = []
  let zero_g = 0
  let shown = 0

  const weight = () => (filtered.at(-1) ?? zero_g) - zero_g
  const moving = () =>
    filtered.length < MOTION_SAMPLES || Math.max(...filtered) - Math.min(...filtered) > d_g

  return {
    sample(mass_g) {
      samples = [...samples, mass_g].slice(-FILTER)
      filtered = [...filtered, mean(samples)].slice(-MOTION_SAMPLES)
      if (Math.abs(weight()) <= d_g / 2 && !moving()) {
        const most = d_g / 2 / SAMPLE_HERTZ
        zero_g += Math.max(-most, Math.min(most, weight()))
      }
      if (Math.abs(weight() - shown * d_g) > HOLD * d_g) shown = Math.round(weight() / d_g)
    },
    display() {
      const overload = shown * d_g > max_g + 9 * d_g
      const stable = !overload && !moving()
      return {
        value_g: shown * d_g,
        stable,
        zero: stable && shown === 0,
        overload,
        net: false,
        tare_g: 0,
      }
    },
    zero() {
      const last = filtered.at(-1)
      if (last === undefined || moving() || Math.abs(last) > ZERO_RANGE * max_g) return false
      zero_g = last
      shown = 0
      return true
    },
    reset() {
      samples = []
      filtered = []
      zero_g = 0
      shown = 0
    },
  }
}

function mean(values: number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
