import type { Reading, ReadingBlocker } from '#contract/device/reading.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { kg } from '#web/ui/format.ts'

/** How the state of a scale is shown: word, shape and colour together (screens.md 9). */
export function stateOf(reading: Reading | undefined) {
  if (!reading || reading.status === 'offline')
    return { mark: '✕', word: 'НЕТ СВЯЗИ', tone: 'red' } as const
  if (reading.overload || reading.status === 'overload')
    return { mark: '▲', word: 'ПЕРЕГРУЗ', tone: 'red' } as const
  if (reading.status === 'underload')
    return { mark: '▼', word: 'НИЖЕ НУЛЯ', tone: 'orange' } as const
  if (reading.stable) return { mark: '■', word: 'СТАБИЛЬНО', tone: 'green' } as const
  return { mark: '~', word: 'КАЧАЕТСЯ', tone: 'yellow' } as const
}

/** Whether the scale is loaded, in words beside the state. */
export function loadOf(reading: Reading | undefined): string {
  if (!reading) return ''
  if (reading.zero) return '● ноль'
  // The previous load is remembered until the zero, whatever the scale shows meanwhile.
  if (notBackAtZero(reading) || reading.status === 'underload') return '○ не ноль'
  return reading.episode_id ? '▲ груз на весах' : '○ не ноль'
}

const WORDS: Record<ReadingBlocker, string> = {
  'weighing.stale-reading': 'Показание устарело',
  'weighing.out-of-range': 'Вес вне пределов этих весов',
  'weighing.no-load': 'На весах нет груза',
  'weighing.same-load': 'Это тот же груз: дождитесь нуля',
  'weighing.unstable': 'Вес не стабилен',
}

/** A post may have none yet; that is no lost connection. */
export const NO_SCALE = 'На посту нет весов'

/** Why this reading cannot be recorded; undefined when it can. `doubt` is what the agent knows of a weight that never settles,
 * `problem` why there is none. */
export function blockedBy(
  reading: Reading | undefined,
  scale?: Pick<DeviceState, 'min_g' | 'max_g'>,
  { doubt = '', problem = '' }: { doubt?: string; problem?: string } = {},
): string | undefined {
  if (!reading) return problem === NO_SCALE ? NO_SCALE : 'Нет связи с весами'
  const [first] = reading.blockers
  if (first === 'weighing.out-of-range') return outOfRange(reading, scale) ?? WORDS[first]
  if (notBackAtZero(reading)) return `Весы не вернулись к нулю: ${kg(reading.weight_g)}`
  if (first === 'weighing.unstable' && doubt) return doubt
  return first && WORDS[first]
}

/** Too little for a load, and yet no zero: dirt on the scale, or its zero has wandered (devices.md 4.1). */
export function notBackAtZero(reading: Reading | undefined): boolean {
  if (!reading?.weight_g || !reading.stable || reading.zero) return false
  return reading.blockers.includes('weighing.no-load')
}

function outOfRange(reading: Reading, scale: Pick<DeviceState, 'min_g' | 'max_g'> | undefined) {
  const grams = reading.weight_g
  if (reading.overload || (scale?.max_g && grams !== null && grams > scale.max_g))
    return scale?.max_g ? `Больше максимума ${kg(scale.max_g)}` : 'Перегруз весов'
  if (scale?.min_g && grams !== null && grams < scale.min_g)
    return `Меньше минимума ${kg(scale.min_g)}`
  return undefined
}
