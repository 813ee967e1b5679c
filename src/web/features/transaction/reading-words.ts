import type { Reading, ReadingBlocker } from '#contract/agent-link.ts'

/** How a scale's state is told: word, shape and colour together (web.md 9). */
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

const WORDS: Record<ReadingBlocker, string> = {
  'weighing.stale-reading': 'Показание устарело',
  'weighing.out-of-range': 'Вес вне пределов этих весов',
  'weighing.no-load': 'На весах нет груза',
  'weighing.same-load': 'Это тот же груз: дождитесь нуля',
  'weighing.unstable': 'Вес не стабилен',
}

/** Why this reading cannot be recorded; undefined when it can. */
export function blockedBy(reading: Reading | undefined): string | undefined {
  if (!reading) return 'Нет связи с весами'
  const [first] = reading.blockers
  return first && WORDS[first]
}
