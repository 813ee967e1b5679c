import type { Mark } from './find-marks.ts'

/** A line of signs: where its cells stand, in pixels, and how many there are. */
export interface SignLine {
  /** Middle of a cell across and along: the square course of a page that was taken askew. */
  readonly x: (cell: number) => number
  readonly y: (cell: number) => number
  readonly cells: number
  readonly pitch: number
}

/** Signs of machine-readable lines: TD1, TD2, TD3 and the internal passport. */
const LENGTHS = [30, 36, 44] as const
/** Of a sign's height: how far apart neighbours stand, how far above or below each other, how much their heights differ. */
const NEAREST = 0.45
const FURTHEST = 2.6
const SLOPE = 0.3
const ALIKE = 0.62
/** A chain of fewer marks is a word of the page. */
const SHORTEST_CHAIN = 9
/** Marks at one end of a line that may not belong to it. */
const MOST_BESIDE = 3
/** Of all cells of a line so many must hold a mark of their own. */
const LEAST_FOUND = 0.7

interface Sign {
  readonly cx: number
  readonly cy: number
  readonly height: number
}

/**
 * Lines of signs of one width each, from above; a page's own writing has no such lines. Where a sign at an end was not found, or something
 * beside the line was, it may begin a cell earlier or later: the first of its courses is the likelier one.
 */
export function findLines(marks: readonly Mark[]): (readonly SignLine[])[] {
  const signs = marks
    .map(({ x, y, width, height }) => ({ cx: x + width / 2, cy: y + height / 2, height, width }))
    .filter(({ width, height }) => width < height * 1.35 && width > height * 0.12)
    .toSorted((a, b) => a.cx - b.cx)
  const lines: (readonly SignLine[])[] = []
  const used = new Set<Sign>()
  for (const chain of chainsOf(signs)) {
    if (chain.some((sign) => used.has(sign))) continue
    const all = along(signs, chain)
    const courses = all && gridOf(all)
    if (!all || !courses) continue
    for (const sign of all) used.add(sign)
    lines.push(courses)
  }
  const middleOf = ([line]: readonly SignLine[]) => line!.y(line!.cells / 2)
  return lines.toSorted((a, b) => middleOf(a) - middleOf(b))
}

/** Signs each of which is the right neighbour of the one before, longest chain first. */
function chainsOf(signs: readonly Sign[]): Sign[][] {
  const next = new Map<Sign, Sign>()
  const hasLeft = new Set<Sign>()
  for (const [i, sign] of signs.entries()) {
    const right = neighbourOf(signs, i)
    if (!right || hasLeft.has(right)) continue
    next.set(sign, right)
    hasLeft.add(right)
  }
  const chains = signs
    .filter((sign) => !hasLeft.has(sign))
    .map((first) => {
      const chain = [first]
      for (let sign = next.get(first); sign; sign = next.get(sign)) chain.push(sign)
      return chain
    })
  return chains
    .filter(({ length }) => length >= SHORTEST_CHAIN)
    .toSorted((a, b) => b.length - a.length)
}

function neighbourOf(signs: readonly Sign[], at: number): Sign | undefined {
  const own = signs[at]!
  let best: Sign | undefined
  let least = Infinity
  for (let i = at + 1; i < signs.length; i++) {
    const other = signs[i]!
    const dx = other.cx - own.cx
    if (dx > own.height * FURTHEST) break
    const dy = Math.abs(other.cy - own.cy)
    const small = Math.min(own.height, other.height)
    if (dx < own.height * NEAREST || dy > dx * SLOPE + own.height * 0.12) continue
    if (small < ALIKE * Math.max(own.height, other.height)) continue
    const far = dx + dy * 2
    if (far < least) [least, best] = [far, other]
  }
  return best
}

/** All signs on the course of a chain, also those that noise parted from it. */
function along(signs: readonly Sign[], chain: readonly Sign[]): Sign[] | undefined {
  let all = [...chain]
  for (let round = 0; round < 3; round++) {
    const course = fit(all.map(({ cx, cy }) => [cx, cy]))
    const height = medianOf(all.map((sign) => sign.height))
    const reach = height * (round === 0 ? 0.5 : 0.38)
    all = signs.filter(
      (sign) =>
        Math.abs(sign.cy - course(sign.cx)) < reach &&
        sign.height > height * 0.6 &&
        sign.height < height * 1.5,
    )
    if (all.length < SHORTEST_CHAIN) return undefined
  }
  return all
}

type Placed = readonly [cell: number, sign: Sign]

/** Numbers the cells of a line by the distance that its signs have; nothing where they have none in common. */
function gridOf(all: readonly Sign[]): readonly SignLine[] | undefined {
  const steps = all.slice(1).map(({ cx }, i) => cx - all[i]!.cx)
  const usual = medianOf(steps)
  let cell = 0
  let pitch = usual
  const placed: Placed[] = [[0, all[0]!]]
  for (const [i, step] of steps.entries()) {
    const cells = Math.round(step / pitch)
    cell += cells
    // A page that was taken askew has its cells shrink along the line.
    if (cells === 1) pitch += (step - pitch) * 0.1
    if (cells >= 1) placed.push([cell, all[i + 1]!])
  }
  const run = withoutEnds(placed)
  const start = run[0]![0]
  const found = cellsOf(run)
  const length = LENGTHS.find((one) => Math.abs(one - found) <= 1)
  if (length === undefined || run.length < length * LEAST_FOUND) return undefined
  const across = fit(run.map(([at, { cx }]) => [at - start, cx]))
  const course = fit(run.map(([, { cx, cy }]) => [cx, cy]))
  const apart = run.map(([at, { cx }]) => Math.abs(across(at - start) - cx))
  if (medianOf(apart) > usual * 0.15) return undefined
  const shifts = found === length ? [0] : found < length ? [0, -1] : [0, 1]
  return shifts.map((shift) => {
    const x = (at: number) => across(at + shift)
    const wide = (x(length - 1) - x(0)) / (length - 1)
    return { x, y: (at: number) => course(x(at)), cells: length, pitch: wide }
  })
}

const cellsOf = (run: readonly Placed[]) => run.at(-1)![0] - run[0]![0] + 1

/** Marks beside the line, such as the edge of the page, stand further from it than its signs from each other. */
function withoutEnds(placed: readonly Placed[]): readonly Placed[] {
  const cuts = placed.flatMap((one, i) => {
    const before = placed[i - 1]
    return before && one[0] - before[0] > 1 ? [i] : []
  })
  const starts = [0, ...cuts.filter((at) => at <= MOST_BESIDE)]
  const ends = [placed.length, ...cuts.filter((at) => placed.length - at <= MOST_BESIDE)]
  const runs = starts.flatMap((from) => ends.map((to) => placed.slice(from, to)))
  const isLine = (run: readonly Placed[]) => LENGTHS.some((length) => length === cellsOf(run))
  return runs.find(isLine) ?? placed
}

/** The parabola of least squares through points, twice: the second time without those that lie far from it. */
function fit(points: readonly (readonly [number, number])[]): (x: number) => number {
  const course = parabola(points)
  const apart = points.map(([x, y]) => Math.abs(course(x) - y))
  const limit = Math.max(1, medianOf(apart) * 3)
  const near = points.filter((_, i) => apart[i]! <= limit)
  return near.length > 5 ? parabola(near) : course
}

function parabola(points: readonly (readonly [number, number])[]): (x: number) => number {
  const middle = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const wide = Math.max(1, ...points.map(([x]) => Math.abs(x - middle)))
  const s = [0, 0, 0, 0, 0]
  const t = [0, 0, 0]
  for (const [x, y] of points) {
    const u = (x - middle) / wide
    let power = 1
    for (let i = 0; i < 5; i++, power *= u) {
      s[i]! += power
      if (i < 3) t[i]! += power * y
    }
  }
  const det = det3(s[0]!, s[1]!, s[2]!, s[1]!, s[2]!, s[3]!, s[2]!, s[3]!, s[4]!)
  const a = det3(t[0]!, s[1]!, s[2]!, t[1]!, s[2]!, s[3]!, t[2]!, s[3]!, s[4]!) / det
  const b = det3(s[0]!, t[0]!, s[2]!, s[1]!, t[1]!, s[3]!, s[2]!, t[2]!, s[4]!) / det
  const c = det3(s[0]!, s[1]!, t[0]!, s[1]!, s[2]!, t[1]!, s[2]!, s[3]!, t[2]!) / det
  return (x) => {
    const u = (x - middle) / wide
    return a + b * u + c * u * u
  }
}

/** Rows a b c, d e f, g h i. */
function det3(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
