import { CallError, isPassing } from './call-error.ts'
import { sayWaiting } from './connection.ts'

/** Pauses between the attempts at one question, ms: doubled up to the last, so that a server that recovers is noticed soon. */
const FIRST_PAUSE_MS = 1000
const LAST_PAUSE_MS = 15_000
/** Many browsers were refused in the same moment: each comes back at another one. */
const SPREAD = 0.2
/** A `Retry-After` beyond this is no promise that a person waits for. */
const MOST_PAUSE_MS = 60_000
/** Questions that failed and are asked no more, as letters of a search, are forgotten. */
const MOST_KEPT = 200

interface Failed {
  readonly error: CallError
  readonly times: number
  /** Not asked again before, by `performance.now()`. */
  readonly until: number
}

/** By question: leaving a screen and coming back must not ask sooner. */
const failed = new Map<string, Failed>()
let hurry = Promise.withResolvers<void>()

/** How long after so many failures in a row the next attempt waits, ms. */
export function pauseAfter(times: number, retryAfter = 0): number {
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LAST_PAUSE_MS)
  return Math.min(Math.max(grown, retryAfter * 1000), MOST_PAUSE_MS)
}

/**
 * Asks until an answer comes: a passing failure is shown as waiting and never thrown, so that no screen has to know of it. Any other
 * failure is the answer. `isFirst` is told to `ask`, since one toast is enough.
 */
export async function untilAnswered<T>(
  question: string,
  ask: (isFirst: boolean) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let said: (() => void) | undefined
  try {
    for (let isFirst = true; ; isFirst = false) {
      const before = failed.get(question)
      if (before) {
        said ??= sayWaiting(before.error.status)
        await waitBefore(before.until - performance.now(), signal)
      }
      try {
        const answer = await ask(isFirst)
        failed.delete(question)
        return answer
      } catch (error) {
        if (signal?.aborted) throw error
        if (!(error instanceof CallError && isPassing(error))) {
          failed.delete(question)
          throw error
        }
        note(question, error, (before?.times ?? 0) + 1)
      }
    }
  } finally {
    said?.()
  }
}

/** Whoever waits asks at once. */
export function askNow(): void {
  for (const [question, one] of failed) failed.set(question, { ...one, until: 0 })
  hurry.resolve()
  hurry = Promise.withResolvers<void>()
}

addEventListener('online', askNow)

function note(question: string, error: CallError, times: number): void {
  if (failed.size > MOST_KEPT) failed.clear()
  const pause = pauseAfter(times, error.retryAfter) * (1 + SPREAD * chance())
  failed.set(question, { error, times, until: performance.now() + pause })
}

/** From 0 to 1: the part of a millisecond in which this browser was refused. */
const chance = () => performance.now() % 1

/** Until the time is over, a person hurries, or nobody asks any more. */
async function waitBefore(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) return
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, ms)
  const end = () => timeout.reject(signal?.reason)
  signal?.addEventListener('abort', end)
  try {
    await Promise.race([timeout.promise, hurry.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
