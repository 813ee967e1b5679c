/** One number for the judge; `at` is monotonic milliseconds of the frame's last byte. */
export interface JudgedSample {
  grams: number
  /** The indicator's own flag, null where the protocol has none. */
  stable: boolean | null
  at: number
}

/** Without the indicator's flag the window is at least this long (devices.md 3.9). */
const UNFLAGGED_MS = 3000
const MAX_GAP_MS = 700
const MIN_SAMPLES = 4
/** Far above 50 samples a second; only a runaway indicator reaches it. */
const MAX_SAMPLES = 2000

/**
 * The stability judge of devices.md 3.9. A window is whole when it reaches back over its whole length
 * without a gap, so frames that a stalled network delivers together span too little time to count.
 * A covered window holds every frame that the rate allows, so `stab_frames` asks for nothing beyond it.
 */
export function stabilityJudge(limits: { e_g: number; stab_ms: number }) {
  let window: JudgedSample[] = []

  function restart(): void {
    window = []
  }

  function judge(sample: JudgedSample): boolean {
    const last = window.at(-1)
    if (last && (sample.at - last.at > MAX_GAP_MS || moved(last, sample))) restart()
    window.push(sample)
    const length = sample.stable === null ? Math.max(limits.stab_ms, UNFLAGGED_MS) : limits.stab_ms
    const from = sample.at - length
    // The newest sample at or before the start of the window stays: it proves that the window is covered.
    while (window.length > 1 && window[1]!.at <= from) window.shift()
    if (window.length > MAX_SAMPLES) window.shift()
    const weights = window.map((s) => s.grams)
    const span_g = Math.max(...weights) - Math.min(...weights)
    const covered = window[0]!.at <= from
    const enough = window.length >= MIN_SAMPLES
    return sample.stable !== false && covered && enough && span_g <= limits.e_g
  }

  function moved(a: JudgedSample, b: JudgedSample): boolean {
    return Math.abs(a.grams - b.grams) > limits.e_g
  }

  /** A bad frame, overload, underload or a reconnect empties the window: call `restart`. */
  return { judge, restart }
}
