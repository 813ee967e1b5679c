/** The yard's own time: milliseconds that run `speed` times as fast as the wall's. */
export interface Clock {
  now(): number
  speed(): number
  setSpeed(speed: number): void
}

/** Slowest and fastest time factor (devices.md 9). */
export const SPEEDS = { least: 1, most: 50 } as const

/** Starts at 0; a change of speed keeps the moment reached. */
export function createClock(first: number): Clock {
  let speed = first
  let base_ms = 0
  let since = performance.now()
  const now = () => base_ms + (performance.now() - since) * speed
  return {
    now,
    speed: () => speed,
    setSpeed(next) {
      base_ms = now()
      since = performance.now()
      speed = next
    },
  }
}
