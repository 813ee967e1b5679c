import type { FormReading } from '../vote/plate-forms.ts'
import type { Picture } from './decode-picture.ts'
import type { Point, Quad } from './text-areas.ts'

/** Rows of the signs, and of the region's digits above those of the bolt, in heights of the area beside its middle. */
const LETTER_ROWS = [-0.38, 0.4] as const
const DIGIT_ROWS = [-0.38, 0.02] as const
const ROWS = 12
/** An area may reach beyond the plate; signs are no higher than that part of the way from the body's first to its last. */
const HIGHEST = 0.36
/** Samples across an area's height where squares are sought. */
const CELLS = 24
/** Brightness between what is dark and the ground, 0 the signs and 1 their ground: mud is lighter than paint. */
const DARK = 0.6
/** Mud over a sign is darker than the holes of a blurred one. */
const MUD = 0.48
/** In heights of the area: no sign has a dark square as large as that. */
const SQUARE = 0.29
/** In lengths from the body's first sign to its last: how far two digits of a region stand apart. */
const APART = [0.1, 0.22] as const
/** In the same lengths: so far they are read apart, in columns that are as wide as half a digit. */
const READ_APART = 0.28
/** In the same lengths: the second digit is sought so far behind the first one. */
const NEXT_DIGIT = [0.125, 0.165] as const
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
/** In the same lengths: the ink of a digit around its middle, which is found by so many steps towards more of it. */
const HALF_DIGIT = 0.06
const ROUNDS = 4
/** Brightness of a strap or tape over the place of a third digit. */
const COVER = 0.7
/** In the same lengths: the upper edge is sought from the middle of the digits so far up, and lies on one line all along. */
const EDGE_REACH = 0.26
const EDGE_STEP = 0.018
/** Signs lean by no more than that part of their height. */
const STEEPEST = 0.3
/** Without contrast nothing can be told. */
const CONTRAST = 0.25

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
  const line = lineOf(picture, area, points, region)
  if (!line) return false
  if (hasSquare(line)) return true
  if (region === 2) return mayBeOfThree(line)
  return region === 3 && coversThird(line)
}

/** The signs of a plate in a picture: how light it is at `u` along them from the first one and `v` across them. */
interface Line {
  light: (u: number, v: number) => number
  isInside: (u: number) => boolean
  height: number
  /** Along the line: the last sign of the body, and those of the region. */
  last: number
  digits: number[]
}

function lineOf(
  picture: Picture,
  area: Quad,
  points: readonly Point[],
  region: number,
): Line | undefined {
  const [from, to] = [points[0]!, points[points.length - region - 1]!]
  const last = Math.hypot(to.x - from.x, to.y - from.y)
  if (last === 0) return undefined
  const height = Math.min(area.height, HIGHEST * last)
  const [cos, sin] = [(to.x - from.x) / last, (to.y - from.y) / last]
  const brightness = (u: number, v: number) =>
    brightnessAt(picture, from.x + u * cos - v * sin, from.y + u * sin + v * cos)
  const digits = points
    .slice(points.length - region)
    .map(({ x, y }) => (x - from.x) * cos + (y - from.y) * sin)
  const seen: number[] = []
  for (let u = 0; u <= (digits.at(-1) ?? last); u += last / 60)
    for (const v of rowsOf(LETTER_ROWS, height)) seen.push(brightness(u, v))
  seen.sort((a, b) => a - b)
  const [dark, ground] = [0.04, 0.8].map((share) => seen[Math.floor(seen.length * share)]!) as [
    number,
    number,
  ]
  if (ground - dark < CONTRAST * ground) return undefined
  const upright = (u: number, v: number) => (brightness(u, v) - dark) / (ground - dark)
  const slant = slantOf(upright, digits.at(-1) ?? last, height)
  const light = (u: number, v: number) => upright(u + slant * v, v)
  const isInside = (u: number) => from.x + u * cos < picture.width
  return { light, isInside, height, last, digits }
}

/** How far signs lean, seen from the side or from above: so that most columns are all ink or all ground. */
function slantOf(light: Line['light'], end: number, height: number): number {
  const rows = rowsOf(LETTER_ROWS, height)
  let best = { slant: 0, contrast: -1 }
  for (let slant = -STEEPEST; slant <= STEEPEST + 0.001; slant += STEEPEST / 6) {
    let contrast = 0
    for (let u = 0; u <= end; u += end / 120) {
      const mean = rows.reduce((sum, v) => sum + light(u + slant * v, v), 0) / ROWS
      contrast += (mean - 0.5) ** 2
    }
    if (contrast > best.contrast) best = { slant, contrast }
  }
  return best.slant
}

function rowsOf([from, to]: readonly [number, number], height: number): number[] {
  return Array.from({ length: ROWS }, (_, i) => (from + ((to - from) * (i + 0.5)) / ROWS) * height)
}

function mayBeOfThree(line: Line): boolean {
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
  if (hasStrap(line, first, second)) return true
  const inkEnds = DIGIT_ENDS[right - left > APART[1] * last ? 0 : 1]
  if (isBare(line, first - LINE_BEGINS * last, first - DIGIT_ENDS[1] * last)) return true
  return lacksEnd(line, second, inkEnds)
}

/**
 * Whether the plate's right border is not where two digits leave it: the place behind them has room for a third one, whatever
 * lies over it, or something dark begins too near, or the picture ends before.
 */
function lacksEnd(line: Line, second: number, inkEnds: number): boolean {
  if (!line.isInside(second + PLATE_ENDS[1] * line.last)) return true
  const digit = groundEnds(line, DIGIT_ROWS, second, inkEnds)
  const border = groundEnds(line, LETTER_ROWS, second, inkEnds)
  if (digit === undefined || border === undefined) return true
  return digit < PLATE_ENDS[0] || border > PLATE_ENDS[1] || border - digit > UPRIGHT
}

/** How far behind the middle of a digit the ground ends, in lengths from the body's first sign to its last. */
function groundEnds(
  { light, height, last }: Line,
  range: readonly [number, number],
  from: number,
  inkEnds: number,
): number | undefined {
  const rows = rowsOf(range, height)
  let ground: number | undefined
  for (let ahead = DIGIT_BEGINS; ahead <= PLATE_ENDS[1] + UPRIGHT; ahead += 1 / 200) {
    const mean = rows.reduce((sum, v) => sum + light(from + ahead * last, v), 0) / ROWS
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
function hasStrap({ light, height, last }: Line, first: number, second: number): boolean {
  const rows = rowsOf(DIGIT_ROWS, height)
  let width = 0
  for (let u = first - DIGIT_ENDS[1] * last; u < second + DIGIT_ENDS[1] * last; u += last / 200) {
    width = rows.reduce((sum, v) => sum + light(u, v), 0) / ROWS < STRAP ? width + 1 / 200 : 0
    if (width > HALF_DIGIT) return true
  }
  return false
}

/** Whether nothing but ground or a tape of its colour is there: neither a digit nor the line before the digits. */
function isBare({ light, height, last }: Line, from: number, to: number): boolean {
  const rows = rowsOf(DIGIT_ROWS, height)
  for (let u = from; u <= to; u += last / 200)
    if (rows.reduce((sum, v) => sum + light(u, v), 0) / ROWS < BARE) return false
  return true
}

/** Whether the third digit that was read is not the whole of it: a tape lies there, or the picture ends in it. */
function coversThird(line: Line): boolean {
  const { last, digits } = line
  const third = inkMiddle(line, digits[2]!)
  if (!line.isInside(third + HALF_DIGIT * last)) return true
  return isTaped(line, digits[2]! - 0.04 * last, digits[2]! + 0.05 * last)
}

/** Whether the ground reaches higher here than before the region: the border between has tape over it. */
function isTaped(line: Line, from: number, to: number): boolean {
  const { last, digits } = line
  const before = groundAbove(line, last + 0.05 * last, digits[0]! - 0.065 * last)
  const here = groundAbove(line, from, to) ?? Infinity
  return before !== undefined && here > before + EDGE_STEP * last
}

/** How much of the way is ink, in widths of a stroke over all rows: a line between body and region is one, a digit three. */
function inkBetween({ light, height, last }: Line, from: number, to: number): number {
  const rows = rowsOf(DIGIT_ROWS, height)
  let ink = 0
  for (let u = from; u < to; u += last / 200)
    for (const v of rows) ink += Math.min(1, Math.max(0, 1 - light(u, v)))
  return (ink / rows.length / 200) * last
}

/** How far the ground reaches up beside the digits, where a tape would cover the border: the least of some columns. */
function groundAbove({ light, height, last }: Line, from: number, to: number): number | undefined {
  const found: number[] = []
  for (let u = from; u <= to; u += last / 120)
    for (let up = 0; up <= EDGE_REACH * last; up += last / 120)
      if (light(u, -0.15 * height - up) < COVER) {
        found.push(up)
        break
      }
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Where the ink of a digit has its middle: a column of the recogniser is as wide as half a digit. */
function inkMiddle({ light, height, last }: Line, near: number): number {
  let at = near
  for (let round = 0; round < ROUNDS; round++) {
    let [sum, weight] = [0, 0]
    for (let u = -HALF_DIGIT; u <= HALF_DIGIT; u += HALF_DIGIT / 10)
      for (const v of rowsOf(DIGIT_ROWS, height)) {
        const ink = Math.max(0, 1 - light(at + u * last, v))
        sum += ink * u * last
        weight += ink
      }
    if (weight > 0) at += sum / weight
  }
  return at
}

/** Whether a square of dark stands among the signs, larger than any stroke or joint of strokes: mud, a bracket or a strap. */
function hasSquare({ light, height, last, digits }: Line): boolean {
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

/** The mean of the three channels, between the four pixels around. */
function brightnessAt({ data, width, height }: Picture, x: number, y: number): number {
  const px = Math.min(width - 1.001, Math.max(0, x - 0.5))
  const py = Math.min(height - 1.001, Math.max(0, y - 0.5))
  const [x0, y0] = [Math.trunc(px), Math.trunc(py)]
  const [fx, fy] = [px - x0, py - y0]
  const at = (left: number, top: number) => {
    const i = (top * width + left) * 3
    return (data[i]! + data[i + 1]! + data[i + 2]!) / 3
  }
  const upper = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx
  const lower = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx
  return upper * (1 - fy) + lower * fy
}
