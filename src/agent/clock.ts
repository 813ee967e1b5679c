import { serverTime } from '#contract/server-time.ts'

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

/** What a quartz may gain or lose: 100 parts in a million. */
const DRIFT = 1e-4
/** A computer that slept, or whose clock was set, shows it by a step between its two clocks. */
const STEP_MS = 1000

export function agentClock(factor = 1, computer = COMPUTER): Clock {
  const { monotonic } = computer
  const wallOffset = () => computer.wall() - monotonic()
  const origin = wallOffset()
  const server = serverTime()
  let learnt: { at: number; shown: number } | undefined
  return {
    factor,
    now: () => monotonic() * factor,
    wall: () => Math.round(origin + monotonic()) + server.correction(),
    doubt() {
      if (!learnt) return null
      const step = Math.abs(wallOffset() - learnt.shown)
      const drift = (monotonic() - learnt.at) * DRIFT
      return Math.round(server.width() + drift + (step > STEP_MS ? step : 0))
    },
    learn(date, sentAt, receivedAt) {
      if (server.learn(date, origin + sentAt, origin + receivedAt))
        learnt = { at: receivedAt, shown: wallOffset() }
    },
  }
}
