import type { FormReading } from '../vote/plate-forms.ts'
import {
  columnLight,
  COVER,
  DARK,
  DIGIT_ROWS,
  HALF_DIGIT,
  inkMiddle,
  NEXT_DIGIT,
  rowsOf,
  type SignLine,
} from './sign-line.ts'

/**
 * In lengths from the body's first sign to its last: a stroke of 1 lies within so much of its middle, and has twice the ink of a line,
 * which has 0.015.
 */
const STROKE = 0.035
const LINE_INK = 0.023
/** Brightness by which the ground behind a stroke differs from it at least. */
const RETURN = 0.2
/** In the same lengths: the ink of a digit has ended so far from its middle. */
const DIGIT_ENDS = 0.1
/** In the same lengths: a letter of Russia is 0.05 lower than a digit. */
const LOWER = 0.025
/** In the same lengths: half of a sign, so far beside its place it is sought too, and signs on both sides of it. */
const HALF_SIGN = 0.05
const ASIDE = 0.03
const BESIDE = 0.1
/** In the same lengths: a digit of a region of Russia ends 0.06 above the other signs. */
const RAISED = 0.035

/** Digits and letters of Kazakhstan that a plate of Russia has behind its first letter. */
const RUSSIAN_LETTERS = /^\d{3}[ABCEHKMOPTXY]{2}/

/**
 * Whether a sign was read where none is, or for another one (devices.md 6.2): a 1 at either end of a region of three digits that is
 * the line before them or what stands behind them; or signs of Russia for those of another country, whose plates have them all on
 * one line, and in Belarus of one height.
 */
export function hasFalseSign(
  line: SignLine,
  reading: Pick<FormReading, 'region' | 'text' | 'form'>,
) {
  const { region, text, form } = reading
  if (form.code === 'by-car') return text.startsWith('0') && isLowerThanNext(line)
  if (form.code === 'kz-company') return RUSSIAN_LETTERS.test(text) && isRaised(line)
  if (region !== 3) return false
  return (text.at(-3) === '1' && isThinFirst(line)) || (text.endsWith('1') && isEdge(line))
}

/** Whether the first digit of three, read as 1, has no more ink than the line that stands before the digits. */
function isThinFirst({ light, height, last, digits }: SignLine): boolean {
  const rows = rowsOf(DIGIT_ROWS, height)
  const [first, second] = digits as [number, number]
  const inkAround = (at: number) => {
    let ink = 0
    for (let u = -STROKE; u <= STROKE; u += 1 / 200)
      for (const v of rows) ink += Math.max(0, 1 - light(at + u * last, v))
    return ink / rows.length / 200
  }
  const until = Math.min(first + DIGIT_ENDS * last, second - HALF_DIGIT * last)
  for (let at = first - HALF_DIGIT * last; at <= until; at += last / 100)
    if (inkAround(at) > LINE_INK) return false
  return true
}

/** Whether the third digit, read as 1, is no stroke of its own behind the second one, but the edge of a strap or the border. */
function isEdge(line: SignLine): boolean {
  const { last, digits } = line
  const second = inkMiddle(line, digits[1]!)
  let [ground, ink] = [false, Infinity]
  for (let ahead = HALF_DIGIT; ahead < NEXT_DIGIT[1] + HALF_DIGIT; ahead += 1 / 200) {
    const mean = columnLight(line, DIGIT_ROWS, second + ahead * last)
    if (mean > COVER) ground = true
    if (ground && ahead < NEXT_DIGIT[1]) ink = Math.min(ink, mean)
    if (ink < DARK && mean > ink + RETURN) return false
  }
  return true
}

/** Whether the first sign is lower than the second: a letter О of Russia and no 0. */
function isLowerThanNext(line: SignLine): boolean {
  const [first, second] = line.signs.map((at) => inkEnd(line, at, -1)) as [number, number]
  return first - second > LOWER * line.last
}

/** Whether the last sign ends above the line on which the others stand: a digit of a region of Russia. */
function isRaised(line: SignLine): boolean {
  const { signs, last } = line
  const [one, other, end] = [signs[1]!, signs[4]!, signs.at(-1)!]
  const [left, right] = [one, other].map((at) => inkEnd(line, at, 1, BESIDE)) as [number, number]
  // A sign's place is sure to half of one, and a border stands beside the last.
  const ends = [2 * ASIDE, ASIDE, 0].map((aside) => inkEnd(line, end - aside * last, 1))
  const expected = left + ((right - left) * (end - one)) / (other - one)
  return expected - ends.toSorted((a, b) => a - b)[1]! > RAISED * last
}

/** How far up or down the ink of a sign reaches from its middle without a gap, or that of signs beside it which end alike. */
function inkEnd(line: SignLine, at: number, way: -1 | 1, reach = HALF_SIGN): number {
  const { light, height, last } = line
  const columns: number[] = []
  for (let u = -reach; u <= reach; u += 1 / 100) columns.push(at + u * last)
  let v = -0.05 * height
  while (Math.abs(v) < height && columns.some((u) => light(u, v) < DARK)) v += (way * height) / 60
  return v
}
