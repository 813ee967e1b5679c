const MINUTES = 60
const MINUTE_MS = 60_000
const RATE_MS = 10_000

/** How good a scale's line is, by real monotonic milliseconds: bad frames of the last hour by the minute, frames a second. */
export function lineQuality(now: () => number = () => performance.now()) {
  const minutes = new Map<number, number>()
  const minute = () => Math.floor(now() / MINUTE_MS)
  let recent: number[] = []
  let inARow = 0
  return {
    /** The number of bad frames in a row, this one included. */
    take(isBad: boolean): number {
      inARow = isBad ? inARow + 1 : 0
      const key = minute()
      if (isBad) minutes.set(key, (minutes.get(key) ?? 0) + 1)
      recent.push(now())
      const since = now() - RATE_MS
      while (recent[0]! < since) recent.shift()
      return inARow
    },
    tell() {
      const oldest = minute() - MINUTES
      for (const key of minutes.keys()) if (key <= oldest) minutes.delete(key)
      const since = now() - RATE_MS
      recent = recent.filter((at) => at >= since)
      return {
        bad_frames_hour: [...minutes.values()].reduce((sum, n) => sum + n, 0),
        frames_per_second: Math.round(recent.length / (RATE_MS / 1000)),
      }
    },
  }
}
