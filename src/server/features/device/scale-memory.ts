import type { Reading } from '#contract/reading.ts'

// devices.md 4.2: a capture is judged by readings that the server itself received.
const REMEMBERED = 128
const RATE_WINDOW_MS = 10_000

/** A reading with its age in milliseconds by monotonic clocks. */
export interface AgedReading {
  readonly reading: Reading
  readonly age_ms: number
}

export interface ScaleMemory {
  /**
   * Late by milliseconds that it waited on its way. False when the reading is no newer than the last one: a repeat never
   * becomes the present weight.
   */
  take(reading: Reading, lateMs?: number): boolean
  /** The newest reading, whatever its age. */
  latest(): AgedReading | undefined
  /** The age of a reading that came over the link as it stands; undefined = never seen or forgotten. */
  ageOf(reading: Reading): number | undefined
  framesPerSecond(): number
}

interface Received {
  readonly reading: Reading
  readonly receivedAt: number
  readonly lateMs: number
}

/** What the server remembers of one scale; `now` is monotonic milliseconds. */
export function scaleMemory(now: () => number = () => performance.now()): ScaleMemory {
  const recent = new Map<number, Received>()
  let last: Received | undefined
  const ageSince = (kept: Received) =>
    Math.round(now() - kept.receivedAt) + kept.lateMs + kept.reading.age_ms
  return {
    take(reading, lateMs = 0) {
      if (last && reading.seq <= last.reading.seq) return false
      last = { reading, receivedAt: now(), lateMs }
      recent.set(reading.seq, last)
      if (recent.size > REMEMBERED) recent.delete(recent.keys().next().value!)
      return true
    },
    latest: () => last && { reading: last.reading, age_ms: ageSince(last) },
    ageOf(reading) {
      const kept = recent.get(reading.seq)
      return kept && kept.reading.sig === reading.sig ? ageSince(kept) : undefined
    },
    framesPerSecond() {
      const since = now() - RATE_WINDOW_MS
      const fresh = [...recent.values()].filter(({ receivedAt }) => receivedAt > since).length
      return Math.round(fresh / (RATE_WINDOW_MS / 1000))
    },
  }
}
