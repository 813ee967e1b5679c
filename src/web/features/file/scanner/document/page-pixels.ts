import { perspectiveTo, type Quad, type Size } from '../quad.ts'

export interface Pixels extends Size {
  /** Four bytes a pixel: red, green, blue, opacity. */
  readonly data: Uint8ClampedArray
}

/** The sheet within a picture as a picture of its own; each point is mixed of the four pixels around it. */
export function straighten(picture: Pixels, quad: Quad, { width, height }: Size): Pixels {
  const place = perspectiveTo(quad)
  const data = new Uint8ClampedArray(width * height * 4)
  const mostX = picture.width - 1
  const mostY = picture.height - 1
  let at = 0
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const { x, y } = place((column + 0.5) / width, (row + 0.5) / height)
      const px = Math.min(Math.max(x - 0.5, 0), mostX)
      const py = Math.min(Math.max(y - 0.5, 0), mostY)
      const x0 = Math.floor(px)
      const y0 = Math.floor(py)
      const [fx, fy] = [px - x0, py - y0]
      const upper = (y0 * picture.width + x0) * 4
      const right = x0 < mostX ? 4 : 0
      const lower = upper + (y0 < mostY ? picture.width * 4 : 0)
      for (let channel = 0; channel < 3; channel++) {
        const a = picture.data[upper + channel]!
        const b = picture.data[upper + right + channel]!
        const c = picture.data[lower + channel]!
        const d = picture.data[lower + right + channel]!
        const above = a + (b - a) * fx
        data[at++] = above + (c + (d - c) * fx - above) * fy
      }
      data[at++] = 255
    }
  return { data, width, height }
}

/** How far around a point its paper is looked for, in shares of the longer side: shadows are wider, letters are narrower. */
const REACH = 0.03
/** Of the light of the paper: from here on it is white, up to there ink is black. */
const WHITE = 0.9
const BLACK = 0.35

/**
 * The picture with even light, white paper and dark ink. Each colour is measured against its own paper, so that a yellow lamp gives white
 * paper as well, and a blue stamp stays blue.
 */
export function cleanPage({ data, width, height }: Pixels): Pixels {
  const clean = new Uint8ClampedArray(data)
  const reach = Math.max(8, Math.round(Math.max(width, height) * REACH))
  for (let colour = 0; colour < 3; colour++) {
    const sums = sumsOf({ data, width, height }, colour)
    const line = width + 1
    for (let y = 0; y < height; y++) {
      const top = Math.max(0, y - reach)
      const bottom = Math.min(height, y + reach + 1)
      for (let x = 0; x < width; x++) {
        const left = Math.max(0, x - reach)
        const right = Math.min(width, x + reach + 1)
        const sum =
          sums[bottom * line + right]! -
          sums[bottom * line + left]! -
          sums[top * line + right]! +
          sums[top * line + left]!
        const paper = sum / ((bottom - top) * (right - left))
        const at = (y * width + x) * 4 + colour
        clean[at] = ((data[at]! / Math.max(1, paper) - BLACK) / (WHITE - BLACK)) * 255
      }
    }
  }
  return { data: clean, width, height }
}

/** For each place the sum of one colour over all pixels above and left of it. */
function sumsOf({ data, width, height }: Pixels, colour: number): Uint32Array {
  const line = width + 1
  const sums = new Uint32Array(line * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[(y * width + x) * 4 + colour]!
      sums[(y + 1) * line + x + 1] = sums[y * line + x + 1]! + row
    }
  }
  return sums
}
