/** How many buckets of a minute an hour has. */
const MINUTES = 60
const MINUTE_MS = 60_000

/** Counts a line's bad frames of the last hour by the minute; `now` is real monotonic milliseconds. */
export function badFrames(now: () => number = () => performance.now()) {
  const minutes = new Map<number, number>()
  const minute = () => Math.floor(now() / MINUTE_MS)
  return {
    add(): void {
      const key = minute()
      minutes.set(key, (minutes.get(key) ?? 0) + 1)
    },
    lastHour(): number {
      const oldest = minute() - MINUTES
      for (const key of minutes.keys()) if (key <= oldest) minutes.delete(key)
      return [...minutes.values()].reduce((sum, n) => sum + n, 0)
    },
  }
}
