import { longestInterval, ANSWER_MS } from '#contract/visit/weighing-pace.ts'
import { stabilityDetector } from './stability.ts'
import { streamPace } from './stream-pace.ts'

interface Limits {
  e_g: number
  presence_g: number
  stab_ms: number
  stab_frames: number
  max_age_ms: number
}

/** A weight as `JudgedSample` has it, or none: beyond the range. */
interface WeighedSample {
  grams: number | null
  stable: boolean | null
  at: number
}

/** `refusal`: the number must not even be shown, and why; `doubt`: it is shown, and why it will not settle. */
export type Verdict = { refusal: string } | { stable: boolean; doubt: string }

const OLD = 'Весы передают то, что накопилось на линии: дождитесь свежего веса'
const DOUBTS: Record<UnsettledReason, string> = {
  'bad-frames': 'Вес не меняется, но не принимается: часть кадров весов приходит испорченной',
  gaps: 'Вес не меняется, но не принимается: показания приходят с перерывами',
  flag: 'Вес не меняется, но индикатор сообщает о движении',
  flicker: 'Вес не принимается: показания скачут между двумя делениями',
}

/** What keeps a load that does not move from being a weight. */
type UnsettledReason = 'bad-frames' | 'gaps' | 'flag' | 'flicker'

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
function settlingWatch(limits: { e_g: number; stab_ms: number; presence_g: number }) {
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

/**
 * Whether a weight is stable, fresh, and can become stable at all: stability detector, the pace of the line, and a watch over
 * both.
 */
export function steadyWeight(limits: Limits, mode: 'stream' | 'poll') {
  const stability = stabilityDetector(limits)
  const pace = mode === 'stream' ? streamPace(limits) : undefined
  const watch = settlingWatch(limits)
  const tooSlow = slowSentence(longestInterval(limits.max_age_ms))

  /** Beyond the range (null) nothing is stable; `unsure` samples are shown and never stable. */
  function assessSample({ grams, stable, at }: WeighedSample, unsure = false): Verdict {
    const now = pace?.take(at) ?? 'usual'
    if (now === 'catching-up' || now === 'slow') {
      stability.restart()
      return { refusal: now === 'slow' ? tooSlow : OLD }
    }
    if (grams === null) {
      stability.restart()
      watch.restart()
      return { stable: false, doubt: '' }
    }
    const isStill = stability.isStable({ grams, stable, at }) && !unsure && now === 'usual'
    const reason = watch.take({ grams, stable, at }, isStill)
    return { stable: isStill, doubt: reason ? DOUBTS[reason] : '' }
  }

  return {
    assess: assessSample,
    restart: stability.restart,
    noteBadFrame(): void {
      stability.restart()
      watch.noteBadFrame()
    },
    /** The sentence of a line that is silent between two frames because it is slow. */
    whySilent: () => (pace?.isSlow() ? tooSlow : undefined),
  }
}

function slowSentence(longest_ms: number): string {
  const seconds = (longest_ms / 1000).toLocaleString('ru-RU', { maximumFractionDigits: 2 })
  return `Весы передают вес реже раза в ${seconds} с: включите на индикаторе непрерывную передачу или поднимите её скорость`
}
