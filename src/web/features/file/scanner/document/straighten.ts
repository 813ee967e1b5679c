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
