import type { Reading } from '#contract/device/reading.ts'

/** At most twenty messages a second and at least one (devices.md 1.2). */
const LEAST_MS = 50
const MOST_MS = 1000

/**
 * Lets a reading through when something on it changed, or before a second has passed since the last; the newest wins. Where
 * weighing allows no second, an equal reading comes in half the time that it allows, or it would be too old in between.
 */
export function readingPace(send: (reading: Reading) => void, maxAgeMs = () => 2 * MOST_MS) {
  let sent: Reading | undefined
  let sentAt = -Infinity
  let waiting: { reading: Reading; since: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let offeredAt = performance.now()

  function offer(reading: Reading): void {
    const since = performance.now()
    const elapsed = since - sentAt
    // The next one of a slow indicator would come too late.
    const untilNext = since - offeredAt
    offeredAt = since
    const most = Math.min(MOST_MS, maxAgeMs() / 2)
    if (!waiting && sent && elapsed + untilNext <= most && !isChanged(sent, reading)) return
    if (elapsed >= LEAST_MS) return pass({ reading, since })
    waiting = { reading, since }
    timer ??= setTimeout(() => waiting && pass(waiting), LEAST_MS - elapsed)
  }

  function pass(offered: { reading: Reading; since: number }): void {
    stop()
    sent = offered.reading
    sentAt = performance.now()
    const age_ms = sent.age_ms + Math.round(sentAt - offered.since)
    send({ ...sent, age_ms })
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    waiting = undefined
  }

  return { offer, stop }
}

function isChanged(a: Reading, b: Reading): boolean {
  return (
    a.weight_g !== b.weight_g ||
    a.status !== b.status ||
    a.zero !== b.zero ||
    a.episode_id !== b.episode_id ||
    a.blockers.join() !== b.blockers.join()
  )
}
