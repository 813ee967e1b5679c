import { refuse } from '#http/refusal.ts'

/** How much goes on at once behind a gate, and how long others may wait for their turn. */
export interface GateBounds {
  readonly atWork: number
  /** The longest wait in a burst: a screen that opens sends ten calls at once, and all of them end soon. */
  readonly burstWaitMs: number
  /** A queue that was never empty for this long is not a burst: more requests arrive than can be served. */
  readonly standingMs: number
  /** The longest wait in a standing queue: refused early, a caller knows soon. */
  readonly standingWaitMs: number
}

export interface Gate {
  /** Resolves when the work may begin, with the function that ends it; refuses `common.overloaded`. */
  enter(): Promise<() => void>
  /** True while more comes than can be done, so that some of it is refused. */
  isRefusing(): boolean
  /** How many are at work, and how many wait. */
  load(): { working: number; waiting: number }
}

interface Waiting {
  readonly since: number
  /** True lets it in. */
  readonly end: (isLet: boolean) => void
}

const SWEEP_MS = 20

/**
 * Decides by waiting time, not by a count: the bearable number of requests depends on their work, the bearable wait does not.
 * The rule is that of CoDel: a queue that empties now and then is a burst and worth waiting in, a standing queue only delays
 * every request (docs/decisions/0033).
 */
export function openGate(bounds: GateBounds): Gate {
  let working = 0
  const queue: Waiting[] = []
  let standsSince = 0
  let sweep: NodeJS.Timeout | undefined

  const isRefusing = () => queue.length > 0 && performance.now() - standsSince > bounds.standingMs
  const refuseLate = () => {
    const longest = isRefusing() ? bounds.standingWaitMs : bounds.burstWaitMs
    const now = performance.now()
    while (queue[0] && now - queue[0].since >= longest) queue.shift()!.end(false)
    if (queue.length > 0) return
    clearInterval(sweep)
    sweep = undefined
  }
  const place = () => {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      refuseLate()
      const next = queue.shift()
      if (next) next.end(true)
      else working--
    }
  }
  return {
    isRefusing,
    load: () => ({ working, waiting: queue.length }),
    async enter() {
      if (working < bounds.atWork) {
        working++
        return place()
      }
      const since = performance.now()
      if (queue.length === 0) standsSince = since
      // A turn of the event loop may be longer than the wait: requests behind a late one are late as well.
      else if (isRefusing() && since - queue[0]!.since > bounds.standingWaitMs)
        refuse('common.overloaded')
      sweep ??= setInterval(refuseLate, SWEEP_MS)
      const isLet = await new Promise<boolean>((end) => queue.push({ since, end }))
      return isLet ? place() : refuse('common.overloaded')
    },
  }
}
