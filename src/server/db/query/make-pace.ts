import { setTimeout as sleep } from 'node:timers/promises'

/** A walk that is over so soon slows nobody noticeably. */
const SOON_MS = 1000
/** A step that waited for the order of a whole list is not repaid in full. */
const MOST_REST_MS = 250

interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
}

const REAL: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) }

/**
 * Called between the steps of a walk over many rows: once it takes long, it rests after each step for as long as the step took.
 * A server of two cores would otherwise answer lists in twice their time while a large report is written (decision 4).
 */
export function makePace(clock: Clock = REAL): () => Promise<void> {
  const startedAt = clock.now()
  let restedAt = startedAt
  return async () => {
    const now = clock.now()
    if (now - startedAt > SOON_MS) await clock.sleep(Math.min(now - restedAt, MOST_REST_MS))
    restedAt = clock.now()
  }
}
