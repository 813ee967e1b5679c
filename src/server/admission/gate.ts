import { refuse } from '#http/refusal.ts'

/** How much goes on at once behind a gate, and how long others may wait for their turn. */
export interface GateBounds {
  readonly atWork: number
  /** While the oldest has waited longer than this, newcomers are refused at once. */
  readonly patienceMs: number
  /** Who has waited this long is refused too: its client has given up or will soon. */
  readonly longestWaitMs: number
}

export interface Gate {
  /** Resolves when the work may begin, with the function that ends it; refuses `common.overloaded`. */
  enter(): Promise<() => void>
  /** True when a request that came now would be refused. */
  isRefusing(): boolean
}

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly giveUp: () => void
}

/**
 * Judges by time, not by a count: how many requests are too many depends on what they ask, how long somebody waits does
 * not. Work of any kind is let in until the oldest in the queue waits too long (docs/decisions/0033).
 */
export function openGate({ atWork, patienceMs, longestWaitMs }: GateBounds): Gate {
  let working = 0
  const queue: Waiting[] = []
  let sweep: NodeJS.Timeout | undefined

  const isRefusing = () => {
    const oldest = queue[0]
    return oldest !== undefined && performance.now() - oldest.since > patienceMs
  }
  const refuseLate = () => {
    const now = performance.now()
    while (queue[0] && now - queue[0].since >= longestWaitMs) queue.shift()!.giveUp()
    if (queue.length > 0) return
    clearInterval(sweep)
    sweep = undefined
  }
  const leave = () => {
    const next = queue.shift()
    if (next) next.begin()
    else working--
  }
  const place = () => {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      refuseLate()
      leave()
    }
  }
  return {
    isRefusing,
    async enter() {
      if (working < atWork) {
        working++
        return place()
      }
      if (isRefusing()) refuse('common.overloaded')
      sweep ??= setInterval(refuseLate, longestWaitMs / 5)
      const isLet = await new Promise<boolean>((resolve) => {
        const begin = () => resolve(true)
        queue.push({ since: performance.now(), begin, giveUp: () => resolve(false) })
      })
      return isLet ? place() : refuse('common.overloaded')
    },
  }
}
