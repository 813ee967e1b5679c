import { ALIKE_COUNTS, type Sign } from '../model/plate-alphabet.ts'
import {
  bestOfSigns,
  FLOOR,
  likeliest,
  otherSign,
  probabilities,
  weighColumns,
  type Columns,
} from './columns.ts'

/** A text of so many signs of a kind, with what may stand before and after it. */
export interface Grammar {
  positions: readonly (readonly Sign[])[]
  /** May precede the first sign, at a price. */
  mark: readonly number[]
  gaps: readonly number[]
  /** Null: anything may follow. */
  tail: readonly number[] | null
}

/**
 * The best path of one grammar; `confidence` 0…1, `score` is its log likelihood, `at` where each sign peaks as a share of the
 * strip, since looks at one area differ in their columns.
 */
export interface Spelling {
  text: string
  score: number
  confidence: number
  chars: number[]
  at: number[]
  /** True when no sign was only taken for what it looks like. */
  exact: boolean
  /** How many signs were taken for one that they only look like, О and 0 apart. */
  taken: number
  /** How many signs stood out as themselves, О and 0 apart. */
  clear: number
  /** How many signs stood out that the text has no place for; where anything may follow, all that follow. */
  others: number
}

/** A letter taken for the mark of a country may as well be the first sign of another form. */
const MARK_COUNTS = 0.1
/** A sign that stands out. */
const CLEAR = 0.5

/**
 * CTC Viterbi restricted to a grammar: the likeliest way in which the columns spell such a text and
 * nothing else. Undefined when the strip has fewer columns than the text has signs.
 */
export function spell(columns: Columns, grammar: Grammar): Spelling | undefined {
  if (columns.steps < grammar.positions.length) return undefined
  const { path, score } = bestPath(columns, grammar)
  if (score === -Infinity) return undefined
  return readPath(columns, grammar, path, score)
}

/**
 * A score that no spelling of a grammar can pass: as if every sign of a position were the one that fits best in each column.
 * It costs a tenth of a spelling, and most forms need no more.
 */
export function boundOf(columns: Columns, grammar: Grammar): number {
  const { positions, gaps, tail } = grammar
  const { steps } = columns
  const length = positions.length
  if (steps < length) return -Infinity
  const head = headOf(columns, grammar)
  const between = probabilities(columns, gaps).log
  const end = endOf(columns, tail)
  const best = positions.map((signs) => bestOfSigns(columns, signs))
  // In the gap before each position and behind the last one, and in each position.
  const gap = new Float64Array(length + 1).fill(-Infinity)
  const sign = new Float64Array(length + 1).fill(-Infinity)
  gap[0] = head[0]!
  sign[1] = best[0]![0]!
  for (let t = 1; t < steps; t++)
    for (let position = length; position >= 0; position--) {
      const before = sign[position]!
      const here = Math.max(gap[position]!, before)
      if (position < length)
        sign[position + 1] = Math.max(here, sign[position + 1]!) + best[position]![t]!
      const beside = position === 0 ? head : position < length ? between : end
      gap[position] = here + beside[t]!
    }
  return Math.max(sign[length]!, gap[length]!)
}

/** Where a path may be: in the gap before a sign, or in one of the signs of a position. */
interface Trellis {
  /** States come by position: its gap, then its signs. */
  first: number[]
  count: number
  /** Of each state its log likelihood by column. */
  emissions: Float32Array[]
  /** Signs of a position that may follow one another only with a gap between: they may look the same. */
  clashes: number[][][]
}

const trellises = new WeakMap<Grammar, Pick<Trellis, 'first' | 'count' | 'clashes'>>()

function trellisOf(columns: Columns, grammar: Grammar): Trellis {
  const { positions, gaps, tail } = grammar
  const shape = trellises.getOrInsertComputed(grammar, () => shapeOf(positions))
  const emissions: Float32Array[] = []
  positions.forEach((signs, position) => {
    emissions.push(position === 0 ? headOf(columns, grammar) : probabilities(columns, gaps).log)
    for (const sign of signs) emissions.push(weighColumns(columns, sign))
  })
  emissions.push(endOf(columns, tail))
  return { ...shape, emissions }
}

function shapeOf(positions: Grammar['positions']) {
  const first: number[] = []
  let count = 0
  for (const signs of positions) {
    first.push(count)
    count += 1 + signs.length
  }
  first.push(count)
  const clashes = positions.map((signs, position) =>
    signs.map(({ classes }) =>
      (positions[position - 1] ?? []).flatMap((before, i) =>
        before.classes.some((c) => classes.includes(c)) ? [i] : [],
      ),
    ),
  )
  return { first, count: count + 1, clashes }
}

/** A sign or a gap may stay; a step leads to the gap or to a sign of the next position. */
function bestPath(columns: Columns, grammar: Grammar) {
  const { first, count, emissions, clashes } = trellisOf(columns, grammar)
  const length = grammar.positions.length
  let scores = new Float64Array(count).fill(-Infinity)
  let next = new Float64Array(count)
  for (let s = 0; s <= grammar.positions[0]!.length; s++) scores[s] = emissions[s]![0]!
  // One piece of memory: a strip is spelt in dozens of grammars, and a piece a column kept the collector busy.
  const back = new Int16Array(count * columns.steps)
  for (let t = 1; t < columns.steps; t++) {
    const row = t * count
    for (let position = 0; position <= length; position++) {
      const gap = first[position]!
      const signs = position < length ? grammar.positions[position]!.length : 0
      const before = position === 0 ? gap : first[position - 1]! + 1
      const top = highest(scores, before, gap)
      const stays = top < 0 || scores[gap]! >= scores[top]!
      const bestState = stays ? gap : top
      back[row + gap] = bestState
      next[gap] = scores[bestState]! + emissions[gap]![t]!
      for (let i = 0; i < signs; i++) {
        const state = gap + 1 + i
        let best = scores[gap]! > scores[state]! ? gap : state
        const clash = clashes[position]![i]!
        const step =
          top >= 0 && clash.includes(top - before) ? highest(scores, before, gap, clash) : top
        if (step >= 0 && scores[step]! > scores[best]!) best = step
        back[row + state] = best
        next[state] = scores[best]! + emissions[state]![t]!
      }
    }
    ;[scores, next] = [next, scores]
  }
  const end = highest(scores, first[length - 1]! + 1, count)
  const path = [end]
  for (let t = columns.steps - 1; t > 0; t--) path.push(back[t * count + path.at(-1)!]!)
  return { path: path.reverse(), score: scores[end]! }
}

function highest(scores: Float64Array, from: number, to: number, without?: readonly number[]) {
  let best = -1
  for (let s = from; s < to; s++) {
    if (without?.includes(s - from)) continue
    if (best < 0 || scores[s]! > scores[best]!) best = s
  }
  return best
}

function endOf(columns: Columns, tail: Grammar['tail']): Float32Array {
  return tail ? probabilities(columns, tail).log : new Float32Array(columns.steps)
}

function headOf(columns: Columns, { gaps, mark }: Grammar): Float32Array {
  const empty = probabilities(columns, gaps)
  if (mark.length === 0) return empty.log
  const marked = probabilities(columns, mark).sum
  return empty.sum.map((sum, t) => Math.log(Math.max(FLOOR, sum + marked[t]! * MARK_COUNTS)))
}

/**
 * The weakest sign is the confidence, and a sign that the form leaves out counts as weak as it is clear:
 * a date that a camera prints into its picture would otherwise pass for a plate with a few signs skipped.
 */
function readPath(columns: Columns, grammar: Grammar, path: number[], score: number): Spelling {
  const { positions, mark, gaps, tail } = grammar
  const { first } = trellises.get(grammar)!
  const chars = positions.map(() => 0)
  const at = positions.map(() => 0)
  const signs = positions.map(() => '')
  const taken = positions.map(() => false)
  let unexplained = 0
  let others = 0
  let before = -1
  let exact = true
  let position = 0
  path.forEach((state, t) => {
    while (position < positions.length && state >= first[position + 1]!) position++
    const sign = positions[position]?.[state - first[position]! - 1]
    const beside = position === 0 ? [...gaps, ...mark] : position === positions.length ? tail : gaps
    const classes = sign?.classes ?? beside
    const other = otherSign(columns, t, classes ?? gaps)
    if (classes) unexplained = Math.max(unexplained, other)
    const top = likeliest(columns)[t]!
    if (other > CLEAR && top !== before) others++
    before = top
    if (!sign) return
    signs[position] = sign.text
    const peak = probabilities(columns, sign.classes).sum[t]!
    if (peak < chars[position]!) return
    chars[position] = peak
    at[position] = (t + 0.5) / columns.steps
    const own = sign.classes.indexOf(top)
    if (own >= 0 && sign.counts[own]! < 1) exact = false
    taken[position] = own >= 0 && sign.counts[own] === ALIKE_COUNTS
  })
  const confidence = Math.min(...chars, 1 - unexplained)
  const text = signs.join('')
  const clear = chars.filter((char, i) => char > CLEAR && !taken[i]).length
  const count = taken.filter(Boolean).length
  return { text, score, chars, at, exact, taken: count, clear, others, confidence }
}
