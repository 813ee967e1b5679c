import type { GreyPicture } from './grey-picture.ts'

/** Dark pixels that touch, as the rectangle around them. */
export interface Mark {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A pixel is ink where it is so much darker than its surroundings; the tint of a page's net is not. In a soft picture ink is paler. */
export const INK = [0.72, 0.86] as const
/** Surroundings reach so far to each side, in shares of the picture's long side: a sign of a card that fills the picture, and the paper beside it. */
const REACH = 0.02
/** In pixels: less is dust or noise, more is no sign of a line that fits into the picture. */
const LEAST_HEIGHT = 8
const MOST_SHARE = 0.06

/** What may be signs: the dark marks of a picture that are no larger than a sign of a whole line can be. */
export function findMarks(picture: GreyPicture, share: number): Mark[] {
  const { width, height } = picture
  const ink = inkOf(picture, share)
  const most = Math.max(width, height) * MOST_SHARE
  const stack = new Int32Array(ink.length)
  const marks: Mark[] = []
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start]) continue
    const mark = walkMark(ink, start, width, stack)
    if (mark.height >= LEAST_HEIGHT && mark.height <= most && mark.width <= most) marks.push(mark)
  }
  return marks
}

/** Fills one mark, wiping it from the map. */
function walkMark(ink: Uint8Array, start: number, width: number, stack: Int32Array): Mark {
  let [left, right, top, bottom] = [width, 0, ink.length, 0]
  let depth = 0
  stack[depth++] = start
  ink[start] = 0
  while (depth > 0) {
    const at = stack[--depth]!
    const y = Math.floor(at / width)
    const x = at - y * width
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const next = at + dy * width + dx
        const column = x + dx
        if (column < 0 || column >= width || !ink[next]) continue
        ink[next] = 0
        stack[depth++] = next
      }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function inkOf(picture: GreyPicture, share: number): Uint8Array {
  const { data, width, height } = picture
  const sums = sumsOf(picture)
  const reach = Math.max(6, Math.round(Math.max(width, height) * REACH))
  const ink = new Uint8Array(data.length)
  const line = width + 1
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach) * line
    const bottom = Math.min(height, y + reach + 1) * line
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach)
      const right = Math.min(width, x + reach + 1)
      const sum =
        sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!
      const area = ((bottom - top) / line) * (right - left)
      if (data[y * width + x]! * area < sum * share) ink[y * width + x] = 1
    }
  }
  return ink
}

/** For each place the sum of all pixels above and left of it. */
function sumsOf({ data, width, height }: GreyPicture): Uint32Array {
  const line = width + 1
  const sums = new Uint32Array(line * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!
      sums[(y + 1) * line + x + 1] = sums[y * line + x + 1]! + row
    }
  }
  return sums
}
