import type { PlateAlphabet, Sign } from '../model/plate-alphabet.ts'

/** The recogniser's answer for one strip: `steps` rows of `classes` probabilities. */
export interface Columns {
  data: Float32Array
  steps: number
  classes: number
}

// Keeps the logarithm of a class that the recogniser ruled out finite.
export const FLOOR = 1e-6
/** What is reckoned of one strip, once for all forms: a strip has 6,625 classes in up to sixty columns. */
interface Table {
  sums: Map<readonly number[], { sum: Float32Array; log: Float32Array }>
  weighed: Map<Sign, Float32Array>
  best: Map<readonly Sign[], Float32Array>
  /** The likeliest class of each column. */
  top: Int32Array | undefined
}
const tables = new WeakMap<Columns, Table>()

function tableOf(columns: Columns): Table {
  return tables.getOrInsertComputed(columns, () => ({
    sums: new Map(),
    weighed: new Map(),
    best: new Map(),
    top: undefined,
  }))
}

/** Probability of a sign or of the gap for every column. */
export function probabilities(columns: Columns, classes: readonly number[]) {
  return tableOf(columns).sums.getOrInsertComputed(classes, () => {
    const sum = new Float32Array(columns.steps)
    const log = new Float32Array(columns.steps)
    for (let t = 0; t < columns.steps; t++) {
      let p = 0
      for (const c of classes) p += columns.data[t * columns.classes + c]!
      sum[t] = Math.min(1, p)
      log[t] = Math.log(Math.max(FLOOR, p))
    }
    return { sum, log }
  })
}

/** By this readings are compared: 0 is rather the digit than the letter, though it may stand for both. */
export function weighColumns(columns: Columns, sign: Sign): Float32Array {
  return tableOf(columns).weighed.getOrInsertComputed(sign, () =>
    Float32Array.from({ length: columns.steps }, (_, t) => {
      let p = 0
      sign.classes.forEach((c, i) => {
        p += columns.data[t * columns.classes + c]! * sign.counts[i]!
      })
      return Math.log(Math.max(FLOOR, p))
    }),
  )
}

/** Of each column the sign that fits best. */
export function bestOfSigns(columns: Columns, signs: readonly Sign[]): Float32Array {
  return tableOf(columns).best.getOrInsertComputed(signs, () => {
    const best = new Float32Array(columns.steps).fill(-Infinity)
    for (const sign of signs) {
      const weighed = weighColumns(columns, sign)
      for (let t = 0; t < columns.steps; t++) if (weighed[t]! > best[t]!) best[t] = weighed[t]!
    }
    return best
  })
}

/** How sure the recogniser is of something else in a column: 0 when its likeliest class is one of ours. */
export function otherSign(columns: Columns, t: number, classes: readonly number[]): number {
  const top = likeliest(columns)[t]!
  return classes.includes(top) ? 0 : columns.data[t * columns.classes + top]!
}

export function likeliest(columns: Columns): Int32Array {
  const table = tableOf(columns)
  const { data, steps, classes } = columns
  table.top ??= Int32Array.from({ length: steps }, (_, t) => {
    const from = t * classes
    let top = 0
    for (let c = 1; c < classes; c++) if (data[from + c]! > data[from + top]!) top = c
    return top
  })
  return table.top
}

/** How many letters and digits the strip shows without any grammar. */
export function countSigns(columns: Columns, writing: ReadonlySet<number>): number {
  let count = 0
  let before = 0
  for (const top of likeliest(columns)) {
    if (top !== before && writing.has(top)) count++
    before = top
  }
  return count
}

/** How many digits the strip shows, and how many marks that divide one of them from the next, as in a date. */
export function countDigits(
  columns: Columns,
  { digits, dividers }: Pick<PlateAlphabet, 'digits' | 'dividers'>,
): { count: number; divided: number } {
  const [blank, space] = [0, columns.classes - 1]
  let count = 0
  let divided = 0
  let state: 'none' | 'digit' | 'mark' = 'none'
  let before = -1
  for (const top of likeliest(columns)) {
    const sign = top !== before && top !== blank && top !== space
    before = top
    if (!sign) continue
    if (digits.has(top)) {
      count++
      if (state === 'mark') divided++
      state = 'digit'
    } else state = dividers.has(top) && state !== 'none' ? 'mark' : 'none'
  }
  return { count, divided }
}

/** Two strips one after the other, as the lines of a square plate are read. */
export function joinColumns(above: Columns, below: Columns): Columns {
  const data = new Float32Array(above.data.length + below.data.length)
  data.set(above.data)
  data.set(below.data, above.data.length)
  return { data, steps: above.steps + below.steps, classes: above.classes }
}
