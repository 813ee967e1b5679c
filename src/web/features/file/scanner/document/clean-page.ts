import type { Pixels } from './straighten.ts'

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
