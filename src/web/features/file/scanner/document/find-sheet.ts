import { isSheet, type Point, type Quad } from '../quad.ts'
import type { Pixels } from './page-pixels.ts'

/** A sheet fills at least this share of its picture, and the bright area this share of the sheet: text is darker. */
const LEAST_OF_PICTURE = 0.15
const LEAST_OF_SHEET = 0.75

/**
 * Corners of a bright sheet on a darker ground: the largest bright area, where its corners stand apart as those of a sheet do.
 * Undefined where no such area is found; the person then drags the corners.
 */
export function findSheet(picture: Pixels): Quad | undefined {
  const { width, height } = picture
  const greys = greysOf(picture)
  const level = levelBetween(greys)
  const area = largestArea(greys, level, width)
  if (area.length < LEAST_OF_PICTURE * width * height) return undefined
  const quad = cornersOf(area, width)
  return isSheet(quad) && area.length >= LEAST_OF_SHEET * surfaceOf(quad) ? quad : undefined
}

function greysOf({ data, width, height }: Pixels): Uint8Array {
  const greys = new Uint8Array(width * height)
  for (let i = 0; i < greys.length; i++)
    greys[i] = (data[i * 4]! * 77 + data[i * 4 + 1]! * 150 + data[i * 4 + 2]! * 29) >> 8
  return greys
}

/** The grey that divides dark from bright best (N. Otsu, A Threshold Selection Method, 1979). */
function levelBetween(greys: Uint8Array): number {
  const counts = Array.from({ length: 256 }, () => 0)
  for (const grey of greys) counts[grey]!++
  const sum = counts.reduce((total, count, grey) => total + count * grey, 0)
  let [below, sumBelow, best, level] = [0, 0, -1, 127]
  for (let grey = 0; grey < 255; grey++) {
    below += counts[grey]!
    sumBelow += counts[grey]! * grey
    const above = greys.length - below
    if (below === 0 || above === 0) continue
    const apart = (sumBelow / below - (sum - sumBelow) / above) ** 2 * below * above
    if (apart > best) [best, level] = [apart, grey]
  }
  return level
}

/** The places of the largest area brighter than a level whose pixels touch. */
function largestArea(greys: Uint8Array, level: number, width: number): readonly number[] {
  const seen = new Uint8Array(greys.length)
  let largest: number[] = []
  for (let start = 0; start < greys.length; start++) {
    if (seen[start] || greys[start]! <= level) continue
    const area = [start]
    seen[start] = 1
    // Grows while it is walked.
    for (let next = 0; next < area.length; next++)
      for (const place of neighboursOf(area[next]!, width, greys.length))
        if (!seen[place] && greys[place]! > level) {
          seen[place] = 1
          area.push(place)
        }
    if (area.length > largest.length) largest = area
  }
  return largest
}

function neighboursOf(place: number, width: number, most: number): number[] {
  const column = place % width
  const near = []
  if (column > 0) near.push(place - 1)
  if (column < width - 1) near.push(place + 1)
  if (place >= width) near.push(place - width)
  if (place + width < most) near.push(place + width)
  return near
}

/** The pixels that lie furthest towards each corner of the picture. */
function cornersOf(area: readonly number[], width: number): Quad {
  const point = (place: number): Point => ({ x: place % width, y: Math.floor(place / width) })
  const furthest = (measure: (at: Point) => number, edge: Point): Point => {
    let best = -Infinity
    let found = edge
    for (const place of area) {
      const at = point(place)
      const value = measure(at)
      if (value > best) [best, found] = [value, at]
    }
    return { x: found.x + edge.x, y: found.y + edge.y }
  }
  return [
    furthest(({ x, y }) => -x - y, { x: 0, y: 0 }),
    furthest(({ x, y }) => x - y, { x: 1, y: 0 }),
    furthest(({ x, y }) => x + y, { x: 1, y: 1 }),
    furthest(({ x, y }) => y - x, { x: 0, y: 1 }),
  ]
}

function surfaceOf(quad: Quad): number {
  const twice = quad.reduce((sum, { x, y }, i) => {
    const next = quad[(i + 1) % 4]!
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}
