import type { PlateAlphabet, Sign } from './plate-alphabet.ts'

/** The recogniser's answer for one strip: `steps` rows of `classes` probabilities. */
export interface Columns {
  data: Float32Array
  steps: number
  classes: number
}

/** The best path of one form; `confidence` 0…1, `score` is its log likelihood, `at` the column of each sign's peak. */
export interface Spelling {
  text: string
  score: number
  confidence: number
  chars: number[]
  at: number[]
}

// Keeps the logarithm of a class that the recogniser ruled out finite.
const FLOOR = 1e-6

interface State {
  /** −1 for the gap before the sign `position`. */
  sign: number
  position: number
  classes: readonly number[]
  emission: Float32Array
  peak: Float32Array
}

/**
 * CTC Viterbi restricted to a form of `L` and `9`: the likeliest way in which the columns spell such a
 * text and nothing else. Undefined when the strip has fewer columns than the form has signs.
 */
export function spell(
  columns: Columns,
  form: string,
  alphabet: PlateAlphabet,
): Spelling | undefined {
  if (columns.steps < form.length) return undefined
  const states = formStates(columns, form, alphabet)
  const { path, score } = bestPath(states, columns.steps, form.length)
  if (score === -Infinity) return undefined
  return readPath(columns, path, score, states, form, alphabet)
}

/** Probability of each sign and of the gap for every column; computed once a strip and kept with it. */
const tables = new WeakMap<
  Columns,
  Map<readonly number[], { sum: Float32Array; log: Float32Array }>
>()

function probabilities(columns: Columns, classes: readonly number[]) {
  let ofColumns = tables.get(columns)
  if (!ofColumns) tables.set(columns, (ofColumns = new Map()))
  const known = ofColumns.get(classes)
  if (known) return known
  const sum = new Float32Array(columns.steps)
  const log = new Float32Array(columns.steps)
  for (let t = 0; t < columns.steps; t++) {
    let p = 0
    for (const c of classes) p += columns.data[t * columns.classes + c]!
    sum[t] = Math.min(1, p)
    log[t] = Math.log(Math.max(FLOOR, p))
  }
  const made = { sum, log }
  ofColumns.set(classes, made)
  return made
}

function formStates(columns: Columns, form: string, alphabet: PlateAlphabet): State[] {
  const states: State[] = []
  const add = (position: number, sign: number, classes: readonly number[]) => {
    const { sum, log } = probabilities(columns, classes)
    states.push({ position, sign, classes, emission: log, peak: sum })
  }
  for (let position = 0; position < form.length; position++) {
    add(position, -1, alphabet.gaps)
    signsOf(form[position]!, alphabet).forEach((sign, i) => add(position, i, sign.classes))
  }
  add(form.length, -1, alphabet.tail)
  return states
}

function signsOf(kind: string, alphabet: PlateAlphabet): Sign[] {
  return kind === 'L' ? alphabet.letters : alphabet.digits
}

/** States come in order of position, the gap before its signs; a step goes to the same or the next position. */
function bestPath(states: State[], steps: number, length: number) {
  const before = states.map((to) => states.flatMap((from, i) => (follows(from, to) ? [i] : [])))
  let scores = states.map((s) => (s.position === 0 ? s.emission[0]! : -Infinity))
  const back: Int16Array[] = []
  for (let t = 1; t < steps; t++) {
    const next = Array.from<number>({ length: states.length })
    const from = new Int16Array(states.length)
    for (let s = 0; s < states.length; s++) {
      let best = -Infinity
      for (const p of before[s]!)
        if (scores[p]! > best) {
          best = scores[p]!
          from[s] = p
        }
      next[s] = best + states[s]!.emission[t]!
    }
    scores = next
    back.push(from)
  }
  let end = -1
  for (let s = 0; s < states.length; s++) {
    const last = states[s]!
    const done = last.position === length || (last.position === length - 1 && last.sign >= 0)
    if (done && (end < 0 || scores[s]! > scores[end]!)) end = s
  }
  const path = [end]
  for (let t = back.length - 1; t >= 0; t--) path.push(back[t]![path.at(-1)!]!)
  return { path: path.reverse(), score: scores[end]! }
}

/** CTC: a sign or a gap may stay; signs that may look the same (В and 8 too) need a gap between them. */
function follows(from: State, to: State): boolean {
  if (from.position === to.position) return from.sign === to.sign || from.sign < 0
  if (from.sign < 0 || to.position !== from.position + 1) return false
  return to.sign < 0 || !to.classes.some((c) => from.classes.includes(c))
}

/**
 * The weakest sign is the confidence, and a sign that the form leaves out counts as weak as it is clear:
 * a date that a camera prints into its picture would otherwise pass for a plate with a few signs skipped.
 */
function readPath(
  columns: Columns,
  path: number[],
  score: number,
  states: State[],
  form: string,
  alphabet: PlateAlphabet,
): Spelling {
  const chars: number[] = Array.from({ length: form.length }, () => 0)
  const at: number[] = Array.from({ length: form.length }, () => 0)
  const signs: string[] = Array.from({ length: form.length }, () => '')
  let unexplained = 0
  path.forEach((s, t) => {
    const { position, sign, peak, classes } = states[s]!
    unexplained = Math.max(unexplained, otherSign(columns, t, classes))
    if (sign < 0) return
    signs[position] = signsOf(form[position]!, alphabet)[sign]!.text
    if (peak[t]! < chars[position]!) return
    chars[position] = peak[t]!
    at[position] = t
  })
  const confidence = Math.min(...chars, 1 - unexplained)
  return { text: signs.join(''), score, chars, at, confidence }
}

/** How sure the recogniser is of something else in a column: 0 when its likeliest class is one of ours. */
function otherSign(columns: Columns, t: number, classes: readonly number[]): number {
  const from = t * columns.classes
  let top = 0
  for (let c = 1; c < columns.classes; c++)
    if (columns.data[from + c]! > columns.data[from + top]!) top = c
  return classes.includes(top) ? 0 : columns.data[from + top]!
}
