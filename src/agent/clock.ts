/**
 * The agent's time. `now` is monotonic milliseconds multiplied by the factor, so every window and waiting time of the capture
 * rules shrinks with a simulator that runs faster (devices.md 9).
 */
export interface Clock {
  readonly factor: number
  now(): number
  /** Wall time in milliseconds, corrected by the Date of the server's answers. */
  wall(): number
  /** Takes a `Date` header (whole seconds) and when the request left and its answer came, by `Date.now()`. */
  learn(date: string | null | undefined, sentAt: number, receivedAt: number): void
}

/** The header cuts its second off. */
const HEADER_STEP_MS = 999

export function agentClock(factor = 1): Clock {
  // The server's clock minus ours lies between these; no correction while zero is possible.
  let low = -Infinity
  let high = Infinity
  return {
    factor,
    now: () => performance.now() * factor,
    wall: () => Date.now() + Math.round(Math.min(high, Math.max(low, 0))),
    learn(date, sentAt, receivedAt) {
      const server = date ? Date.parse(date) : Number.NaN
      if (Number.isNaN(server)) return
      const from = server - receivedAt
      const to = server + HEADER_STEP_MS - sentAt
      const agrees = from <= high && to >= low
      low = agrees ? Math.max(low, from) : from
      high = agrees ? Math.min(high, to) : to
    },
  }
}
