import { refuse } from '#http/refusal.ts'

export interface RateLimit {
  /** Counts one request of a person; over the bound it is refused with `common.too-many`. */
  count(userId: string, isRead: boolean): void
}

// The window of security.md 10.1: so many reads and writes in ten seconds.
const WINDOW_MS = 10_000
const MAX_KEYS = 20_000

/** Fixed windows in memory: a guard against a mad client, not an account of anything. */
export function rateLimit(reads: number, writes: number): RateLimit {
  // A wall clock that is set back would lock every caller out until it has caught up, so a monotonic clock counts.
  let windowStart = performance.now()
  let counts = new Map<string, number>()
  return {
    count(userId, isRead) {
      const now = performance.now()
      if (now - windowStart > WINDOW_MS || counts.size > MAX_KEYS) {
        windowStart = now
        counts = new Map()
      }
      const key = isRead ? `r${userId}` : `w${userId}`
      const used = (counts.get(key) ?? 0) + 1
      counts.set(key, used)
      if (used > (isRead ? reads : writes))
        refuse('common.too-many', {
          retryAfterSeconds: Math.ceil((windowStart + WINDOW_MS - now) / 1000) || 1,
        })
    },
  }
}
