/**
 * The agent's time. `now` is monotonic milliseconds multiplied by the factor, so every window and waiting time of the capture
 * rules shrinks with a simulator that runs faster (devices.md 9).
 */
export interface Clock {
  readonly factor: number
  now(): number
  /** Wall time in milliseconds: monotonic since the start and corrected by the server's answers, so a clock that is set moves nothing. */
  wall(): number
  /** How far `wall` may be from the server's time, milliseconds; null before the first answer of the server. */
  doubt(): number | null
  /** Takes a `Date` header (whole seconds) and when the request left and its answer came, by `performance.now()`. */
  learn(date: string | null | undefined, sentAt: number, receivedAt: number): void
}

/** The clocks of the computer. */
interface Computer {
  wall(): number
  monotonic(): number
}
const COMPUTER: Computer = { wall: Date.now, monotonic: () => performance.now() }

/** The header cuts its second off. */
const HEADER_STEP_MS = 999
/** What a quartz may gain or lose: 100 parts in a million. */
const DRIFT = 1e-4
/** A computer that slept, or whose clock was set, shows it by a step between its two clocks. */
const STEP_MS = 1000

export function agentClock(factor = 1, computer = COMPUTER): Clock {
  const { monotonic } = computer
  const shown = () => computer.wall() - monotonic()
  const origin = shown()
  // The server's clock minus ours lies between these; no correction while zero is possible.
  let low = -Infinity
  let high = Infinity
  let learnt: { at: number; shown: number } | undefined
  const correction = () => Math.round(Math.min(high, Math.max(low, 0)))
  return {
    factor,
    now: () => performance.now() * factor,
    wall: () => Math.round(origin + monotonic()) + correction(),
    doubt() {
      if (!learnt) return null
      const width = Math.max(high - correction(), correction() - low)
      const step = Math.abs(shown() - learnt.shown)
      const drift = (monotonic() - learnt.at) * DRIFT
      return Math.round(width + drift + (step > STEP_MS ? step : 0))
    },
    learn(date, sentAt, receivedAt) {
      const server = date ? Date.parse(date) : Number.NaN
      if (Number.isNaN(server)) return
      const from = server - origin - receivedAt
      const to = server + HEADER_STEP_MS - origin - sentAt
      const agrees = from <= high && to >= low
      low = agrees ? Math.max(low, from) : from
      high = agrees ? Math.min(high, to) : to
      learnt = { at: receivedAt, shown: shown() }
    },
  }
}
