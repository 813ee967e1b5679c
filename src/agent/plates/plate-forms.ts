import type { PlateAlphabet } from './plate-alphabet.ts'
import { spell, type Columns, type Spelling } from './plate-grammar.ts'

interface Form {
  body: string
  /** Subtracted from the log likelihood: rarer forms must fit clearly better than a lorry's own. */
  penalty: number
}

/** Russian forms of domain.md 6.4 without their region; lorry and trailer first. */
const FORMS: readonly Form[] = [
  { body: 'L999LL', penalty: 0 },
  { body: 'LL9999', penalty: 1.5 },
  { body: 'LL999', penalty: 4 },
  { body: '9999LL', penalty: 4 },
  { body: 'L9999', penalty: 4 },
  { body: '999L', penalty: 6 },
  { body: 'LL999L', penalty: 4 },
]
/** A region of three digits replaces the one of two inside it above this (devices.md 6.2, point 5). */
const THREE_DIGITS = 0.5
const REGION = /^(0[1-9]|[1-9]\d|[123789]\d\d)$/

export interface FormReading {
  form: string
  body: Spelling
  /** Null when the strip ends with the body. */
  region: string | null
  /** Weakest of all signs read. */
  confidence: number
  chars: number[]
  score: number
}

/** The likeliest whole plate of a strip; undefined when no form fits at all. */
export function readWhole(columns: Columns, alphabet: PlateAlphabet): FormReading | undefined {
  let best: FormReading | undefined
  for (const form of FORMS) {
    const found = readForm(columns, form, alphabet)
    if (found && (!best || found.score > best.score)) best = found
  }
  return best
}

/** The likeliest body without a region. */
export function readBody(columns: Columns, alphabet: PlateAlphabet): FormReading | undefined {
  let best: FormReading | undefined
  for (const form of FORMS) {
    const body = spell(columns, form.body, alphabet)
    const score = body ? body.score - form.penalty : -Infinity
    if (!body || (best && score <= best.score)) continue
    const { confidence, chars } = body
    best = { form: form.body, body, region: null, confidence, chars, score }
  }
  return best
}

/** Digits that stand alone: the region block cut out by itself. */
export function readRegion(columns: Columns, alphabet: PlateAlphabet): Spelling | undefined {
  return chooseRegion(spell(columns, '99', alphabet), spell(columns, '999', alphabet), 0)
}

function readForm(columns: Columns, form: Form, alphabet: PlateAlphabet): FormReading | undefined {
  const signs = form.body.length
  const chosen = chooseRegion(
    spell(columns, `${form.body}99`, alphabet),
    spell(columns, `${form.body}999`, alphabet),
    signs,
  )
  if (!chosen) return undefined
  return {
    form: `${form.body}R`,
    body: { ...chosen, text: chosen.text.slice(0, signs), at: chosen.at.slice(0, signs) },
    region: chosen.text.slice(signs),
    confidence: chosen.confidence,
    chars: chosen.chars,
    score: chosen.score - form.penalty,
  }
}

function chooseRegion(two: Spelling | undefined, three: Spelling | undefined, from: number) {
  const twoFits = two && REGION.test(two.text.slice(from)) ? two : undefined
  const threeFits = three && REGION.test(three.text.slice(from)) ? three : undefined
  if (!twoFits || !threeFits) return twoFits ?? threeFits
  const holds = threeFits.text.slice(from).includes(twoFits.text.slice(from))
  if (holds && threeFits.confidence > THREE_DIGITS) return threeFits
  return threeFits.score > twoFits.score ? threeFits : twoFits
}
