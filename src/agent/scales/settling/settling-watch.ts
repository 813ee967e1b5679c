import { ANSWER_MS } from '#contract/visit/weighing-pace.ts'

/** What keeps a load that does not move from being a weight. */
export type UnsettledReason = 'bad-frames' | 'gaps' | 'flag' | 'flicker'

/** A load gets so many times its longest window before the reason why it has no weight is reported. */
const PATIENCE = 3
const LEAST_MS = 10_000
/** A pause in the frames longer than this is one of the line, not of the agent. */
const GAP_MS = 3 * ANSWER_MS

interface Sample {
  grams: number
  stable: boolean | null
  at: number
}

/**
 * Watches that a motionless load becomes a stable weight. When it does not for long, there is a reason that no number on the
 * screen shows: frames that are lost or damaged now and then, or an indicator that reports motion all the time.
 */
export function settlingWatch(limits: { e_g: number; stab_ms: number; presence_g: number }) {
  const patience = Math.max(LEAST_MS, PATIENCE * 2 * Math.max(limits.stab_ms, 3000))
  let first: Sample | undefined
  let lastAt = 0
  let counts = { 'bad-frames': 0, gaps: 0, flag: 0 }

  function restart(): void {
    first = undefined
    counts = { 'bad-frames': 0, gaps: 0, flag: 0 }
  }

  /** The reason once the patience is over. */
  function take(sample: Sample, settled: boolean): UnsettledReason | undefined {
    const { grams, stable, at } = sample
    const moved = first && Math.abs(grams - first.grams) > limits.e_g
    if (settled || moved || grams < limits.presence_g) restart()
    if (settled || grams < limits.presence_g) return undefined
    if (first && at - lastAt > GAP_MS) counts.gaps++
    if (stable === false) counts.flag++
    lastAt = at
    first ??= sample
    if (at - first.at < patience) return undefined
    if (counts['bad-frames'] > 0) return 'bad-frames'
    if (counts.gaps > 0) return 'gaps'
    return counts.flag > 0 ? 'flag' : 'flicker'
  }

  return {
    take,
    restart,
    noteBadFrame(): void {
      if (first) counts['bad-frames']++
    },
  }
}
