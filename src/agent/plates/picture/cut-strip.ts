import type { Picture } from './decode-picture.ts'
import type { Quad } from './text-areas.ts'

/** The recogniser reads strips of this height. */
export const STRIP_HEIGHT = 48
const MIN_WIDTH = 48
const MAX_WIDTH = 480
/** The recogniser answers one column for so many pixels. */
export const COLUMN_PIXELS = 8

/** Recogniser input: NCHW in BGR order, (x/255 − 0.5)/0.5 (devices.md 6.2, point 3). */
export interface Strip {
  data: Float32Array
  width: number
}

/**
 * Cuts a turned rectangle upright out of a picture; each pixel is the mean of 2 × 2 bilinear samples. `stretch` makes it wider
 * than it is, so that signs which a narrow font or a slanting view pressed together get columns of their own.
 */
export function cutStrip(picture: Picture, quad: Quad, stretch = 1): Strip {
  const wanted = (quad.width / quad.height) * STRIP_HEIGHT * stretch
  const width = Math.min(
    MAX_WIDTH,
    Math.max(MIN_WIDTH, Math.round(wanted / COLUMN_PIXELS) * COLUMN_PIXELS),
  )
  const plane = width * STRIP_HEIGHT
  const data = new Float32Array(3 * plane)
  const { data: source, width: line } = picture
  const last = line - 1
  const bottom = picture.height - 1
  const cos = Math.cos(quad.angle)
  const sin = Math.sin(quad.angle)
  // Two samples a pixel each way; what a column or a row adds to a place is the same for all of its samples.
  const along = samplesOf(width, quad.width)
  const right = along.map((u) => quad.cx + u * cos)
  const lower = along.map((u) => quad.cy + u * sin)
  const across = samplesOf(STRIP_HEIGHT, quad.height)
  for (let y = 0, at = 0; y < STRIP_HEIGHT; y++)
    for (let x = 0; x < width; x++, at++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let sample = 0; sample < 4; sample++) {
        const i = 2 * x + (sample & 1)
        const v = across[2 * y + (sample >> 1)]!
        // Beyond the edge the edge is repeated.
        const px = Math.min(last, Math.max(0, right[i]! - v * sin - 0.5))
        const py = Math.min(bottom, Math.max(0, lower[i]! + v * cos - 0.5))
        const x0 = Math.trunc(px)
        const y0 = Math.trunc(py)
        const a = (y0 * line + x0) * 3
        const b = x0 < last ? a + 3 : a
        const down = y0 < bottom ? line * 3 : 0
        const c = a + down
        const d = b + down
        const fx = px - x0
        const fy = py - y0
        const wd = fx * fy
        const wb = fx - wd
        const wc = fy - wd
        const wa = 1 - fx - wc
        red += source[a]! * wa + source[b]! * wb + source[c]! * wc + source[d]! * wd
        green +=
          source[a + 1]! * wa + source[b + 1]! * wb + source[c + 1]! * wc + source[d + 1]! * wd
        blue +=
          source[a + 2]! * wa + source[b + 2]! * wb + source[c + 2]! * wc + source[d + 2]! * wd
      }
      data[at] = blue / 510 - 1
      data[plane + at] = green / 510 - 1
      data[2 * plane + at] = red / 510 - 1
    }
  return { data, width }
}

/** Where the samples of a side stand beside its middle. */
function samplesOf(pixels: number, side: number): Float64Array {
  return Float64Array.from(
    { length: 2 * pixels },
    (_, i) => ((Math.floor(i / 2) + (i % 2 ? 0.75 : 0.25)) / pixels - 0.5) * side,
  )
}
