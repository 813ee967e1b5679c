/** Two monotonic clocks drift apart by some milliseconds an hour: the shortest delay is measured again as often. */
const FORGET_MS = 3_600_000

/**
 * How long a message waited on its way beyond the quickest of the last hours, milliseconds. The sender names its own
 * monotonic time, so neither wall clock matters: an old weight that a stalled or crowded line held back shows its age.
 */
export function linkDelay(now: () => number = () => performance.now()) {
  let least = Infinity
  let leastBefore = Infinity
  let since = now()
  return (sentAt: number | undefined): number => {
    // An agent of the previous release does not send it.
    if (sentAt === undefined) return 0
    const way = now() - sentAt
    if (now() - since > FORGET_MS) {
      leastBefore = least
      least = Infinity
      since = now()
    }
    least = Math.min(least, way)
    return Math.round(way - Math.min(least, leastBefore))
  }
}
