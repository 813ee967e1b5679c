import type { Columns } from '../vote/columns.ts'
import { plateAlphabet, type PlateAlphabet } from './plate-alphabet.ts'

/** Stands for all signs that no plate shows; no text of the dictionary is so long. */
const OTHER = 'other'

/** The recogniser's answer with the classes of plates alone: a fortieth of the memory, which the collector need not chase. */
export interface CompactClasses {
  alphabet: PlateAlphabet
  /** How many the recogniser itself tells apart. */
  all: number
  /** Copies an answer; what stood out and is on no plate stays one class, as clear as it was. */
  compact(data: Float32Array, steps: number): Columns
}

export function compactClasses(dictionary: readonly string[]): CompactClasses {
  const { writing, gaps, tail, marks } = plateAlphabet(dictionary)
  const space = dictionary.length + 1
  const all = dictionary.length + 2
  const used = [...new Set([...writing, ...gaps, ...tail, ...[...marks.values()].flat()])]
    .filter((c) => c !== 0 && c !== space)
    .sort((a, b) => a - b)
  const retained = [0, ...used]
  const other = retained.length
  const classes = retained.length + 2
  const places = new Int32Array(all).fill(other)
  retained.forEach((from, to) => (places[from] = to))
  places[space] = other + 1
  return {
    alphabet: plateAlphabet([...used.map((c) => dictionary[c - 1]!), OTHER]),
    all,
    compact(data, steps) {
      const answer = new Float32Array(steps * classes)
      for (let t = 0; t < steps; t++) {
        const from = t * all
        const to = t * classes
        let top = 0
        for (let c = 1; c < all; c++) if (data[from + c]! > data[from + top]!) top = c
        for (let i = 0; i < other; i++) answer[to + i] = data[from + retained[i]!]!
        answer[to + other + 1] = data[from + space]!
        if (places[top] === other) answer[to + other] = data[from + top]!
      }
      return { data: answer, steps, classes }
    },
  }
}
