import type { Box } from '../plate-reader.ts'
import type { Picture } from './decode-picture.ts'
import type { Quad } from './text-areas.ts'

/** Writing in the shape of a plate in one line, width to height of a grown area. */
const LEAST_RATIO = 1.8
const MOST_RATIO = 8
/** Room around the middle of such writing in its widths: the region may have been missed, and so may a slope. */
const ASIDE = 1
const ABOVE = 0.5
/** From the middle of a body to that of its region, in its widths and heights. */
const BESIDE = 0.9
const BESIDE_ABOVE = 0.6
/** The width of one look at writing in that of another. */
const LEAST_SAME = 0.8

export function hasShape({ width, height }: Quad): boolean {
  return width >= height * LEAST_RATIO && width <= height * MOST_RATIO
}

/** The surroundings of writing, `room` times as much of them as usual. */
export function partAround({ cx, cy, width }: Quad, picture: Picture, room: number): Box {
  const [aside, above] = [width * ASIDE * room, width * ABOVE * room]
  const x = Math.max(0, Math.round(cx - aside))
  const y = Math.max(0, Math.round(cy - above))
  const right = Math.min(picture.width, Math.round(cx + aside))
  const bottom = Math.min(picture.height, Math.round(cy + above))
  return { x, y, width: right - x, height: bottom - y }
}

/** Whether the middle of one stands in the other. */
export function isWithin({ cx, cy }: Quad, other: Quad): boolean {
  return Math.abs(cx - other.cx) < other.width / 2 && Math.abs(cy - other.cy) < other.height / 2
}

/** The same writing at two scales. */
export function isSame(area: Quad, other: Quad): boolean {
  const ratio = area.width / other.width
  return isWithin(area, other) && ratio > LEAST_SAME && ratio < 1 / LEAST_SAME
}

/** Whether writing stands where the region, the flag and RUS of a body do. */
export function isBesideBody({ cx, cy, height }: Quad, body: Quad): boolean {
  const [dx, dy] = [cx - body.cx, cy - body.cy]
  const along = dx * Math.cos(body.angle) + dy * Math.sin(body.angle)
  const across = Math.abs(dy * Math.cos(body.angle) - dx * Math.sin(body.angle))
  const high = height < body.height && across < body.height * BESIDE_ABOVE
  return high && along > 0 && along < body.width * BESIDE
}

export function sizeOf({ width, height }: Pick<Quad, 'width' | 'height'>): number {
  return width * height
}

export function scaleQuad(quad: Quad, kx: number, ky: number): Quad {
  return {
    ...quad,
    cx: quad.cx * kx,
    cy: quad.cy * ky,
    width: quad.width * kx,
    height: quad.height * ky,
  }
}
