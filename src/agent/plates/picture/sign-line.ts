import type { Picture } from './decode-picture.ts'
import type { Point, Quad } from './text-areas.ts'

/** Rows of the signs, and of the region's digits above those of the bolt, in heights of the area beside its middle. */
export const LETTER_ROWS = [-0.38, 0.4] as const
export const DIGIT_ROWS = [-0.38, 0.02] as const
const ROWS = 12
/** An area may reach beyond the plate; signs are no higher than that part of the way from the body's first to its last. */
const HIGHEST = 0.36
/** In the same lengths: the ink of a digit around its middle, which is found by so many steps towards more of it. */
export const HALF_DIGIT = 0.06
const ROUNDS = 4
/** Brightness between what is dark and the ground, 0 the signs and 1 their ground: mud is lighter than paint. */
export const DARK = 0.6
/** Brightness of a strap or tape over the place of a third digit. */
export const COVER = 0.7
/** In lengths from the body's first sign to its last: the second digit is sought so far behind the first one. */
export const NEXT_DIGIT = [0.125, 0.165] as const
/** Signs lean by no more than that part of their height. */
const STEEPEST = 0.3
/** Without contrast nothing can be told. */
const CONTRAST = 0.25

/** The signs of a plate in a picture: how light it is at `u` along them from the first one and `v` across them. */
export interface SignLine {
  light: (u: number, v: number) => number
  isInside: (u: number) => boolean
  height: number
  /** Along the line: all signs, the last one of the body, and those of the region. */
  signs: number[]
  last: number
  digits: number[]
}

type Rows = readonly [from: number, to: number]

export function signLineOf(
  picture: Picture,
  area: Quad,
  points: readonly Point[],
  region: number,
): SignLine | undefined {
  const [from, to] = [points[0]!, points[points.length - region - 1]!]
  const last = Math.hypot(to.x - from.x, to.y - from.y)
  if (last === 0) return undefined
  const height = Math.min(area.height, HIGHEST * last)
  const [cos, sin] = [(to.x - from.x) / last, (to.y - from.y) / last]
  const brightness = (u: number, v: number) =>
    brightnessAt(picture, from.x + u * cos - v * sin, from.y + u * sin + v * cos)
  const signs = points.map(({ x, y }) => (x - from.x) * cos + (y - from.y) * sin)
  const digits = signs.slice(points.length - region)
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
  return { light, isInside, height, signs, last, digits }
}

/** How far signs lean, seen from the side or from above: so that most columns are all ink or all ground. */
function slantOf(light: SignLine['light'], end: number, height: number): number {
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

export function rowsOf([from, to]: Rows, height: number): number[] {
  return Array.from({ length: ROWS }, (_, i) => (from + ((to - from) * (i + 0.5)) / ROWS) * height)
}

/** How light a column is, the mean of some rows. */
export function columnLight({ light, height }: SignLine, range: Rows, u: number): number {
  const rows = rowsOf(range, height)
  return rows.reduce((sum, v) => sum + light(u, v), 0) / rows.length
}

/** Where the ink of a digit has its middle: a column of the recogniser is as wide as half a digit. */
export function inkMiddle({ light, height, last }: SignLine, near: number): number {
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
