/** The header cuts its second off. */
const HEADER_STEP_MS = 999

/** Where the server's clock stands against one's own, by the `Date` headers of its answers (whole seconds). */
export interface ServerTime {
  /** When the request left and its answer came, by a clock of one's own that nobody sets. False where there is no date in it. */
  learn(date: string | null | undefined, sentAt: number, receivedAt: number): boolean
  /** What to add to one's own time: nothing while nothing may be right. */
  correction(): number
  /** By how much the corrected time may still be wrong. */
  width(): number
}

export function serverTime(): ServerTime {
  let low = -Infinity
  let high = Infinity
  const correction = () => Math.round(Math.min(high, Math.max(low, 0)))
  return {
    learn(date, sentAt, receivedAt) {
      const server = date ? Date.parse(date) : Number.NaN
      if (Number.isNaN(server)) return false
      const from = server - receivedAt
      const to = server + HEADER_STEP_MS - sentAt
      const agrees = from <= high && to >= low
      low = agrees ? Math.max(low, from) : from
      high = agrees ? Math.min(high, to) : to
      return true
    },
    correction,
    width: () => Math.max(high - correction(), correction() - low),
  }
}
