/** Steps of an axis: a round number of each power of ten, from the ratio at which it is nearer than the one before. */
const ROUND = [
  { from: Math.sqrt(50), step: 10 },
  { from: Math.sqrt(10), step: 5 },
  { from: Math.sqrt(2), step: 2 },
] as const

/** Where a value from zero up to `most` stands between two pixels. */
export function scaleTo(most: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / most) * (to - from)
}

/** The round numbers of an axis from zero, about `count` of them, the last at or above `most`. */
export function axisTicks(most: number, count: number): number[] {
  const step = roundStep(most / count)
  const steps = Math.ceil(most / step)
  return Array.from({ length: steps + 1 }, (_, place) => place * step)
}

/** Values are integers: so are the steps between them. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const found = ROUND.find(({ from }) => raw / power >= from)
  return Math.max(1, power * (found?.step ?? 1))
}

/** Between two columns, and before the first, in parts of a column with its gap. */
const GAP = 0.25

/** Columns of one width between two pixels. */
export function columnsBetween(left: number, right: number, count: number) {
  const step = (right - left) / (count + GAP)
  return { width: step * (1 - GAP), at: (place: number) => left + step * (place + GAP) }
}

/** Points at equal distances, the first and the last at the edges; a single one stands in the middle. */
export function pointsBetween(left: number, right: number, count: number) {
  return (place: number) =>
    count > 1 ? left + ((right - left) * place) / (count - 1) : (left + right) / 2
}
