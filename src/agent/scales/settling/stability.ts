import { LONGEST_GAP_MS } from '#contract/visit/weighing-pace.ts'

/** One number for the stability detector; `at` is monotonic milliseconds when the frame's last byte was read. */
export interface StabilitySample {
  grams: number
  /** The indicator's own flag, null where the protocol has none. */
  stable: boolean | null
  at: number
}

/** Without the indicator's flag the window is at least this long (devices.md 3.9). */
const UNFLAGGED_MS = 3000
const MAX_GAP_MS = 700
/** A slow indicator is given its own interval and half of it, up to the longest that weighing allows. */
const SLOW_SHARE = 1.5
const INTERVALS = 5
const MIN_SAMPLES = 4
/** Far above 50 samples a second; only a runaway indicator reaches it. */
const MAX_SAMPLES = 2000
/** Frames closer than this were read together: no indicator sends a hundred a second. */
const TOGETHER_MS = 10
/** A slow line whose window holds too few frames has to stand still for so many of its windows instead. */
const SLOW_WINDOWS = 2

/**
 * The stability detector of devices.md 3.9. A window is complete when it reaches back over its whole length without a gap, so
 * frames that a stalled network delivers together span too little time to count. It ends where the frame before the newest was
 * read, since the newest may have waited unread from then on, and it needs `stab_frames` frames.
 */
export function stabilityDetector(limits: { e_g: number; stab_ms: number; stab_frames: number }) {
  let window: StabilitySample[] = []
  let lastAt: number | undefined
  let intervals: number[] = []

  function restart(): void {
    window = []
  }

  /** How long the next frame may be away: as the line usually has it, not as one stall makes it. */
  function longestGap(at: number): number {
    if (lastAt !== undefined) intervals = [...intervals, at - lastAt].slice(-INTERVALS)
    lastAt = at
    if (intervals.length < INTERVALS) return MAX_GAP_MS
    const usual = intervals.toSorted((a, b) => a - b)[INTERVALS >> 1]!
    return Math.min(LONGEST_GAP_MS, Math.max(MAX_GAP_MS, usual * SLOW_SHARE))
  }

  function isStable(sample: StabilitySample): boolean {
    const last = window.at(-1)
    const gap = longestGap(sample.at)
    if (last && sample.at - last.at > gap) restart()
    window.push(sample)
    const length = sample.stable === null ? Math.max(limits.stab_ms, UNFLAGGED_MS) : limits.stab_ms
    const end = window.findLast(({ at }) => at < sample.at - TOGETHER_MS)?.at ?? -Infinity
    while (isWhole(1, end, length)) window.shift()
    if (window.length > MAX_SAMPLES) window.shift()
    return sample.stable !== false && isWhole(0, end, length) && isSteady(sample.grams)
  }

  /** Whether the window would be complete without its first frames; only then they may leave it. */
  function isWhole(from: number, end: number, length: number): boolean {
    const frames = window.length - from
    if (frames < MIN_SAMPLES) return false
    const ms = end - window[from]!.at
    return ms >= length && (frames >= limits.stab_frames || ms >= length * SLOW_WINDOWS)
  }

  /** A division off for the last frames of the window is a swing that dies away: the newest has to be its median. */
  function isSteady(newest: number): boolean {
    const weights = window.map(({ grams }) => grams).toSorted((a, b) => a - b)
    if (weights.at(-1)! - weights[0]! > limits.e_g) return false
    const low = weights[(weights.length - 1) >> 1]!
    const high = weights[weights.length >> 1]!
    return 2 * Math.max(low - newest, newest - high) <= limits.e_g
  }

  /** A bad frame, overload, underload or a reconnect empties the window: call `restart`. */
  return { isStable, restart }
}
