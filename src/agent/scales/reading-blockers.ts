import type { ReadingBlocker } from '#contract/device/reading.ts'
import type { EpisodeLimits } from './loads/episode.ts'

/** Why this weight could not be captured now (domain.md 6.2), in the order of `readingBlockers`. */
export function readingBlockersOf(
  limits: EpisodeLimits,
  now: { weight_g: number | null; overload: boolean; stable: boolean; captured: boolean },
): ReadingBlocker[] {
  const { weight_g } = now
  const blockers: ReadingBlocker[] = []
  const present = now.overload || (weight_g !== null && weight_g >= limits.presence_g)
  const outside =
    now.overload || (weight_g !== null && (weight_g > limits.max_g || weight_g < limits.min_g))
  if (present && outside) blockers.push('weighing.out-of-range')
  if (!present) blockers.push('weighing.no-load')
  if (now.captured) blockers.push('weighing.same-load')
  if (!now.stable) blockers.push('weighing.unstable')
  return blockers
}
