import type { FormReading } from '../vote/plate-forms.ts'
import type { Picture } from './decode-picture.ts'
import { hasFalseSign } from './false-signs.ts'
import {
  columnLight,
  COVER,
  DARK,
  DIGIT_ROWS,
  HALF_DIGIT,
  inkMiddle,
  LETTER_ROWS,
  NEXT_DIGIT,
  rowsOf,
  signLineOf,
  type SignLine,
} from './sign-line.ts'
import type { Point, Quad } from './text-areas.ts'

/** Samples across an area's height where squares are sought. */
const CELLS = 24
/** Mud over a sign is darker than the holes of a blurred one. */
const MUD = 0.48
/** In heights of the area: no sign has a dark square as large as that. */
const SQUARE = 0.29
/** In lengths from the body's first sign to its last: how far two digits of a region stand apart. */
const APART = [0.1, 0.22] as const
/** In the same lengths: so far they are read apart, in columns that are as wide as half a digit. */
const READ_APART = 0.28
/** In the same lengths: ink found so far from where the digit was read is that of another sign or of the line. */
const ASTRAY = 0.105
/** In the same lengths from the middle of a digit: its ink is looked through, ends, clear or blurred, and the ground has begun. */
const DIGIT_BEGINS = 0.05
const DIGIT_ENDS = [0.07, 0.1] as const
const GROUND_BY = 0.125
/**
 * In the same lengths: two digits have the plate's border so far behind the second one, 0.12 to 0.15 on a drawn plate and about 0.19 by
 * the standard; where a third digit stood it is at 0.22 at least.
 */
const PLATE_ENDS = [0.105, 0.205] as const
const EDGE_WIDTH = 0.045
/** In the same lengths: how far an upright border may lean over all rows of the signs, and how much of it is seen. */
const UPRIGHT = 0.03
/** In the same lengths: the line stands no further before the middle of the first of two digits. */
const LINE_BEGINS = 0.175
const STRAP = 0.35
/** Brightness of ground or tape without ink, mean of a column: a line is darker, and so is some column of each digit. */
const BARE = 0.78
/** In the same lengths: where the last letter has ended, and the ink of a digit that stands before the two; a line has half of it. */
const LETTER = 0.115
const DIGIT_INK = 0.04
/** Rows of the region's digits with the bar of a 7, which begins above the others. */
const WHOLE_DIGITS = [-0.46, 0.02] as const
/** Between the ink of two digits, in the same lengths: up to 0.06 on a drawn plate; with a hidden digit between them 0.14. */
const WIDEST_GAP = 0.1
/** The plate's border is that dark within so much of its beginning, in the same lengths; a grey strap stays lighter. */
const BORDER = 0.5
const BORDER_WIDTH = 0.05
/** Blurred ground between a digit and the border may be as dark as a strap, but not for so long, in the same lengths. */
const GREY = 0.84
const GREY_WIDTH = 0.07
/** In the same lengths: the upper edge is sought from the middle of the digits so far up, and lies on one line all along. */
const EDGE_REACH = 0.26
const EDGE_STEP = 0.018

type Placed = Pick<FormReading, 'region' | 'text' | 'form'> & { points: readonly Point[] }

/**
 * Whether something stands over a part of a Russian plate: a sign under mud, or a third digit of a region of which two were read,
 * because those two stand as the first or last two of three do, or the plate's right border is not seen where two digits leave it
 * (devices.md 6.2). What is left of such a plate spells another one.
 */
export function hidesPart(picture: Picture, area: Quad, plate: Placed): boolean {
  const { region, points, text, form } = plate
  if (form.ground === 'dark' || points.length !== text.length) return false
  if (region === 0 && form.body.endsWith('R')) return false
  const line = signLineOf(picture, area, points, region)
  if (!line) return false
  if (hasSquare(line)) return true
  if (hasFalseSign(line, plate)) return true
  if (region === 2) return mayBeOfThree(line)
  return region === 3 && coversThird(line)
}

function mayBeOfThree(line: SignLine): boolean {
  const { last } = line
  const [left, right] = line.digits as [number, number]
  // What was read as the second one is the third, and a tape lies between.
  if (right - left > READ_APART * last) return true
  const first = inkMiddle(line, left)
  const [least, most] = NEXT_DIGIT
  const near = Math.min(Math.max(right, first + least * last), first + most * last)
  const second = inkMiddle(line, near)
  if (Math.abs(second - right) > ASTRAY * last) return true
  if (isBare(line, second - DIGIT_BEGINS * last, second + DIGIT_BEGINS * last)) return true
  const apart = (second - first) / last
  if (apart < APART[0] || apart > APART[1]) return true
  if (inkBetween(line, last + LETTER * last, first - 0.07 * last) > DIGIT_INK * last) return true
  if (hasStrap(line, first, second) || isWide(line, first, Math.max(second, right))) return true
  const inkEnds = DIGIT_ENDS[right - left > APART[1] * last ? 0 : 1]
  if (isBare(line, first - LINE_BEGINS * last, first - DIGIT_ENDS[1] * last)) return true
  return lacksEnd(line, second, inkEnds)
}

/**
 * Whether the plate's right border is not where two digits leave it: the place behind them has room for a third one, whatever
 * lies over it, or something dark begins too near, or the picture ends before.
 */
function lacksEnd(line: SignLine, second: number, inkEnds: number): boolean {
  if (!line.isInside(second + PLATE_ENDS[1] * line.last)) return true
  const digit = groundEnds(line, DIGIT_ROWS, second, inkEnds)
  const border = groundEnds(line, LETTER_ROWS, second, inkEnds)
  if (digit === undefined || border === undefined) return true
  if (digit < PLATE_ENDS[0] || border > PLATE_ENDS[1] || border - digit > UPRIGHT) return true
  return isPale(line, second + border * line.last) || hasGreyGround(line, second, border)
}

/** Whether a strap lies between a digit and the border: over some way the ground is darker than elsewhere. */
function hasGreyGround(line: SignLine, second: number, border: number): boolean {
  let width = 0
  for (let ahead = DIGIT_BEGINS; ahead < border; ahead += 1 / 200) {
    const mean = columnLight(line, DIGIT_ROWS, second + ahead * line.last)
    width = mean > DARK && mean < GREY ? width + 1 / 200 : 0
    if (width > GREY_WIDTH) return true
  }
  return false
}

/** Whether what ends the ground is lighter than a border, as the edge of a grey strap is. */
function isPale(line: SignLine, from: number): boolean {
  for (let u = from; u < from + BORDER_WIDTH * line.last; u += line.last / 200)
    if (columnLight(line, LETTER_ROWS, u) < BORDER) return false
  return true
}

/** Whether there is room for a digit under a tape between two of them: no ink in any row. */
function isWide({ light, height, last }: SignLine, first: number, second: number): boolean {
  const rows = rowsOf(WHOLE_DIGITS, height)
  let width = 0
  for (let u = first; u < second; u += last / 200) {
    const [darkest, next] = rows.map((v) => light(u, v)).sort((a, b) => a - b)
    width = darkest! + next! > 2 * COVER ? width + 1 / 200 : 0
    if (width > WIDEST_GAP) return true
  }
  return false
}

/** How far behind the middle of a digit the ground ends, in lengths from the body's first sign to its last. */
function groundEnds(
  line: SignLine,
  range: readonly [number, number],
  from: number,
  inkEnds: number,
): number | undefined {
  let ground: number | undefined
  for (let ahead = DIGIT_BEGINS; ahead <= PLATE_ENDS[1] + UPRIGHT; ahead += 1 / 200) {
    const mean = columnLight(line, range, from + ahead * line.last)
    const isDark = mean < DARK
    if (mean > COVER) ground = ahead
    else if (isDark && ahead < inkEnds) ground = undefined
    else if (ground === undefined && ahead > GROUND_BY) return undefined
    // Something lighter than ink and darker than the plate is a strap.
    if (ground !== undefined && ahead - ground > EDGE_WIDTH) return undefined
    if (ground !== undefined && isDark) return ahead
  }
  return undefined
}

/** Whether a strap was taken for one of the digits: dark over all rows and wider than any stroke. */
function hasStrap(line: SignLine, first: number, second: number): boolean {
  const { last } = line
  let width = 0
  for (let u = first - DIGIT_ENDS[1] * last; u < second + DIGIT_ENDS[1] * last; u += last / 200) {
    width = columnLight(line, DIGIT_ROWS, u) < STRAP ? width + 1 / 200 : 0
    if (width > HALF_DIGIT) return true
  }
  return false
}

/** Whether nothing but ground or a tape of its colour is there: neither a digit nor the line before the digits. */
function isBare(line: SignLine, from: number, to: number): boolean {
  for (let u = from; u <= to; u += line.last / 200)
    if (columnLight(line, DIGIT_ROWS, u) < BARE) return false
  return true
}

/** Whether the third digit that was read is not the whole of it: a tape lies there, or the picture ends in it. */
function coversThird(line: SignLine): boolean {
  const { last, digits } = line
  const third = inkMiddle(line, digits[2]!)
  if (!line.isInside(third + HALF_DIGIT * last)) return true
  return isTaped(line, digits[2]! - 0.04 * last, digits[2]! + 0.05 * last)
}

/** Whether the ground reaches higher here than before the region: the border between has tape over it. */
function isTaped(line: SignLine, from: number, to: number): boolean {
  const { last, digits } = line
  const before = groundAbove(line, last + 0.05 * last, digits[0]! - 0.065 * last)
  const here = groundAbove(line, from, to) ?? Infinity
  return before !== undefined && here > before + EDGE_STEP * last
}

/** How much of the way is ink, in widths of a stroke over all rows: a line between body and region is one, a digit three. */
function inkBetween({ light, height, last }: SignLine, from: number, to: number): number {
  const rows = rowsOf(DIGIT_ROWS, height)
  let ink = 0
  for (let u = from; u < to; u += last / 200)
    for (const v of rows) ink += Math.min(1, Math.max(0, 1 - light(u, v)))
  return (ink / rows.length / 200) * last
}

/** How far the ground reaches up beside the digits, where a tape would cover the border: the least of some columns. */
function groundAbove(
  { light, height, last }: SignLine,
  from: number,
  to: number,
): number | undefined {
  const found: number[] = []
  for (let u = from; u <= to; u += last / 120)
    for (let up = 0; up <= EDGE_REACH * last; up += last / 120)
      if (light(u, -0.15 * height - up) < COVER) {
        found.push(up)
        break
      }
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Whether a square of dark stands among the signs, larger than any stroke or joint of strokes: mud, a bracket or a strap. */
function hasSquare({ light, height, last, digits }: SignLine): boolean {
  const cell = height / CELLS
  // Of a foreign plate the first letter of a Russian one may be under it.
  const left = (digits.length > 0 ? -0.07 : -0.3) * last
  const right = (digits.at(-1) ?? last) + 0.07 * last
  const side = Math.round(SQUARE * CELLS)
  const [top, bottom] = LETTER_ROWS
  const columns = Math.floor((right - left) / cell)
  // How many dark cells stand above each other here; a square is as many such columns side by side.
  const depth = new Uint8Array(columns)
  for (let v = top * height; v <= bottom * height; v += cell) {
    let row = 0
    for (let i = 0; i < columns; i++) {
      depth[i] = light(left + i * cell, v) < MUD ? depth[i]! + 1 : 0
      row = depth[i]! >= side ? row + 1 : 0
      if (row >= side) return true
    }
  }
  return false
}
