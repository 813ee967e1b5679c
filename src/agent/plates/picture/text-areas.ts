/** A turned rectangle: centre, sides and the slope of the long side in radians, −π/2…π/2. */
export interface Quad {
  cx: number
  cy: number
  width: number
  height: number
  angle: number
}

export interface Point {
  x: number
  y: number
}

/** Places along the middle of a rectangle, given as shares of its width. */
export function pointsOf(quad: Quad, shares: readonly number[]): Point[] {
  const [cos, sin] = [Math.cos(quad.angle), Math.sin(quad.angle)]
  return shares.map((share) => {
    const along = (share - 0.5) * quad.width
    return { x: quad.cx + along * cos, y: quad.cy + along * sin }
  })
}

// devices.md 6.2, point 2.
const ON = 0.3
const MIN_AREA = 12
const GROW = 1.6
const MIN_RATIO = 1.3
const MAX_SLOPE = 0.7
/** A scene seldom holds more writing than this; the largest areas are kept. */
const MAX_AREAS = 60

/**
 * Connected areas of the detector's map as grown rectangles in map pixels, largest first, at most 60. The map is used up: what
 * was walked is wiped from it, since megabytes beside it for each picture kept the collector busy.
 */
export function textAreas(map: Float32Array, width: number, height: number): Quad[] {
  const quads: Quad[] = []
  for (let start = 0; start < map.length; start++) {
    if (map[start]! <= ON) continue
    const edge = walkArea(map, start, width, height)
    const quad = edge && smallestRectangle(convexHull(edge))
    if (!quad) continue
    if (quad.width / Math.max(1, quad.height) > MIN_RATIO && Math.abs(quad.angle) < MAX_SLOPE)
      quads.push(grow(quad))
  }
  quads.sort((a, b) => b.width * b.height - a.width * a.height)
  return quads.slice(0, MAX_AREAS)
}

/** Fills one area; answers its leftmost and rightmost pixel of each row, which hold the whole hull. */
function walkArea(
  map: Float32Array,
  start: number,
  width: number,
  height: number,
): Point[] | undefined {
  const rows = new Map<number, [number, number]>()
  let area = 0
  const stack = [start]
  map[start] = 0
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    area++
    const row = rows.get(y)
    if (!row) rows.set(y, [x, x])
    else if (x < row[0]) row[0] = x
    else if (x > row[1]) row[1] = x
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const nx = x + dx
        const ny = y + dy
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
        const next = ny * width + nx
        if (map[next]! <= ON) continue
        map[next] = 0
        stack.push(next)
      }
  }
  if (area < MIN_AREA) return undefined
  return [...rows].flatMap(([y, [left, right]]) => [
    { x: left, y },
    { x: right + 1, y },
    { x: left, y: y + 1 },
    { x: right + 1, y: y + 1 },
  ])
}

function convexHull(points: Point[]): Point[] {
  points.sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: Point[]) => {
    const hull: Point[] = []
    for (const p of list) {
      while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, p) <= 0) hull.pop()
      hull.push(p)
    }
    hull.pop()
    return hull
  }
  return [...half(points), ...half(points.toReversed())]
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** The rectangle of least area around a hull lies along one of the hull's sides. */
function smallestRectangle(hull: Point[]): Quad | undefined {
  let best: Quad | undefined
  let least = Infinity
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!
    const b = hull[(i + 1) % hull.length]!
    const angle = Math.atan2(b.y - a.y, b.x - a.x)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    let [u0, u1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const p of hull) {
      const u = p.x * cos + p.y * sin
      const v = p.y * cos - p.x * sin
      u0 = Math.min(u0, u)
      u1 = Math.max(u1, u)
      v0 = Math.min(v0, v)
      v1 = Math.max(v1, v)
    }
    const area = (u1 - u0) * (v1 - v0)
    if (area >= least) continue
    least = area
    const u = (u0 + u1) / 2
    const v = (v0 + v1) / 2
    best = upright({
      cx: u * cos - v * sin,
      cy: u * sin + v * cos,
      width: u1 - u0,
      height: v1 - v0,
      angle,
    })
  }
  return best
}

/** Turns the quad by quarter turns until its width runs nearest to the horizontal. */
function upright(quad: Quad): Quad {
  let { angle, width, height } = quad
  while (angle > Math.PI / 4) {
    angle -= Math.PI / 2
    ;[width, height] = [height, width]
  }
  while (angle < -Math.PI / 4) {
    angle += Math.PI / 2
    ;[width, height] = [height, width]
  }
  return { ...quad, angle, width, height }
}

/** The detector is trained on shrunk boxes: each side moves out by area · ratio / perimeter. */
function grow(quad: Quad): Quad {
  const out = ((quad.width * quad.height) / (2 * (quad.width + quad.height))) * GROW
  return { ...quad, width: quad.width + 2 * out, height: quad.height + 2 * out }
}
