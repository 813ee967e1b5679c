import type { Picture } from './decode-picture.ts'
import type { Quad } from './text-areas.ts'

/** The recogniser reads strips of this height. */
export const STRIP_HEIGHT = 48
const MIN_WIDTH = 48
const MAX_WIDTH = 480
/** The recogniser answers one column for eight pixels, so whole columns need a multiple of eight. */
const WIDTH_STEP = 8

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
    Math.max(MIN_WIDTH, Math.round(wanted / WIDTH_STEP) * WIDTH_STEP),
  )
  const plane = width * STRIP_HEIGHT
  const data = new Float32Array(3 * plane)
  const cos = Math.cos(quad.angle)
  const sin = Math.sin(quad.angle)
  const pixel = new Float32Array(3)
  for (let y = 0; y < STRIP_HEIGHT; y++)
    for (let x = 0; x < width; x++) {
      pixel.fill(0)
      for (const oy of [0.25, 0.75])
        for (const ox of [0.25, 0.75]) {
          const u = ((x + ox) / width - 0.5) * quad.width
          const v = ((y + oy) / STRIP_HEIGHT - 0.5) * quad.height
          addSample(picture, quad.cx + u * cos - v * sin, quad.cy + u * sin + v * cos, pixel)
        }
      const at = y * width + x
      data[at] = pixel[2]! / 4 / 127.5 - 1
      data[plane + at] = pixel[1]! / 4 / 127.5 - 1
      data[2 * plane + at] = pixel[0]! / 4 / 127.5 - 1
    }
  return { data, width }
}

/** Adds the bilinear value at a point; beyond the edge the edge is repeated. */
function addSample(picture: Picture, px: number, py: number, into: Float32Array): void {
  const x = Math.min(picture.width - 1, Math.max(0, px - 0.5))
  const y = Math.min(picture.height - 1, Math.max(0, py - 0.5))
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const x1 = Math.min(picture.width - 1, x0 + 1)
  const y1 = Math.min(picture.height - 1, y0 + 1)
  const fx = x - x0
  const fy = y - y0
  const d = picture.data
  const a = (y0 * picture.width + x0) * 3
  const b = (y0 * picture.width + x1) * 3
  const c = (y1 * picture.width + x0) * 3
  const e = (y1 * picture.width + x1) * 3
  for (let k = 0; k < 3; k++)
    into[k]! +=
      (d[a + k]! * (1 - fx) + d[b + k]! * fx) * (1 - fy) +
      (d[c + k]! * (1 - fx) + d[e + k]! * fx) * fy
}
