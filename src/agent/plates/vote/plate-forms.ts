import { countriesOf } from '#contract/requisites/plate/plate-bodies.ts'
import {
  PLATE_FORMS,
  type PlateForm,
  type PlateGround,
} from '#contract/requisites/plate/plate-forms.ts'
import { toLatinLetters } from '#contract/requisites/plate/russian-plate.ts'
import type { PlateAlphabet } from '../model/plate-alphabet.ts'
import { countSigns, type Columns } from './columns.ts'
import { boundOf, spell, type Grammar, type Spelling } from './plate-grammar.ts'

/** A region of three digits replaces the one of two inside it above this (devices.md 6.2, point 5). */
const THREE_DIGITS = 0.5
const REGION = /^(0[1-9]|[1-9]\d|[123789]\d\d)$/
/** A strip may show the country beside the plate, or hide a sign or two of it. */
const MORE_SIGNS = 4
const FEWER_SIGNS = 3
/** Natural logarithm: a form that fits twenty times worse is no rival. */
const MARGIN = 3
/** As much as four signs that only look alike: white signs on black are no plate of a civil car. */
const WRONG_GROUND = 6
const NOT_YELLOW = 2
/** Blue cars show the same colour there, so it decides only between forms that both fit. */
const OTHER_FLAG = 5

export interface FormReading {
  form: PlateForm
  text: string
  /** How many of the signs are its region; 0 where the form has none or it was not read. */
  region: number
  /** Weakest of all signs read. */
  confidence: number
  chars: number[]
  at: number[]
  score: number
  exact: boolean
  /** As of a spelling. */
  taken: number
  clear: number
  others: number
  /** Another form fits nearly as well and would be another plate, maybe even of another country. */
  rival: 'none' | 'own' | 'foreign'
}

/** A strip, and what is known of it beside its signs. */
export interface Writing {
  columns: Columns
  ground: PlateGround | undefined
  /** The sky blue of Kazakhstan's flag stands before the signs. */
  skyFlag?: boolean
  /** Of two lines joined: the columns of the upper one. */
  upper?: number
}

/** The likeliest whole plate of a strip; undefined when no form fits at all. */
export function readWhole(writing: Writing, alphabet: PlateAlphabet): FormReading | undefined {
  const signs = countSigns(writing.columns, alphabet.writing)
  const lines = writing.upper === undefined ? 1 : 2
  const forms = PLATE_FORMS.filter((form) => hasLines(form, lines)).filter(({ body }) =>
    fits(body.length, signs),
  )
  return likeliestOf(
    forms,
    (form) => {
      const bounds = grammarsOfForm(form, alphabet).map((one) => boundOf(writing.columns, one))
      return Math.max(...bounds) - against(form, writing)
    },
    (form) => readForm(writing, form, alphabet),
  )
}

/** The likeliest Russian body, whatever follows it. */
export function readBody(writing: Writing, alphabet: PlateAlphabet): FormReading | undefined {
  const { columns } = writing
  const bodies = PLATE_FORMS.filter((form) => form.body.endsWith('R') && hasLines(form, 1))
  const grammar = (form: PlateForm) => grammarOf(alphabet, form, form.body.slice(0, -1), true)
  return likeliestOf(
    bodies,
    (form) => boundOf(columns, grammar(form)) - against(form, writing),
    (form) => {
      const spelling = spell(columns, grammar(form))
      return spelling && { ...spelling, ...weigh(form, spelling, writing), region: 0 }
    },
  )
}

/** Digits that stand alone: the region block cut out by itself. */
export function readRegion(columns: Columns, alphabet: PlateAlphabet): Spelling | undefined {
  const [form] = PLATE_FORMS
  const two = spell(columns, grammarOf(alphabet, form!, '99'))
  return chooseRegion(two, spell(columns, grammarOf(alphabet, form!, '999')), 0)
}

/** How likely a strip shows exactly these digits. */
export function scoreOf(columns: Columns, digits: string, alphabet: PlateAlphabet): number {
  const grammar = grammarsOf(alphabet).getOrInsertComputed(`digits ${digits}`, () => ({
    positions: [...digits].map((digit) =>
      alphabet.signs.get('9')!.filter(({ text }) => text === digit),
    ),
    mark: [],
    gaps: alphabet.gaps,
    tail: alphabet.tail,
  }))
  return spell(columns, grammar)?.score ?? -Infinity
}

function hasLines({ lines = [1] }: PlateForm, count: 1 | 2): boolean {
  return lines.includes(count)
}

function fits(length: number, signs: number): boolean {
  return signs >= length - FEWER_SIGNS && signs <= length + MORE_SIGNS
}

/**
 * The likeliest reading of all forms. A form whose bound stays behind what was read can neither win nor be a rival, so it is
 * not spelt at all: three or four of thirty are.
 */
function likeliestOf(
  forms: readonly PlateForm[],
  bound: (form: PlateForm) => number,
  read: (form: PlateForm) => FormReading | undefined,
): FormReading | undefined {
  const bounds = new Map(forms.map((form) => [form, bound(form)]))
  const readings = new Map<PlateForm, FormReading>()
  let best = -Infinity
  for (const form of forms.toSorted((a, b) => bounds.get(b)! - bounds.get(a)!)) {
    if (bounds.get(form)! < best - MARGIN) break
    const reading = read(form)
    if (!reading) continue
    readings.set(form, reading)
    best = Math.max(best, reading.score)
  }
  // In the order of the table, since of equal readings the first one counts.
  return bestOf(forms.flatMap((form) => readings.get(form) ?? []))
}

/** The likeliest reading, and whether another form would make another plate of the same signs. */
function bestOf(readings: readonly FormReading[]): FormReading | undefined {
  const [best, ...others] = readings.toSorted((a, b) => b.score - a.score)
  if (!best) return undefined
  const rivals = others.filter(
    ({ text, score }) =>
      score > best.score - MARGIN && toLatinLetters(text) !== toLatinLetters(best.text),
  )
  if (rivals.length === 0) return best
  const foreign = rivals.some(({ form }) => form.country !== best.form.country)
  return { ...best, rival: foreign ? 'foreign' : 'own' }
}

function readForm(writing: Writing, form: PlateForm, alphabet: PlateAlphabet) {
  const { columns, upper } = writing
  const [two, three] = grammarsOfForm(form, alphabet).map((one) => spell(columns, one))
  const spelling = form.body.endsWith('R') ? chooseRegion(two, three, form.body.length - 1) : two
  if (!spelling || !inRegions(form, spelling.text)) return undefined
  if (upper !== undefined && !partsLines(spelling, form.split!, upper / columns.steps))
    return undefined
  const region = form.body.endsWith('R') ? spelling.text.length - form.body.length + 1 : 0
  return { ...spelling, ...weigh(form, spelling, writing), region }
}

/** A square plate never has a sign of its upper line in the lower one. */
function partsLines({ at }: Spelling, split: number, upper: number): boolean {
  return at[split - 1]! < upper && at[split]! >= upper
}

function inRegions({ country, body }: PlateForm, text: string): boolean {
  return !body.includes('Z') || countriesOf(text).includes(country)
}

function weigh(form: PlateForm, { score }: Spelling, writing: Writing) {
  return { form, score: score - against(form, writing), rival: 'none' as const }
}

/** How much a form must fit better than by its signs alone. */
function against(form: PlateForm, { ground, skyFlag }: Writing): number {
  const other = ground !== undefined && (form.ground === 'dark') !== (ground === 'dark')
  const pale = form.ground === 'yellow' && ground === 'light'
  const flag = skyFlag && form.country !== 'KZ'
  const seen = (other ? WRONG_GROUND : 0) + (pale ? NOT_YELLOW : 0) + (flag ? OTHER_FLAG : 0)
  return form.rarity + seen
}

/** Of a form with a region the one for two digits and the one for three. */
function grammarsOfForm(form: PlateForm, alphabet: PlateAlphabet): Grammar[] {
  if (!form.body.endsWith('R')) return [grammarOf(alphabet, form, form.body)]
  const body = form.body.slice(0, -1)
  return ['99', '999'].map((digits) => grammarOf(alphabet, form, body + digits))
}

function chooseRegion(two: Spelling | undefined, three: Spelling | undefined, from: number) {
  const twoFits = two && REGION.test(two.text.slice(from)) ? two : undefined
  const threeFits = three && REGION.test(three.text.slice(from)) ? three : undefined
  if (!twoFits || !threeFits) return twoFits ?? threeFits
  const holds = threeFits.text.slice(from).includes(twoFits.text.slice(from))
  if (holds && threeFits.confidence > THREE_DIGITS) return threeFits
  return threeFits.score > twoFits.score ? threeFits : twoFits
}

/** Built once: a grammar's shape is thousands of comparisons. */
const grammars = new WeakMap<PlateAlphabet, Map<string, Grammar>>()

function grammarOf(alphabet: PlateAlphabet, { country }: PlateForm, body: string, open = false) {
  return grammarsOf(alphabet).getOrInsertComputed(`${country} ${body} ${open}`, () => ({
    positions: [...body].map((sign) => alphabet.signs.get(sign)!),
    mark: alphabet.marks.get(country) ?? [],
    gaps: alphabet.gaps,
    tail: open ? null : country === 'RU' ? alphabet.tail : alphabet.gaps,
  }))
}

function grammarsOf(alphabet: PlateAlphabet): Map<string, Grammar> {
  return grammars.getOrInsertComputed(alphabet, () => new Map<string, Grammar>())
}
