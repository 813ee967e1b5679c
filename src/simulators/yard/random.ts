/** Seeded randomness, so that one seed always plays the same yard and draws the same picture. */
export interface Random {
  /** Evenly spread, 0 inclusive … 1 exclusive. */
  next(): number
  between(low: number, high: number): number
  /** Whole number, both ends included. */
  whole(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** Normal distribution, mean 0, sigma 1. */
  normal(): number
  /** Begins again from another seed. */
  reseed(seed: number | string): void
}

/**
 * mulberry32: 32 bits of state are plenty for a yard, and its sequence is the same on every
 * machine.
 */
export function seededRandom(seed: number | string): Random {
  let state = stateOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    reseed: (seed) => {
      state = stateOf(seed)
    },
  }
}

function stateOf(seed: number | string) {
  if (typeof seed === 'number') return seed >>> 0
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(seed)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
