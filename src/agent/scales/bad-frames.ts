/** How many buckets of a minute an hour has. */
const MINUTES = 60
const MINUTE_MS = 60_000

/** Counts a line's bad frames of the last hour by the minute; `now` is real monotonic milliseconds. */
export function badFrames(now: () => number = () => performance.now()) {
  const minutes = new Map<number, number>()
  let inARow = 0
  const minute = () => Math.floor(now() / MINUTE_MS)
  return {
    /** How many bad frames in a row there are with this one. */
    take(isBad: boolean): number {
      inARow = isBad ? inARow + 1 : 0
      const key = minute()
      if (isBad) minutes.set(key, (minutes.get(key) ?? 0) + 1)
      return inARow
    },
    lastHour(): number {
      const oldest = minute() - MINUTES
      for (const key of minutes.keys()) if (key <= oldest) minutes.delete(key)
      return [...minutes.values()].reduce((sum, n) => sum + n, 0)
    },
  }
}
