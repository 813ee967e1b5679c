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
  /** The states from which a step leads here. */
  before: readonly number[]
}

/** The states of every form of an alphabet, built once: their steps are thousands of comparisons. */
const grammars = new WeakMap<PlateAlphabet, Map<string, readonly State[]>>()

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
  const states = statesOf(form, alphabet)
  const { path, score } = bestPath(columns, states, form.length)
  if (score === -Infinity) return undefined
  return readPath(columns, path, score, states, form, alphabet)
}

function statesOf(form: string, alphabet: PlateAlphabet): readonly State[] {
  return grammars
    .getOrInsertComputed(alphabet, () => new Map())
    .getOrInsertComputed(form, () => formStates(form, alphabet))
}

function formStates(form: string, alphabet: PlateAlphabet): State[] {
  const states: Omit<State, 'before'>[] = []
  for (let position = 0; position < form.length; position++) {
    states.push({ position, sign: -1, classes: alphabet.gaps })
    signsOf(form[position]!, alphabet).forEach(({ classes }, sign) =>
      states.push({ position, sign, classes }),
    )
  }
  states.push({ position: form.length, sign: -1, classes: alphabet.tail })
  return states.map((to) => ({
    ...to,
    before: states.flatMap((from, i) => (follows(from, to) ? [i] : [])),
  }))
}

function signsOf(kind: string, alphabet: PlateAlphabet): Sign[] {
  return kind === 'L' ? alphabet.letters : alphabet.digits
}

/** States come in order of position, the gap before its signs; a step goes to the same or the next position. */
function bestPath(columns: Columns, states: readonly State[], length: number) {
  const emissions = states.map(({ classes }) => probabilities(columns, classes).log)
  let scores = Float64Array.from(states, (s, i) =>
    s.position === 0 ? emissions[i]![0]! : -Infinity,
  )
  const back: Int16Array[] = []
  for (let t = 1; t < columns.steps; t++) {
    const next = new Float64Array(states.length)
    const from = new Int16Array(states.length)
    for (let s = 0; s < states.length; s++) {
      let best = -Infinity
      for (const p of states[s]!.before)
        if (scores[p]! > best) {
          best = scores[p]!
          from[s] = p
        }
      next[s] = best + emissions[s]![t]!
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

/** What is reckoned of one strip, once for all forms: a strip has 6,625 classes in up to sixty columns. */
interface Table {
  signs: Map<readonly number[], { sum: Float32Array; log: Float32Array }>
  /** The likeliest class of each column. */
  top: Int32Array | undefined
}
const tables = new WeakMap<Columns, Table>()

function tableOf(columns: Columns): Table {
  return tables.getOrInsertComputed(columns, () => ({ signs: new Map(), top: undefined }))
}

/** Probability of a sign or of the gap for every column. */
function probabilities(columns: Columns, classes: readonly number[]) {
  return tableOf(columns).signs.getOrInsertComputed(classes, () => {
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

/** CTC: a sign or a gap may stay; signs that may look the same (В and 8 too) need a gap between them. */
function follows(from: Omit<State, 'before'>, to: Omit<State, 'before'>): boolean {
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
  states: readonly State[],
  form: string,
  alphabet: PlateAlphabet,
): Spelling {
  const chars: number[] = Array.from({ length: form.length }, () => 0)
  const at: number[] = Array.from({ length: form.length }, () => 0)
  const signs: string[] = Array.from({ length: form.length }, () => '')
  let unexplained = 0
  path.forEach((s, t) => {
    const { position, sign, classes } = states[s]!
    unexplained = Math.max(unexplained, otherSign(columns, t, classes))
    if (sign < 0) return
    signs[position] = signsOf(form[position]!, alphabet)[sign]!.text
    const peak = probabilities(columns, classes).sum[t]!
    if (peak < chars[position]!) return
    chars[position] = peak
    at[position] = t
  })
  const confidence = Math.min(...chars, 1 - unexplained)
  return { text: signs.join(''), score, chars, at, confidence }
}

/** How sure the recogniser is of something else in a column: 0 when its likeliest class is one of ours. */
function otherSign(columns: Columns, t: number, classes: readonly number[]): number {
  const table = tableOf(columns)
  table.top ??= likeliest(columns)
  const top = table.top[t]!
  return classes.includes(top) ? 0 : columns.data[t * columns.classes + top]!
}

function likeliest({ data, steps, classes }: Columns): Int32Array {
  return Int32Array.from({ length: steps }, (_, t) => {
    const from = t * classes
    let top = 0
    for (let c = 1; c < classes; c++) if (data[from + c]! > data[from + top]!) top = c
    return top
  })
}
