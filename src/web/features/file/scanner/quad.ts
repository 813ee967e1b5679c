export interface Point {
  readonly x: number
  readonly y: number
}

/** Corners of a sheet in pixels of its picture, clockwise from the top left one. */
export type Quad = readonly [Point, Point, Point, Point]

export interface Size {
  readonly width: number
  readonly height: number
}

/** The sheet within its picture before anything is known of it (devices.md 7). */
const MARGIN = 0.06

export function insideOf({ width, height }: Size, margin = MARGIN): Quad {
  const [left, top] = [width * margin, height * margin]
  const [right, bottom] = [width - left, height - top]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** The straightened sheet: its longer edges, the longest of them at most `longest` pixels. */
export function sizeOf([a, b, c, d]: Quad, longest: number): Size {
  const width = Math.max(distance(a, b), distance(d, c), 1)
  const height = Math.max(distance(a, d), distance(b, c), 1)
  const share = Math.min(1, longest / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  }
}

/** Four corners whose edges do not cross: each turn along them goes the same way. */
export function isSheet(quad: Quad): boolean {
  return quad.every((corner, i) => {
    const next = quad[(i + 1) % 4]!
    const after = quad[(i + 2) % 4]!
    const turn = (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x)
    return turn > 0
  })
}

/**
 * Where a point of the straight sheet, 0…1 in both directions, lies in the picture: the perspective that leads the unit square to
 * four corners (P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
 */
export function perspectiveTo([p0, p1, p2, p3]: Quad): (u: number, v: number) => Point {
  const sx = p0.x - p1.x + p2.x - p3.x
  const sy = p0.y - p1.y + p2.y - p3.y
  const [dx1, dx2] = [p1.x - p2.x, p3.x - p2.x]
  const [dy1, dy2] = [p1.y - p2.y, p3.y - p2.y]
  const scale = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / scale
  const h = (dx1 * sy - sx * dy1) / scale
  const x = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x] as const
  const y = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y] as const
  return (u, v) => {
    const depth = g * u + h * v + 1
    return { x: (x[0] * u + x[1] * v + x[2]) / depth, y: (y[0] * u + y[1] * v + y[2]) / depth }
  }
}
