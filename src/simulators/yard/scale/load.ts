import type { Random } from '../random.ts'

/** How a scale moves under a load that has just come or changed (devices.md 9). */
export interface Spring {
  /** Largest swing as a share of the change, low and high. */
  swing: readonly [number, number]
  /** Seconds in which the swing falls to 1/e. */
  tau_s: number
  /** Swings a second. */
  hertz: number
}

/** One change of the mass on the platform: part by part, then a swing that dies away. */
interface Change {
  from_ms: number
  parts: { at_ms: number; share: number }[]
  delta_g: number
  swing_g: number
  end_ms: number
}

/** The load on one platform as a function of the yard's time. */
export interface Load {
  change(now_ms: number, delta_g: number, duration_ms: number, parts: number): void
  /** Where the mass ends up when every change is over. */
  target(): number
  /** True mass in grams at a moment, with swings, without noise. */
  mass(now_ms: number): number
  /** False while wheels still roll on or off. */
  rests(now_ms: number): boolean
  clear(): void
}

const RAMP_MS = 400
const FORGET_AFTER_TAU = 12

/** An empty platform; changes older than twelve time constants become part of its resting mass. */
export function createLoad(spring: Spring, random: Random): Load {
  let resting_g = 0
  let changes: Change[] = []

  const forget = (now_ms: number) => {
    const old = changes.filter((c) => now_ms > c.end_ms + FORGET_AFTER_TAU * spring.tau_s * 1000)
    if (old.length === 0) return
    for (const change of old) resting_g += change.delta_g
    changes = changes.filter((change) => !old.includes(change))
  }

  return {
    change(now_ms, delta_g, duration_ms, parts) {
      const swing = random.between(...spring.swing) * (random.next() < 0.5 ? -1 : 1)
      changes.push({
        from_ms: now_ms,
        parts: splitParts(parts, duration_ms, random),
        delta_g,
        swing_g: swing * Math.abs(delta_g),
        end_ms: now_ms + duration_ms,
      })
    },
    target: () => resting_g + changes.reduce((sum, change) => sum + change.delta_g, 0),
    mass(now_ms) {
      forget(now_ms)
      return resting_g + changes.reduce((sum, change) => sum + massOf(change, now_ms, spring), 0)
    },
    rests: (now_ms) => changes.every((change) => now_ms >= change.end_ms),
    clear() {
      resting_g = 0
      changes = []
    },
  }
}

function splitParts(count: number, duration_ms: number, random: Random) {
  const weights = Array.from({ length: count }, () => random.between(0.8, 1.2))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const step = count > 1 ? (duration_ms - RAMP_MS) / (count - 1) : 0
  return weights.map((weight, i) => ({ at_ms: step * i, share: weight / sum }))
}

function massOf(change: Change, now_ms: number, spring: Spring) {
  const t = now_ms - change.from_ms
  const arrived = change.parts.reduce((sum, part) => {
    const x = Math.min(1, Math.max(0, (t - part.at_ms) / RAMP_MS))
    return sum + part.share * x * x * (3 - 2 * x)
  }, 0)
  const since_s = (now_ms - change.end_ms) / 1000
  const swing =
    since_s > 0
      ? change.swing_g *
        Math.exp(-since_s / spring.tau_s) *
        Math.sin(2 * Math.PI * spring.hertz * since_s)
      : 0
  return change.delta_g * arrived + swing
}
