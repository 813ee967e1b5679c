/** Seeded randomness: the demo company is the same on every machine, only its days follow the calendar. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number from min to max, both included. */
  whole(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** True with the given probability. */
  yes(probability: number): boolean
}

/** mulberry32: 32 bits of state are plenty for a month of visits. */
export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const wholeNumber = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole: wholeNumber,
    pick: (list) => list[wholeNumber(0, list.length - 1)]!,
    yes: (p) => next() < p,
  }
}
