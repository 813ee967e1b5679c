import type { Reading } from '#contract/device/reading.ts'

// devices.md 4.2: a capture is checked against readings that the server itself received.
const REMEMBERED_READINGS = 128
const RATE_WINDOW_MS = 10_000

/** A reading with its age in milliseconds by monotonic clocks. */
export interface AgedReading {
  readonly reading: Reading
  readonly age_ms: number
}

export interface ScaleMemory {
  /**
   * Delayed by the milliseconds that it waited on its way. False when the reading is no newer than the last one: a repeat never
   * becomes the present weight.
   */
  take(reading: Reading, lateMs?: number): boolean
  /** The newest reading, whatever its age. */
  latest(): AgedReading | undefined
  /** Our own copy of the reading that a signature names; undefined = never received over the link, or forgotten. */
  find(named: Pick<Reading, 'seq' | 'sig'>): AgedReading | undefined
  /** The heaviest stable weight of a load so far; undefined = none came over the link. */
  settledPeak(episodeId: string): number | undefined
  /** All that is remembered, for another process: readings from the oldest on, and the load's heaviest stable weight. */
  copy(): { readonly readings: AgedReading[]; readonly settled: SettledLoad }
  framesPerSecond(): number
}

interface ReceivedReading {
  readonly reading: Reading
  readonly receivedAt: number
  readonly lateMs: number
}

/** The server's memory of one scale; `now` is monotonic milliseconds. */
export function scaleMemory(
  now: () => number = () => performance.now(),
  before?: SettledLoad,
): ScaleMemory {
  const recent = new Map<number, ReceivedReading>()
  let last: ReceivedReading | undefined
  let settled = before
  const ageSince = (receivedReading: ReceivedReading) =>
    Math.round(now() - receivedReading.receivedAt) +
    receivedReading.lateMs +
    receivedReading.reading.age_ms
  return {
    take(reading, lateMs = 0) {
      if (last && reading.seq <= last.reading.seq) return false
      last = { reading, receivedAt: now(), lateMs }
      recent.set(reading.seq, last)
      settled = heavier(settled, reading)
      if (recent.size > REMEMBERED_READINGS) recent.delete(recent.keys().next().value!)
      return true
    },
    latest: () => last && { reading: last.reading, age_ms: ageSince(last) },
    find({ seq, sig }) {
      const own = recent.get(seq)
      return own && own.reading.sig === sig
        ? { reading: own.reading, age_ms: ageSince(own) }
        : undefined
    },
    settledPeak: (episodeId) => (settled?.episode_id === episodeId ? settled.peak_g : undefined),
    copy: () => ({
      readings: [...recent.values()].map((one) => ({
        reading: one.reading,
        age_ms: ageSince(one),
      })),
      settled,
    }),
    framesPerSecond() {
      const since = now() - RATE_WINDOW_MS
      const fresh = [...recent.values()].filter(({ receivedAt }) => receivedAt > since).length
      return Math.round(fresh / (RATE_WINDOW_MS / 1000))
    },
  }
}

export type SettledLoad = { readonly episode_id: string; readonly peak_g: number } | undefined

function heavier(
  before: SettledLoad,
  { episode_id, weight_g, stable, status }: Reading,
): SettledLoad {
  if (episode_id === null || weight_g === null || !stable || status !== 'ok') return before
  const peak_g = before?.episode_id === episode_id ? Math.max(before.peak_g, weight_g) : weight_g
  return { episode_id, peak_g }
}
