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
  const last = picture.width - 1
  const bottom = picture.height - 1
  const { data: source } = picture
  const cos = Math.cos(quad.angle)
  const sin = Math.sin(quad.angle)
  for (let y = 0; y < STRIP_HEIGHT; y++)
    for (let x = 0; x < width; x++) {
      let red = 0
      let green = 0
      let blue = 0
      for (let sample = 0; sample < 4; sample++) {
        const ox = sample & 1 ? 0.75 : 0.25
        const oy = sample & 2 ? 0.75 : 0.25
        const u = ((x + ox) / width - 0.5) * quad.width
        const v = ((y + oy) / STRIP_HEIGHT - 0.5) * quad.height
        // Beyond the edge the edge is repeated.
        const px = Math.min(last, Math.max(0, quad.cx + u * cos - v * sin - 0.5))
        const py = Math.min(bottom, Math.max(0, quad.cy + u * sin + v * cos - 0.5))
        const x0 = Math.floor(px)
        const y0 = Math.floor(py)
        const a = (y0 * picture.width + x0) * 3
        const b = x0 < last ? a + 3 : a
        const down = y0 < bottom ? picture.width * 3 : 0
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
      const at = y * width + x
      data[at] = blue / 510 - 1
      data[plane + at] = green / 510 - 1
      data[2 * plane + at] = red / 510 - 1
    }
  return { data, width }
}
